/** What a sentence says about how far it reaches, which scenes it means, and whether it asks for something. */
import type { Atom } from "../../data-schemas/label.ts";

type Scope = Atom["scope"];
type SceneType = NonNullable<Atom["scene_type"]>;

/** The first that matches holds: the narrowest comes first. */
const SCOPE_WORDS: readonly (readonly [Scope, RegExp])[] = [
  [
    "chapter",
    /这一?章|本章|上一?章|下一?章|今天的?更新|这一?更|这一?段|\b(?:this|last|next|previous|that) (?:chapter|chap|ch|part|scene)\b/iu,
  ],
  [
    "arc",
    /这几章|最近|近期|这一?卷|这个副本|这段时间|后面几章|前几章|\b(?:this arc|these chapters|lately|recently|last few|past few|this volume|these days)\b/iu,
  ],
  [
    "story",
    /这本?书|全书|全文|整本|整部|这部|本书|本文|从头到尾|一直|总是|老是|每一?章|\b(?:this (?:book|novel|story|series)|the (?:whole|entire) |the (?:book|novel|series)|always|every (?:single )?(?:chapter|time)|throughout|overall)\b/iu,
  ],
];

const SCENE_WORDS: readonly (readonly [SceneType, RegExp])[] = [
  [
    "action",
    /打斗|战斗|打戏|打架|对战|大战|决战|追逐|\b(?:fight|fights|fighting|battle|battles|action scenes?|combat|duel|chase)\b/iu,
  ],
  [
    "romance",
    /感情戏|恋爱|谈情|亲热|撒糖|表白|\b(?:romance scenes?|romantic scenes?|kiss|confession|love scenes?)\b/iu,
  ],
  ["training", /修炼|升级|练功|闭关|突破|\b(?:training|cultivating|cultivation scenes?|levell?ing|breakthrough)\b/iu],
  ["daily_life", /日常|生活|吃饭|种田|\b(?:slice of life|daily life|everyday)\b/iu],
  ["flashback", /回忆|倒叙|过去的事|前世|\b(?:flashbacks?|past life)\b/iu],
  ["grief", /葬礼|哀悼|悼念|\b(?:funeral|mourning|grief scenes?)\b/iu],
  ["exposition", /解释|设定|说明|科普|铺垫|\b(?:exposition|explaining|explanations?|info ?dumps?|lore)\b/iu],
  ["dialogue", /对话|对白|聊天|\b(?:dialogues?|conversations?|talking)\b/iu],
];

const REQUEST =
  /希望|建议|能不能|能否|可不可以|可以.{0,6}吗|(?<![要追需恳])求(?!婚|生|饶|助|救|学|道)|(?<![邀申])请(?!假)|想看|多[写给来点一些]|少[写点一些]|别再|不要再|不要[写让]|快[点更]|赶紧|下一?章.{0,6}[要能让]|\b(?:please|pls|plz|(?:i|we) (?:wish|want|hope|need)|hope(?:fully)?|would like|(?:should|could) (?:have|be|just|stop|make|give|add|let)|can (?:you|we|the author)|stop (?:making|with|the)|no more|(?:need|want|give us|more) more|let (?:him|her|them|the)|give (?:us|me|him|her))\b/iu;

/** @param fallback  Of a sentence that does not say. */
export function scopeOf(sentence: string, fallback: Scope): Scope {
  return SCOPE_WORDS.find(([, words]) => words.test(sentence))?.[0] ?? fallback;
}

export function sceneTypeOf(sentence: string): SceneType | null {
  return SCENE_WORDS.find(([, words]) => words.test(sentence))?.[0] ?? null;
}

export function asksForSomething(sentence: string): boolean {
  return REQUEST.test(sentence);
}
