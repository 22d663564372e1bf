/** Interventions that work with the chapter's own words. */
import type { Language } from "../content/language.ts";
import { ordinal } from "../content/ordinals.ts";
import { pick } from "../population/grammar/template.ts";
import { type Edit, inserted, spreadPlaces } from "./edit.ts";

const sentencesOf = (paragraph: string, language: Language): string[] =>
  paragraph.match(language === "zh" ? /[^。．！？]+[。．！？]*[”」]*/g : /[^.!?]+[.!?]+["”’)]*\s*|[^.!?]+$/g) ?? [];

const EXPLAINS: Readonly<Record<Language, RegExp>> = {
  zh: /所谓|称为|叫做|叫作|名唤|唤作|原来这|原是|相传|据说|乃是|共有|分为|凡/,
  en: /\b(?:is called|was called|known as|consists? of|there (?:is|are|was|were)|belong(?:s|ed) to|according to|usually|generally|such as|in general|that is to say)\b/i,
};
const QUOTED = /“[^”]*”|「[^」]*」|"[^"]*"/;

/** Fewer than half of the paragraphs may go, or it is another chapter. */
const keepsMost = (before: readonly string[], after: readonly string[]): boolean =>
  after.length > 0 && after.join("").length >= 0.5 * before.join("").length && after.join("") !== before.join("");

const EXPOSITION: Readonly<Record<Language, readonly string[]>> = {
  zh: [
    "列位须知，所谓规矩，分为内外两层：外层人人看得见，称为仪；内层只传本家，叫作法。二者合起来，才算得一套。",
    "原来这一带的称呼另有讲究，凡长一辈的称为前，晚一辈的称为后，意思是前后相随；外人不知，往往叫错。",
    "按照旧例，此等事共有三类，即公事、私事、半公半私之事；第三类最多，属于各家自理，不入册籍。",
    "相传此法原则上有四步，分为问、验、记、存；一般人只知头两步，后两步乃是衙门里的学问。",
  ],
  en: [
    "It must be explained that the custom consists of two parts, of which the outer is known as the form and the inner as the rule; the term itself refers to both.",
    "There are, in principle, three classes of such matters, namely the public, the private, and the mixed; by definition the last belongs to each house, according to its usage.",
    "The arrangement is known as a standing order. It is usually made in writing, consists of four articles, and is a property of the office, that is to say, not of the person.",
    "By definition a claim of this kind lapses in a year; such claims are classed as open, in contrast to the settled sort, and the whole doctrine rests on the distinction.",
  ],
};
const CLICHE: Readonly<Record<Language, readonly string[]>> = {
  zh: ["一时间众人面面相觑，半晌作声不得。", "正是无巧不成书，说时迟那时快。", "真个是有话即长，无话即短。"],
  en: [
    "It was, when all was said and done, what it was, and nothing could be done about it.",
    "There was something in the air, and nobody could say what was in the air.",
    "A chill ran down every spine in the room, as chills will run down spines.",
  ],
};
const REST: Readonly<Record<Language, readonly string[]>> = {
  zh: ["当下诸事已毕，众人各自安歇，一夜无话。", "如此事情了结，大家心里踏实，安安静静地散了。"],
  en: [
    "So the day ended. Nothing more was left to do, and everyone went home and slept soundly.",
    "And there the matter was settled, and the house was quiet and at peace.",
  ],
};
const DEAD: Readonly<Record<Language, (name: string) => [string, string]>> = {
  zh: (name) => [`${name}去年就已下葬，此事人人皆知。`, `这时${name}走上前来，说起昨日才见过的事。`],
  en: (name) => [
    `${name} had been buried the year before, as everyone there knew.`,
    `It was then that ${name} came forward, and spoke of what had been done yesterday.`,
  ],
};

const one = <T>(items: readonly T[], key: string): T => items[pick(key, items.length)]!;

export const OWN_WORD_EDITS: readonly Edit[] = [
  {
    operator: "insert_exposition",
    axis: "lore_density",
    direction: "higher",
    apply: ({ paragraphs, language }) => {
      const added = EXPOSITION[language].slice(0, Math.max(2, Math.min(4, Math.round(paragraphs.length / 8))));
      return inserted(paragraphs, spreadPlaces(paragraphs.length, added.length), added);
    },
  },
  {
    operator: "cut_exposition",
    axis: "lore_density",
    direction: "lower",
    apply: ({ paragraphs, language }) => {
      const kept = paragraphs.map((paragraph) =>
        sentencesOf(paragraph, language)
          .filter((sentence) => QUOTED.test(sentence) || !EXPLAINS[language].test(sentence))
          .join(""),
      );
      const left = kept.filter((paragraph) => paragraph.trim() !== "");
      return keepsMost(paragraphs, left) ? left : null;
    },
  },
  {
    operator: "cut_to_the_cliffhanger",
    axis: "chapter_hook",
    direction: "higher",
    apply: ({ paragraphs, language }) => {
      // The last question or outcry in the second half ends the chapter.
      const all = paragraphs.flatMap((paragraph, p) =>
        sentencesOf(paragraph, language).map((sentence) => ({ sentence, p })),
      );
      const from = Math.ceil(all.length / 2);
      const at = all.findLastIndex(
        ({ sentence }, i) => i >= from && i < all.length - 1 && /[?？!！]["”」]?\s*$/.test(sentence),
      );
      if (at < 0) return null;
      const { p } = all[at]!;
      const last = all
        .slice(0, at + 1)
        .filter((each) => each.p === p)
        .map(({ sentence }) => sentence);
      // A paragraph of its own, as a hook is.
      return [...paragraphs.slice(0, p), ...(last.length > 1 ? [last.slice(0, -1).join("")] : []), last.at(-1)!];
    },
  },
  {
    operator: "settle_the_ending",
    axis: "chapter_hook",
    direction: "lower",
    apply: ({ paragraphs, language }, key) => {
      const closing = paragraphs
        .at(-1)!
        .replace(/(?:未知|不知|毕竟|且听|究竟|要知)[^。]*(?:分解|何如|如何)[^。]*。?$/, "");
      const kept = closing.trim() === "" ? [] : [closing];
      return [...paragraphs.slice(0, -1), ...kept, one(REST[language], key)];
    },
  },
  {
    operator: "reorder_days",
    axis: "timeline_consistency",
    direction: "lower",
    apply: ({ paragraphs, language }) => {
      if (paragraphs.length < 4) return null;
      const half = Math.floor(paragraphs.length / 2);
      const says = (day: number): string =>
        language === "zh" ? `这是第${ordinal(day, "zh")}日。` : `It was the ${ordinal(day, "en")} day.`;
      return [says(12), ...paragraphs.slice(half), says(9), ...paragraphs.slice(0, half)];
    },
  },
  {
    operator: "give_the_action_away",
    axis: "protagonist_agency",
    direction: "lower",
    apply: ({ paragraphs, persons, language }) => {
      const [hero, other] = persons;
      if (hero === undefined || other === undefined) return null;
      const yields =
        language === "zh"
          ? `${hero}听从吩咐，由着他们去，`
          : `${hero} obeyed, and let it happen; for it had been arranged for by `;
      let given = 0;
      const edited = paragraphs.map((paragraph) =>
        sentencesOf(paragraph, language)
          .map((sentence) => {
            if (!sentence.trimStart().startsWith(hero) || given >= 6) return sentence;
            given++;
            return language === "zh"
              ? yields + other + sentence.trimStart().slice(hero.length)
              : `${yields}${other}, who${sentence.trimStart().slice(hero.length)}`;
          })
          .join(""),
      );
      return given === 0 ? null : edited;
    },
  },
  {
    operator: "repeat_phrases",
    axis: "phrase_variety",
    direction: "lower",
    apply: ({ paragraphs, language }, key) => {
      const phrase = one(CLICHE[language], key);
      const n = Math.max(3, Math.round(paragraphs.length / 5));
      return inserted(paragraphs, spreadPlaces(paragraphs.length, n), Array<string>(n).fill(phrase));
    },
  },
  {
    operator: "plant_a_contradiction",
    axis: "character_consistency",
    direction: "lower",
    apply: ({ paragraphs, persons, language }) => {
      const person = persons[0];
      if (person === undefined) return null;
      const [buried, back] = DEAD[language](person);
      return inserted(paragraphs, spreadPlaces(paragraphs.length, 2), [buried, back]);
    },
  },
  {
    operator: "cut_dialogue",
    axis: "dialogue_share",
    direction: "lower",
    apply: ({ paragraphs, language }) => {
      let turn = 0;
      const left = paragraphs
        .map((paragraph) =>
          sentencesOf(paragraph, language)
            .filter((sentence) => !QUOTED.test(sentence) || turn++ % 2 === 0)
            .join(""),
        )
        .filter((paragraph) => paragraph.trim() !== "");
      return keepsMost(paragraphs, left) ? left : null;
    },
  },
  {
    operator: "split_sentences",
    axis: "sentence_length",
    direction: "lower",
    apply: ({ paragraphs, language }) =>
      changed(paragraphs, (paragraph) =>
        language === "zh"
          ? paragraph.replace(/，/g, "。")
          : paragraph
              .replace(
                /[;,] (and|but) (\p{L})/gu,
                (_, word: string, letter: string) => `. ${word[0]!.toUpperCase()}${word.slice(1)} ${letter}`,
              )
              .replace(/; (\p{L})/gu, (_, letter: string) => `. ${letter.toUpperCase()}`),
      ),
  },
  {
    operator: "join_sentences",
    axis: "sentence_length",
    direction: "higher",
    apply: ({ paragraphs, language }) =>
      changed(paragraphs, (paragraph) =>
        language === "zh"
          ? paragraph.replace(/。(?=[^”」])/g, "，")
          : paragraph.replace(
              /(?<=\p{Ll})\. (\p{Lu})(?=\p{Ll}| )/gu,
              (_, letter: string) => `; and ${letter.toLowerCase()}`,
            ),
      ),
  },
];

function changed(paragraphs: readonly string[], edit: (paragraph: string) => string): string[] | null {
  const edited = paragraphs.map(edit);
  return edited.join("") === paragraphs.join("") ? null : edited;
}
