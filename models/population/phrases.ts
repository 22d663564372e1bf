/**
 * What planted readers say, written as readers write and without a look at the lexicon of the labeller, so that reading it
 * back is a test of it; some of it is beyond any lexicon.
 */
import type { Language } from "../content/language.ts";

type Phrases = Readonly<Record<Language, readonly string[]>>;

/** By wish: a key of the preference rules. */
export const COMPLAINTS: Readonly<Record<string, Phrases>> = {
  increase_speed: {
    zh: [
      "这章太水了，打了半天还没打完",
      "节奏慢得要命，能不能快点进入正题",
      "又是一整章的废话",
      "铺垫太长，看得我都困了",
      "一件小事写了三千字，拖拖拉拉",
    ],
    en: [
      "This chapter is all filler, nothing happens",
      "The pacing drags, please get to the point",
      "Too slow, I skipped half of it",
      "Three pages for him to open a door",
      "So much padding, I nearly fell asleep",
    ],
  },
  decrease_speed: {
    zh: ["写得太赶了，大战两句话就结束了", "节奏太快，没看清就打完了", "结尾太仓促", "怎么一下子跳过了三年"],
    en: [
      "It felt rushed, the battle was over in two lines",
      "The ending was way too fast",
      "Another time skip, slow down please",
      "We jumped from the gate to the throne in a page",
    ],
  },
  increase_protagonist_decisions: {
    zh: [
      "女主太被动了，希望她自己做选择",
      "主角优柔寡断，什么都听别人的",
      "这主角就是个工具人，看着憋屈",
      "能不能让他自己拿一次主意",
    ],
    en: [
      "The heroine is so passive, let her make her own choice",
      "He is a pushover, everyone decides for him",
      "Why is the MC so indecisive",
      "Things just happen to her, she never acts",
    ],
  },
  decrease_exposition: {
    zh: ["设定太多，看得头晕", "大段解释谁看得下去", "这一章全是说明文", "名词一个接一个，跟背书一样"],
    en: [
      "Another info dump about the sect ranks",
      "Too much exposition in this chapter",
      "I did not come here for a lecture on runes",
      "Page after page of rules",
    ],
  },
  respect_established_facts: {
    zh: [
      "前后矛盾啊，他上一章不是已经死了吗",
      "这逻辑说不通",
      "作者忘了前面写的规则吧，明显是bug",
      "这把剑不是早就断了吗",
    ],
    en: [
      "Plot hole: he lost that sword ten chapters ago",
      "This makes no sense, she was already dead",
      "That contradicts what the elder said",
      "Wasn't the gate sealed yesterday?",
    ],
  },
  avoid_cliche: {
    zh: ["又是这种老套路", "退婚打脸，千篇一律", "剧情太俗套了，猜都猜得到", "看了开头就知道结尾"],
    en: [
      "So predictable, same old tropes",
      "Another cliché face-slapping scene",
      "I called the ending from page one",
      "Generic plot, seen before a hundred times",
    ],
  },
  decrease_romance: {
    zh: ["别再谈恋爱了，主线呢", "感情戏太多了，看腻了", "强行凑cp，没意思", "他俩腻歪了整整一章"],
    en: [
      "Too much romance, where is the plot",
      "That love triangle again, please stop",
      "Forced romance, they have no chemistry",
      "Two chapters of staring into each other's eyes",
    ],
  },
  improve_prose: {
    zh: ["错别字太多，文笔也差", "对话尴尬，读着别扭", "同样的句子重复了五遍", "这文字像小学生作文"],
    en: [
      "Typos everywhere and clunky dialogue",
      "The writing is repetitive and stilted",
      "So badly written that I gave up",
      "Reads like a first draft",
    ],
  },
  increase_explanation: {
    zh: ["没看懂，这个称号到底什么意思", "前因后果交代一下吧", "看得一头雾水，求解释", "人名和门派完全对不上号"],
    en: [
      "I have no idea what that rank is supposed to mean",
      "Could someone explain how the key works",
      "I'm lost, who are these people",
      "Confusing, please tell us what happened",
    ],
  },
  increase_romance: {
    zh: ["什么时候发糖啊", "他俩能不能有点进展", "感情线呢，都快忘了", "多写点两个人的互动吧"],
    en: [
      "When do they finally get together",
      "More of the two of them please",
      "I'm here for the romance and there is none",
      "Give us one scene of them alone",
    ],
  },
  raise_stakes: {
    zh: ["一点危机感都没有", "反正主角不会输，没悬念", "赢得太轻松了", "看着不紧张"],
    en: [
      "There are no stakes at all",
      "He wins without breaking a sweat, again",
      "I never once felt they were in danger",
      "Too easy, where is the tension",
    ],
  },
  lighten_mood: {
    zh: ["太压抑了，看得难受", "能不能别这么惨", "一路虐到底，喘不过气", "来点轻松的吧"],
    en: [
      "Far too bleak for me",
      "So depressing, give us some light",
      "All this gore and misery, please ease up",
      "It gets darker every chapter and I'm tired",
    ],
  },
  enrich_world: {
    zh: ["这世界太单薄了，像个空架子", "地方写得没有实感", "想多看看这座城", "世界观太简单"],
    en: [
      "The world feels paper thin",
      "I can't picture this city at all",
      "Show us more of the world",
      "It could be set anywhere",
    ],
  },
  keep_promise: {
    zh: ["那个坑什么时候填", "说好的真相呢", "伏笔埋了就不管了", "上次答应的事没下文了"],
    en: [
      "When will we hear about the missing page again",
      "You promised an answer, and then nothing",
      "That thread was just dropped",
      "Still waiting for the payoff from the first arc",
    ],
  },
  be_more_engaging: {
    zh: ["看得犯困", "平淡如水，没什么看点", "提不起兴趣", "无聊，弃了"],
    en: [
      "Boring, I kept checking my phone",
      "Flat chapter, nothing grabbed me",
      "Hard to care about any of this",
      "Dull",
    ],
  },
  smarter_characters: {
    zh: ["主角智商掉线了", "反派蠢得离谱", "都提醒三次了还上当", "这操作太傻了"],
    en: [
      "The hero is too stupid to live",
      "How does nobody see that it's a trap",
      "The villain carries the idiot ball",
      "She was warned three times and walked right in",
    ],
  },
};

export const PRAISE: Phrases = {
  zh: [
    "太好看了，求加更",
    "这章写得真精彩，感动哭了",
    "剧情不错，伏笔埋得妙",
    "哈哈哈笑死我了",
    "主角果断，看得真爽",
    "人物有血有肉，支持作者",
    "文笔细腻，很喜欢",
    "一口气看完，等更",
  ],
  en: [
    "Loved this chapter, great pacing",
    "What a twist, I can't wait for more",
    "Beautiful writing, it made me cry",
    "Hilarious, I laughed out loud",
    "Such a badass heroine",
    "The characters feel so real, amazing work",
    "Couldn't put it down",
    "Best fight so far, thank you author",
  ],
};
