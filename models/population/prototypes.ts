/** The kinds of readers that the population is drawn around. */
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";

export interface Prototype {
  readonly id: string;
  readonly name: { readonly zh: string; readonly en: string };
  /** Liking of each axis's high pole, about -1.5 to 1.5. Shape [AXES]. */
  readonly tastes: readonly number[];
  /** Words a minute of English; Chinese readers read half as many characters again. */
  readonly wordsAMinute: number;
  /** In [0, 1]: how much of an ignored request is forgiven. */
  readonly patience: number;
  /** In [0, 1]: how readily words are written. */
  readonly talkative: number;
  /** Share of readers. */
  readonly share: number;
}

/** What every reader wants of the qualities before individual variation. */
const QUALITY_WEIGHT = 0.5;

function prototype(
  id: string,
  zh: string,
  en: string,
  tastes: Readonly<Record<string, number>>,
  [wordsAMinute, patience, talkative, share]: readonly [number, number, number, number],
): Prototype {
  const weights = AXES.map(({ kind }) => (kind === "quality" ? QUALITY_WEIGHT : 0));
  for (const [axis, weight] of Object.entries(tastes)) weights[axisIndex(axis)]! += weight;
  return { id, name: { zh, en }, tastes: weights, wordsAMinute, patience, talkative, share };
}

export const PROTOTYPES: readonly Prototype[] = [
  prototype(
    "power_fantasy",
    "爽文读者",
    "power-fantasy reader",
    {
      face_slapping: 1.3,
      competence: 1,
      pacing_speed: 0.9,
      ruthlessness: 0.8,
      hard_system: 0.6,
      interiority: -0.6,
      downtime: -0.6,
    },
    [290, 0.3, 0.5, 0.13],
  ),
  prototype(
    "slow_burn_romance",
    "慢热言情读者",
    "slow-burn romance reader",
    {
      romance: 1.3,
      romance_pace: -1.2,
      interiority: 0.8,
      warmth: 0.6,
      politics: -0.6,
      grimness: -0.8,
      pacing_speed: -0.4,
    },
    [240, 0.6, 0.5, 0.12],
  ),
  prototype(
    "lore_scholar",
    "设定党",
    "lore reader",
    {
      lore_density: 1.3,
      history_depth: 1,
      hard_system: 0.8,
      place_detail: 0.7,
      romance: -0.7,
      humour: -0.3,
      world_consistency: 0.6,
    },
    [220, 0.7, 0.6, 0.08],
  ),
  prototype(
    "strong_heroine",
    "大女主读者",
    "strong-heroine reader",
    {
      female_agency: 1.4,
      protagonist_agency: 1,
      competence: 0.6,
      romance: -0.4,
      ruthlessness: 0.4,
      emotional_intensity: -0.3,
    },
    [260, 0.4, 0.6, 0.1],
  ),
  prototype(
    "mystery_solver",
    "推理读者",
    "mystery reader",
    {
      mystery: 1.3,
      payoff_promptness: -0.6,
      callback: 0.8,
      planning: 0.7,
      causal_clarity: 0.6,
      genre_surprise: 0.7,
      romance: -0.5,
    },
    [230, 0.6, 0.5, 0.09],
  ),
  prototype(
    "cozy_comfort",
    "治愈系读者",
    "cosy reader",
    {
      downtime: 1.2,
      warmth: 1.2,
      humour: 0.5,
      grimness: -1.2,
      dread: -0.8,
      tension_build: -0.5,
      craft_detail: 0.6,
      chapter_hook: -0.5,
    },
    [240, 0.8, 0.4, 0.09],
  ),
  prototype(
    "grim_realist",
    "暗黑写实读者",
    "grim realist",
    { grimness: 1.2, cost_of_choice: 1, hope: -0.8, ruthlessness: 0.6, humour: -0.6, warmth: -0.5, anger: 0.4 },
    [250, 0.5, 0.3, 0.07],
  ),
  prototype(
    "comedy_lover",
    "搞笑读者",
    "comedy reader",
    { humour: 1.4, register: -0.8, genre_surprise: 0.7, dialogue_share: 0.7, grief_space: -0.6, lore_density: -0.6 },
    [280, 0.6, 0.6, 0.09],
  ),
  prototype(
    "stylist",
    "文笔党",
    "stylist",
    {
      prose_ornament: 1.1,
      sensory_detail: 1,
      sentence_length: 0.5,
      register: 0.6,
      phrase_variety: 0.7,
      face_slapping: -0.9,
      hard_system: -0.5,
    },
    [210, 0.5, 0.4, 0.07],
  ),
  prototype(
    "strategist",
    "权谋读者",
    "strategist",
    {
      politics: 1.3,
      planning: 1.1,
      economy: 0.8,
      scene_cutting: 0.5,
      causal_clarity: 0.4,
      emotional_intensity: -0.6,
      romance: -0.4,
    },
    [240, 0.5, 0.4, 0.06],
  ),
  prototype(
    "heart_on_sleeve",
    "虐心读者",
    "tear-seeker",
    {
      emotional_intensity: 1.3,
      grief_space: 1,
      interiority: 0.6,
      cost_of_choice: 0.5,
      romance: 0.5,
      humour: -0.5,
      pacing_speed: -0.4,
    },
    [230, 0.6, 0.6, 0.05],
  ),
  prototype(
    "binge_skimmer",
    "快读追更党",
    "binge reader",
    {
      pacing_speed: 1.1,
      chapter_hook: 1.1,
      tension_build: 0.8,
      dialogue_share: 0.5,
      place_detail: -0.8,
      lore_density: -0.9,
      sentence_length: -0.6,
    },
    [340, 0.2, 0.3, 0.05],
  ),
];
