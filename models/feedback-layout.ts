/**
 * What of a reader's answer the reader encoder is told, column by column. What was not observed has a known-mask of 0 and
 * a value of 0; it is never filled in silently. What became of a request is not among it: that moves moods, not tastes.
 */

/** Yes-or-no behaviours, in the order of their heads. A `liking` would turn around with a reader's tastes. */
export const FLAGS = [
  { name: "continue", field: "continue_clicked", liking: true },
  { name: "skip", field: "skipped", liking: true },
  { name: "like", field: "liked", liking: true },
  { name: "favourite", field: "favourited", liking: true },
  { name: "comment", field: "commented", liking: false },
  { name: "regenerate", field: "regenerate_requested", liking: true },
  { name: "shelve", field: "shelved", liking: false },
] as const;
export type FlagName = (typeof FLAGS)[number]["name"];

const COLUMNS: readonly { readonly name: string; readonly turns: boolean }[] = [
  /** Stars above what the story's other readers lead to expect. */
  { name: "residual", turns: true },
  { name: "residual squared", turns: false },
  { name: "rating known", turns: false },
  ...FLAGS.map(({ name, liking }) => ({ name, turns: liking })),
  ...FLAGS.map(({ name }) => ({ name: `${name} known`, turns: false })),
  /** log of seconds a word, less TYPICAL_LOG_PACE. */
  { name: "pace", turns: false },
  { name: "pace known", turns: false },
  { name: "log rereads", turns: true },
  { name: "rereads known", turns: false },
  { name: "scroll", turns: true },
  { name: "scroll known", turns: false },
  /** log(1 + days since the answer before). */
  { name: "log gap", turns: false },
  { name: "gap known", turns: false },
];

export const FEEDBACK_WIDTH = COLUMNS.length;
/** −1 where a reader of opposite tastes would have answered the other way, else 1. Shape [FEEDBACK_WIDTH]. */
export const SWAP_SIGNS: readonly number[] = COLUMNS.map(({ turns }) => (turns ? -1 : 1));

const column = (name: string): number => COLUMNS.findIndex((each) => each.name === name);
export const AT = {
  residual: column("residual"),
  residualSquared: column("residual squared"),
  ratingKnown: column("rating known"),
  flags: column(FLAGS[0].name),
  flagsKnown: column(`${FLAGS[0].name} known`),
  pace: column("pace"),
  paceKnown: column("pace known"),
  rereads: column("log rereads"),
  rereadsKnown: column("rereads known"),
  scroll: column("scroll"),
  scrollKnown: column("scroll known"),
  gap: column("log gap"),
  gapKnown: column("gap known"),
} as const;

/** 0.25 s a word is 240 words a minute (Brysbaert, J. Mem. Lang. 109, 2019: 238 in silent reading of English fiction). */
export const TYPICAL_LOG_PACE = Math.log(0.25);
/** Of continued flags: known values are told as ±½, so that an unknown one lies between. */
export const FLAG_CENTRE = 0.5;
