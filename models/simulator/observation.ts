/** One reader's answer out of the arrays of a turn: what an agent may see, and what only a scorer may. */
import { AXES } from "../../data-schemas/ontology.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import { CODE } from "../axes/axis-encoder.ts";
import { FLAGS, type FlagName } from "../feedback-layout.ts";
import { PROTOTYPES } from "../population/prototypes.ts";
import { MOODS } from "../state/transition.ts";
import type { takeTurn } from "./turn.ts";

const A = AXES.length;

type Output = ReturnType<typeof takeTurn>;
export type VisibleArrays = Readonly<Record<keyof Output["visible"], Float32Array>>;
export type HiddenArrays = Readonly<Record<keyof Output["hidden"], Float32Array>>;

/** What an agent sees of one answer. */
export interface Observation {
  readonly rating: number;
  readonly flags: Readonly<Record<FlagName, boolean>>;
  readonly dwellSeconds: number;
  readonly scrollDepth: number;
  readonly rereads: number;
  /** Tags of the ontology. */
  readonly tags: readonly string[];
  /** Whether the last request was met; null: none was open. */
  readonly fulfilled: 0 | 1 | 2 | null;
  /** What is asked for now. */
  readonly request: { readonly axis: string; readonly direction: "higher" | "lower" } | null;
}

export interface HiddenState {
  readonly z: Float32Array;
  readonly moods: Readonly<Record<(typeof MOODS)[number], number>>;
  /** r, and w∘φ by axis of the code. */
  readonly reward: number;
  readonly parts: Float32Array;
  /** P of each prototype. */
  readonly prototypes: Float32Array;
  /** P of each rating before it was drawn. */
  readonly rating: Float32Array;
}

/** What an agent sees of reader r. */
export function observationAt(visible: VisibleArrays, r: number): Observation {
  const tags: string[] = [];
  for (const [k, axis] of AXES.entries()) {
    if (visible.liked[r * A + k] === 1) tags.push(`liked_${axis.id}`);
    if (visible.asked[r * A + k] === 1) tags.push(axis.tags.low);
    if (visible.asked[r * A + k] === -1) tags.push(axis.tags.high);
  }
  const asked = visible.request.subarray(r * A, (r + 1) * A).findIndex((value) => value !== 0);
  const fulfilled = visible.open[r] === 0 ? null : visible.fulfilled[r] === 1 ? 2 : visible.partly[r] === 1 ? 1 : 0;
  return {
    rating: visible.stars[r]!,
    flags: Object.fromEntries(
      FLAGS.map(({ name }, f) => [name, visible.flags[r * FLAGS.length + f] === 1]),
    ) as Observation["flags"],
    dwellSeconds: visible.dwellSeconds[r]!,
    scrollDepth: visible.scrollDepth[r]!,
    rereads: visible.rereads[r]!,
    tags,
    fulfilled,
    request:
      asked < 0 ? null : { axis: AXES[asked]!.id, direction: visible.request[r * A + asked]! > 0 ? "higher" : "lower" },
  };
}

export function hiddenAt(hidden: HiddenArrays, r: number): HiddenState {
  const of = (name: keyof Output["hidden"], width: number): Float32Array =>
    hidden[name].slice(r * width, (r + 1) * width);
  const Z = hidden.z.length / hidden.reward.length;
  const moods = of("moods", MOODS.length);
  return {
    z: of("z", Z),
    moods: Object.fromEntries(MOODS.map((name, i) => [name, moods[i]!])) as HiddenState["moods"],
    reward: hidden.reward[r]!,
    parts: of("parts", CODE),
    prototypes: of("prototype", PROTOTYPES.length),
    rating: of("rating", LEVELS),
  };
}
