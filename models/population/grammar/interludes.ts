/** What stands between scenes: each interlude has a mood, and holds the passages that go with it. */
import type { Language } from "../../content/language.ts";
import { ordered } from "./story.ts";

const INTERLUDE_MOODS = ["dark", "calm", "mixed"] as const;
export type InterludeMood = (typeof INTERLUDE_MOODS)[number];

/** Axes whose passages are dark, and axes whose passages are calm. */
const DARK = new Set(
  "grimness dread tension_build ruthlessness anger grief_space hope emotional_intensity cost_of_choice pacing_speed".split(
    " ",
  ),
);
const CALM = new Set("downtime warmth romance romance_pace humour craft_detail economy wonder".split(" "));

/** Moods of the interludes that an axis's passages may stand in. */
export function moodsFor(axis: string): readonly InterludeMood[] {
  if (DARK.has(axis)) return ["dark"];
  if (CALM.has(axis)) return ["calm"];
  return INTERLUDE_MOODS;
}

/** In which order the moods come in a chapter. */
export function moodOrder(key: string): InterludeMood[] {
  return ordered(`${key}/moods`, INTERLUDE_MOODS);
}

/** How an interlude opens; none moves an axis. */
export const INTERLUDES: Readonly<Record<Language, Readonly<Record<InterludeMood, readonly string[]>>>> = {
  en: {
    dark: [
      "What came next {hero} would have been glad to leave out of the account.",
      "It was not over with that. The worse part of the day was still to be got through.",
      "Between one place and another there is always a stretch that nobody writes home about.",
      "They had a bad piece of road before them, in more ways than one.",
      "{ally} had said that it might get rough, and {ally} was seldom wrong about such things.",
      "The next part was told afterwards by each of them in a different way.",
    ],
    calm: [
      "There were some hours before anything else could be done, and {hero} and {ally} had them to themselves.",
      "Nothing more could be done about it until word came, so they lived on as people do.",
      "They had taken a room near by, and went back to it.",
      "It is odd what one does on such days, when the great matter has to wait for the small ones.",
      "The rest of the day belonged to nobody, and they made use of it.",
      "For once they were expected nowhere.",
    ],
    mixed: [
      "They had an hour to fill until the next bell, and it filled itself.",
      "On the way there was this and that to be seen to.",
      "{hero} kept no diary; but if {he} had, it would have had these entries.",
      "Several things happened before they went on, and none of them seemed much.",
      "So much for that. There was other business too, as there always is.",
      "In the meanwhile life went on in its own order, which is no order at all.",
    ],
  },
  zh: {
    dark: [
      "接下来的事，{hero}宁可不写进账里。",
      "事情没有就这么完。这一天里难的那一截还在后头。",
      "从一处到另一处，总有一段路是没人往家里写的。",
      "前头是一截坏路，不止一层意思。",
      "{ally}说过恐怕不太平，{ally}在这种事上少有说错的。",
      "往下这一段，事后各人说各人的。",
    ],
    calm: [
      "离下一步还有几个时辰，这几个时辰是{hero}和{ally}自己的。",
      "没有回音之前做不了别的，他们便像别人那样过日子。",
      "他们在近处租了间屋，这会儿便回那里去。",
      "说来也怪，大事得等小事的日子，人总要做些什么。",
      "余下的半日不归谁管，他们自己用了。",
      "难得没有哪一处等着他们。",
    ],
    mixed: [
      "到下一回敲钟还有一个时辰，这一个时辰自己就满了。",
      "路上还有这样那样的事要料理。",
      "{hero}不记日记；若是记，那几条该是这样的。",
      "动身之前出了几件事，看着都不大。",
      "这件事说到这里。别的事也总是有的。",
      "这当口，日子照它自己的次序过，其实也没有什么次序。",
    ],
  },
};
