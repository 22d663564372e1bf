/**
 * The moods of a reader and how a chapter moves them. Different in form from ESUS's transition on purpose: gains saturate,
 * and past a point frustration works in jumps, so that recovering it is no tautology (design, section 8).
 */
import type { AxisLevel } from "../../data-schemas/axis.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import type { ReaderRequest } from "../../data-schemas/population.ts";
import { normal, type Rng } from "../rng.ts";
import { clamp, type PlantedReader } from "./reader.ts";

export interface Mood {
  /** Each in [0, 1]. */
  readonly trust: number;
  readonly fatigue: number;
  readonly curiosity: number;
  readonly frustration: number;
  /** Likings as they have become. Shape [AXES]. */
  readonly tastes: readonly number[];
  /** By axis index: how much more it is wanted than usual, in [-1, 1]; grows while asked for and not given. */
  readonly needs: ReadonlyMap<number, number>;
  /** What was asked for and not yet given. */
  readonly request: ReaderRequest | null;
  /** How often in a row it was asked for and ignored. */
  readonly ignored: number;
  /** Names of rules and threads that the reader has met. */
  readonly knowledge: readonly string[];
}

export const START: Omit<Mood, "tastes"> = {
  trust: 0.6,
  fatigue: 0.1,
  curiosity: 0.5,
  frustration: 0.1,
  needs: new Map(),
  request: null,
  ignored: 0,
  knowledge: [],
};

export function firstMood({ tastes }: PlantedReader): Mood {
  return { ...START, tastes };
}

/** 0 ignored, 1 partly, 2 fulfilled. */
export type Fulfilled = 0 | 1 | 2;

/** The level that was asked for. */
export function poleWanted({ direction }: ReaderRequest): 1 | -1 {
  return direction === "higher" ? 1 : -1;
}

/**
 * Whether a chapter gives what was asked for. A request is made where the axis stood at the other pole: in the middle it
 * has at least stopped doing what was complained of.
 */
export function fulfilment(request: ReaderRequest, level: AxisLevel): Fulfilled {
  if (level === poleWanted(request)) return 2;
  return level === 0 ? 1 : 0;
}

const TIRING = ["lore_density", "history_depth", "hard_system", "craft_detail", "sentence_length"].map(axisIndex);
const INTRIGUING = ["chapter_hook", "mystery", "thread_opening", "genre_surprise", "tension_build"].map(axisIndex);
const KNOWN_AT_MOST = 8;

export interface Turn {
  readonly levels: readonly AxisLevel[];
  readonly rating: number;
  /** null: nothing was asked for. */
  readonly fulfilled: Fulfilled | null;
  readonly learned: readonly string[];
  /** From 0. */
  readonly index: number;
}

/** The mood after a chapter was read, before anything new is asked for. */
export function afterReading(reader: PlantedReader, mood: Mood, turn: Turn, rng: Rng): Mood {
  const { rates, patience } = reader;
  const { levels, fulfilled, rating } = turn;
  const high = (axes: readonly number[]): number => axes.reduce((sum, axis) => sum + Math.max(0, levels[axis]!), 0);
  const gained = fulfilled === null ? 0 : fulfilled / 2;
  const lost = fulfilled === 0 ? 1 : 0;
  const trust = mood.trust + rates.trustGain * gained * (1 - mood.trust) - rates.trustLoss * lost * mood.trust;
  const fatigue = rates.fatigueKept * mood.fatigue + rates.fatigueGain * Math.tanh(high(TIRING) / 2);
  const curiosity = 0.7 * mood.curiosity + 0.15 + 0.25 * Math.tanh(high(INTRIGUING) - 0.5);
  const ignored = fulfilled === 0 ? mood.ignored + 1 : 0;
  // The third time in a row weighs more than the first two together.
  const annoyance = fulfilled === 0 ? (1 - patience) * (ignored >= 3 ? 0.45 : 0.15) : 0;
  const frustration = 0.75 * mood.frustration + annoyance + (rating <= 2 ? 0.1 : 0) - 0.3 * gained;
  return {
    trust: clamp(trust),
    fatigue: clamp(fatigue),
    curiosity: clamp(curiosity),
    frustration: clamp(frustration),
    tastes: drifted(reader, mood.tastes, turn.index, rng),
    needs: changedNeeds(mood, fulfilled),
    // Half of it will do: nobody asks again for what has stopped.
    request: fulfilled === 0 ? mood.request : null,
    ignored,
    knowledge: [...new Set([...mood.knowledge, ...turn.learned])].slice(-KNOWN_AT_MOST),
  };
}

function drifted({ drift, reversal }: PlantedReader, tastes: readonly number[], turn: number, rng: Rng): number[] {
  const walked = tastes.map((taste, k) => {
    if (taste === 0) return 0;
    const next = taste + drift * normal(rng);
    return isQuality(k) ? Math.max(LEAST_OF_A_QUALITY, next) : next;
  });
  if (turn !== reversal) return walked;
  const turning = strongestTaste(walked);
  return walked.map((taste, k) => (k === turning ? -taste : taste));
}

/** Nobody comes to like a broken rule. */
const LEAST_OF_A_QUALITY = 0.05;
const isQuality = (k: number): boolean => AXES[k]!.kind === "quality";

/** Of the axes on which readers differ. */
export function strongestTaste(tastes: readonly number[]): number {
  const strength = (k: number): number => (isQuality(k) ? -1 : Math.abs(tastes[k]!));
  return tastes.reduce((best, _, k) => (strength(k) > strength(best) ? k : best), 0);
}

function changedNeeds({ needs, request }: Mood, fulfilled: Fulfilled | null): Map<number, number> {
  const next = new Map<number, number>();
  for (const [axis, need] of needs) if (Math.abs(need) > 0.05) next.set(axis, 0.8 * need);
  if (request === null || fulfilled === null) return next;
  const axis = axisIndex(request.axis);
  const before = next.get(axis) ?? 0;
  next.set(axis, fulfilled === 2 ? 0 : before + 0.4 * (poleWanted(request) - before));
  return next;
}
