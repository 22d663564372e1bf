/**
 * What an agent should change for each wish of a reader: the preference it reveals, and one sentence for each of the five
 * components. Written in both languages; the comment's own language is used.
 */
import type { Bilingual } from "../../data-schemas/axis.ts";

export interface PreferenceRule {
  readonly axis: string;
  readonly direction: string;
  /** Scenes that must not change with it. */
  readonly antiScope: string;
  /** Scenes it is about where the comment names none; null: all. */
  readonly scenes: string | null;
  readonly critic: Bilingual;
  readonly planner: Bilingual;
  readonly retriever: Bilingual;
  readonly memory: Bilingual;
  readonly generator: Bilingual;
}

const says = (zh: string, en: string): Bilingual => ({ zh, en });

export const PREFERENCE_RULES: Readonly<Record<string, PreferenceRule>> = {
  increase_speed: {
    axis: "pacing",
    direction: "increase_speed",
    antiScope: "quiet_reflection_or_grief_scenes",
    scenes: "action_or_payoff_scenes",
    critic: says("标出紧张场景里拖延回报的说明段落。", "Flag exposition that delays payoff in high-tension scenes."),
    planner: says("下一场戏必须有一个不可逆的行动。", "The next scene must make an irreversible move."),
    retriever: says(
      "优先取出等待兑现的悬念，不取已讲过的背景。",
      "Retrieve open threads that wait for payoff, not background already told.",
    ),
    memory: says("这位读者觉得情节推进太慢。", "This reader finds that the plot moves too slowly."),
    generator: says(
      "动作场景用短段落，说明不超过两句。",
      "Short paragraphs in action scenes; no more than two sentences of explanation.",
    ),
  },
  decrease_speed: {
    axis: "pacing",
    direction: "decrease_speed",
    antiScope: "chase_and_fight_scenes",
    scenes: null,
    critic: says("标出没有铺垫就结束的冲突。", "Flag conflicts that end before they were built up."),
    planner: says("每个转折之前留一场铺垫。", "Give each turn a scene that prepares it."),
    retriever: says("取出被略过的时间段里的事件。", "Retrieve what happened in the time that was skipped."),
    memory: says("这位读者觉得写得太赶。", "This reader finds it rushed."),
    generator: says("转折处放慢，写出人物的反应。", "Slow down at turns and show how characters react."),
  },
  increase_protagonist_decisions: {
    axis: "agency",
    direction: "increase_protagonist_decision_power",
    antiScope: "do_not_make_every_character_aggressive",
    scenes: null,
    critic: says(
      "检查关键结果是否由主角自己的选择造成。",
      "Check that key outcomes follow from the protagonist's own choice.",
    ),
    planner: says(
      "下一章必须有主角自己做出的、不可逆的选择。",
      "The next chapter must include an irreversible choice made by the protagonist.",
    ),
    retriever: says("取出主角此前被迫接受的决定。", "Retrieve decisions that others made for the protagonist."),
    memory: says("这位读者希望主角自己做主。", "This reader wants the protagonist to decide."),
    generator: says("让主角先行动，再让别人反应。", "Let the protagonist act first and others react."),
  },
  decrease_exposition: {
    axis: "lore_density",
    direction: "decrease_exposition",
    antiScope: "first_use_of_a_new_rule",
    scenes: null,
    critic: says("标出连续三句以上的设定说明。", "Flag more than three sentences of setting in a row."),
    planner: says("设定只在人物用到时出现。", "Let settings appear only when a character uses them."),
    retriever: says("只取本场景用到的设定。", "Retrieve only the rules that this scene uses."),
    memory: says("这位读者不喜欢大段设定。", "This reader dislikes long explanations of the setting."),
    generator: says("把说明化进动作和对话。", "Turn explanation into action and dialogue."),
  },
  increase_explanation: {
    axis: "lore_density",
    direction: "increase_explanation",
    antiScope: "mysteries_meant_to_stay_open",
    scenes: null,
    critic: says("标出读者无从知道的前提。", "Flag premises that the reader cannot know."),
    planner: says("在下一章交代清楚未解释的一点。", "Explain one open point in the next chapter."),
    retriever: says("取出与疑问有关的设定原文。", "Retrieve the passage that sets the rule in question."),
    memory: says("这位读者有没看懂的地方。", "This reader did not follow something."),
    generator: says("新名词第一次出现时用半句话说明。", "Gloss a new term in half a sentence when it first appears."),
  },
  respect_established_facts: {
    axis: "continuity",
    direction: "respect_established_facts",
    antiScope: "deliberate_unreliable_narration",
    scenes: null,
    critic: says("对照前文检查人物、时间和规则是否一致。", "Check persons, times and rules against earlier chapters."),
    planner: says("不安排违反已有规则的情节。", "Plan no event that breaks an established rule."),
    retriever: says(
      "写作前取出相关人物和规则的既有事实。",
      "Retrieve established facts of persons and rules before writing.",
    ),
    memory: says("这位读者发现了前后矛盾。", "This reader noticed a contradiction."),
    generator: says("引用既有事实时与原文一致。", "Quote established facts as they were told."),
  },
  improve_prose: {
    axis: "style",
    direction: "improve_prose",
    antiScope: "voices_of_characters",
    scenes: null,
    critic: says("标出重复的句式、错字和空话。", "Flag repeated phrasing, typos and empty phrases."),
    planner: says("每场戏定一个具体的感官细节。", "Choose one concrete sensory detail for each scene."),
    retriever: says("取出近几章用过的措辞以避免重复。", "Retrieve recent phrasing so that it is not repeated."),
    memory: says("这位读者在意文笔。", "This reader cares about the prose."),
    generator: says("句子长短交替，避免套话。", "Vary sentence length and avoid stock phrases."),
  },
  fix_translation_terms: {
    axis: "style",
    direction: "consistent_terms",
    antiScope: "names_kept_on_purpose",
    scenes: null,
    critic: says("检查译名和代词是否一致。", "Check that names and pronouns are consistent."),
    planner: says("不因译名改动情节。", "Do not change the plot for a term."),
    retriever: says("取出译名表。", "Retrieve the glossary of terms."),
    memory: says("这位读者指出翻译问题。", "This reader pointed at the translation."),
    generator: says("按译名表用词。", "Use the terms of the glossary."),
  },
  decrease_romance: {
    axis: "trope",
    direction: "decrease_romance",
    antiScope: "friendship_and_family_scenes",
    scenes: "romance_scenes",
    critic: says("标出没有铺垫的感情发展。", "Flag romance that nothing prepared."),
    planner: says("近两章不推进感情线。", "Do not advance the romance in the next two chapters."),
    retriever: says("取出主线悬念而不是感情线。", "Retrieve the main thread rather than the romance."),
    memory: says("这位读者不想看这样的感情戏。", "This reader does not want this kind of romance."),
    generator: says("亲密描写从简。", "Keep intimate description short."),
  },
  increase_romance: {
    axis: "trope",
    direction: "increase_romance",
    antiScope: "fight_and_grief_scenes",
    scenes: "romance_scenes",
    critic: says("检查感情线是否有进展。", "Check whether the romance moves."),
    planner: says(
      "安排一场两人独处并推进关系的戏。",
      "Plan a scene in which the two are alone and their relationship moves.",
    ),
    retriever: says("取出两人上次相处的情形。", "Retrieve how the two last met."),
    memory: says("这位读者想看感情进展。", "This reader wants the romance to move."),
    generator: says("用小动作写情感。", "Show feeling in small gestures."),
  },
  smarter_characters: {
    axis: "agency",
    direction: "more_competent_characters",
    antiScope: "comic_relief_characters",
    scenes: null,
    critic: says("检查人物是否忽略了自己已知的事。", "Check whether characters ignore what they know."),
    planner: says(
      "让失败来自有理由的判断，而不是犯蠢。",
      "Let failures come from reasoned judgement, not from stupidity.",
    ),
    retriever: says("取出该人物已知的信息。", "Retrieve what the character already knows."),
    memory: says("这位读者觉得人物犯蠢或单薄。", "This reader finds a character stupid or flat."),
    generator: says("写出人物作决定的理由。", "Show the reason behind a decision."),
  },
  avoid_cliche: {
    axis: "trope",
    direction: "avoid_cliche",
    antiScope: "genre_promises_of_the_blurb",
    scenes: null,
    critic: says("标出可以预料的桥段。", "Flag turns that can be foreseen."),
    planner: says("给下一个转折准备一个不常见的结果。", "Give the next turn an uncommon outcome."),
    retriever: says("取出已经用过的桥段。", "Retrieve tropes already used."),
    memory: says("这位读者厌倦套路。", "This reader is tired of clichés."),
    generator: says("避免惯用的桥段描写。", "Avoid the usual staging of the trope."),
  },
  raise_stakes: {
    axis: "emotional_peak",
    direction: "raise_stakes",
    antiScope: "daily_life_scenes",
    scenes: "action_or_payoff_scenes",
    critic: says("检查胜利是否付出代价。", "Check that victories cost something."),
    planner: says("让下一次冲突有真正的失败可能。", "Give the next conflict a real chance of failure."),
    retriever: says("取出未兑现的威胁。", "Retrieve threats that were never carried out."),
    memory: says("这位读者觉得情节太顺或太勉强。", "This reader finds the plot too easy or forced."),
    generator: says("写出代价和后果。", "Show costs and consequences."),
  },
  lighten_mood: {
    axis: "emotional_peak",
    direction: "decrease_suffering",
    antiScope: "scenes_of_earned_loss",
    scenes: null,
    critic: says("标出没有意义的受苦。", "Flag suffering that serves nothing."),
    planner: says("下一章给人物一次缓和。", "Give the characters relief in the next chapter."),
    retriever: says("取出人物的支持者和希望。", "Retrieve who supports the characters and what they hope for."),
    memory: says("这位读者觉得太虐。", "This reader finds it too dark."),
    generator: says("痛苦场景之后给一段温暖。", "Follow pain with warmth."),
  },
  enrich_world: {
    axis: "lore_density",
    direction: "more_consistent_world",
    antiScope: "fast_action_scenes",
    scenes: null,
    critic: says("检查力量体系和等级是否自洽。", "Check that powers and ranks are consistent."),
    planner: says("让一条世界规则影响下一章的结果。", "Let a rule of the world decide the next chapter's outcome."),
    retriever: says("取出相关的世界规则。", "Retrieve the rules of the world that apply."),
    memory: says("这位读者觉得世界设定站不住。", "This reader finds the world thin."),
    generator: says("用具体事物写世界。", "Show the world in concrete things."),
  },
  keep_promise: {
    axis: "continuity",
    direction: "fulfil_promises",
    antiScope: "mysteries_meant_to_stay_open",
    scenes: null,
    critic: says("检查简介和前文的承诺是否兑现。", "Check whether promises of blurb and earlier chapters are kept."),
    planner: says("兑现一个早先的承诺。", "Keep one earlier promise."),
    retriever: says("取出尚未兑现的承诺。", "Retrieve promises still open."),
    memory: says("这位读者感到失望，期望没有满足。", "This reader is disappointed: it is not what was promised."),
    generator: says("点明承诺如何兑现。", "Make plain how the promise is kept."),
  },
  be_more_engaging: {
    axis: "emotional_peak",
    direction: "increase_tension",
    antiScope: "quiet_reflection_or_grief_scenes",
    scenes: null,
    critic: says("标出没有冲突也没有问题的场景。", "Flag scenes without conflict or question."),
    planner: says("每场戏以一个问题开始或结束。", "Begin or end each scene with a question."),
    retriever: says("取出最紧迫的悬念。", "Retrieve the most urgent open thread."),
    memory: says("这位读者觉得没意思。", "This reader finds it dull."),
    generator: says("开头直接进入冲突。", "Open within the conflict."),
  },
};

/** What a reader likes stays: for praise, of any aspect. */
export const KEEP: { readonly critic: Bilingual; readonly memory: Bilingual } = {
  critic: says("修改时保留读者称赞之处：", "When revising, keep what the reader praised: "),
  memory: says("这位读者喜欢：", "This reader likes: "),
};
