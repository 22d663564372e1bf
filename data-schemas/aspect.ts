/** What readers speak of in a comment: the vocabulary of labels. Names in both languages stand in reports. */

export const ASPECTS = [
  "characters",
  "plot",
  "pacing",
  "agency",
  "world",
  "lore",
  "continuity",
  "writing",
  "translation",
  "romance",
  "themes",
  "emotion",
  "humour",
  "originality",
  "expectation",
  "enjoyment",
  "updates",
] as const;
export type Aspect = (typeof ASPECTS)[number];
