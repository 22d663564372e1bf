/**
 * What a simulated reader carries from turn to turn, and how an answer changes it: the recurrent form of what training
 * computes for all turns at once (reader-encoder.ts, transition.ts). Cost a turn does not grow with the history. R readers.
 */
import { AXES } from "../../data-schemas/ontology.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import type { EsusParams, Params, Recollection } from "../esus.ts";
import { AT } from "../feedback-layout.ts";
import * as reader from "../reader/reader-encoder.ts";
import { keptATurn } from "../reader/retention.ts";
import { READER_PRIOR } from "../reader/tallies.ts";
import { moodChange, nextMoods } from "../state/transition.ts";
import { log } from "../tensor/elementwise.ts";
import { float32, type HostArray } from "../tensor/host-array.ts";
import { concat, slice } from "../tensor/layout.ts";
import { constant, type Tensor } from "../tensor/tensor.ts";

const A = AXES.length;

/** What of a reader follows from their history. */
export interface MemoryState<Leaf> {
  /** Weighted sums of values, then of weights, memory by memory. [R, U + MEMORIES]. */
  readonly memory: Leaf;
  /** Sums by axis, trace by trace, then the counts. [R, TRACES · A + TRACES]. */
  readonly traces: Leaf;
  /** Σ decay · residual · key, then the count. [R, K + 1]. */
  readonly kin: Leaf;
  /** Not clipped. [R, 4]. */
  readonly moods: Leaf;
  /** Count and sum of ratings, and count of each level. [R, 2 + LEVELS]. */
  readonly tally: Leaf;
}

export interface SimulatorState<Leaf> extends MemoryState<Leaf> {
  /** Of a persona: the preference, kept. [R, Z]. */
  readonly z: Leaf;
  /** 1 for a persona, 0 for a reader whose preference is told by the history. [R, 1]. */
  readonly persona: Leaf;
  /** What is asked for: +1 higher, −1 lower. [R, A]. */
  readonly request: Leaf;
  /** How often in a row it was ignored. [R, 1]. */
  readonly ignored: Leaf;
}

/** Readers of whom nothing is known. */
export function freshState(params: EsusParams, R: number): SimulatorState<HostArray> {
  const U = params.reader.hiddenBias.shape[0]!;
  const [, K] = params.reader.kin.query.shape as [number, number];
  const [, Z] = params.reader.mean.shape as [number, number];
  const start = params.transition.start.data;
  const moods = Float32Array.from({ length: 4 * R }, (_, i) => 1 / (1 + Math.exp(-start[i % 4]!)));
  return {
    memory: float32([R, U + reader.MEMORIES]),
    traces: float32([R, reader.TRACES * A + reader.TRACES]),
    kin: float32([R, K + 1]),
    moods: float32([R, 4], moods),
    tally: float32([R, 2 + LEVELS]),
    z: float32([R, Z]),
    persona: float32([R, 1]),
    request: float32([R, A]),
    ignored: float32([R, 1]),
  };
}

/** The part of a state that follows from the history. */
export function memoryOf<Leaf>({ memory, traces, kin, moods, tally }: SimulatorState<Leaf>): MemoryState<Leaf> {
  return { memory, traces, kin, moods, tally };
}

export interface Averages<Leaf> {
  /** Mean rating of the training split. [1]. */
  readonly mean: Leaf;
  /** [1, LEVELS]. */
  readonly share: Leaf;
}

/** What is remembered before a chapter: the same as `recall` gives of the same events. @param h [R, H]. */
export function recollect(
  params: Params,
  state: MemoryState<Tensor>,
  averages: Averages<Tensor>,
  h: Tensor,
): Recollection & { readonly statistics: Tensor } {
  const U = params.reader.hiddenBias.shape[0]!;
  const width = U / reader.MEMORIES;
  const memory = concat(
    Array.from({ length: reader.MEMORIES }, (_, m) =>
      reader.normalised(
        params.reader,
        m,
        slice(state.memory, 1, m * width, (m + 1) * width),
        slice(state.memory, 1, U + m, U + m + 1),
      ),
    ),
    1,
  );
  const counts = reader.TRACES * A;
  const traces = concat(
    Array.from({ length: reader.TRACES }, (_, i) =>
      reader.traceNormalised(
        params.reader,
        i,
        slice(state.traces, 1, i * A, (i + 1) * A),
        slice(state.traces, 1, counts + i, counts + i + 1),
      ),
    ),
    1,
  );
  const { kin } = params.reader;
  const K = kin.query.shape[1]!;
  const similarity = h
    .matmul(kin.query)
    .mul(slice(state.kin, 1, 0, K))
    .sum(1, { keepDims: true });
  const statistics = statisticsOf(state.tally, averages);
  return {
    posterior: reader.posterior(params.reader, memory, traces),
    level: reader.levelOf(params.reader, memory, statistics),
    traces,
    kinship: reader.kinNormalised(kin, similarity, slice(state.kin, 1, K, K + 1), K),
    moods: state.moods,
    statistics,
  };
}

/** As Tally.write has them. */
function statisticsOf(tally: Tensor, { mean, share }: Averages<Tensor>): Tensor {
  const n = slice(tally, 1, 0, 1);
  const sum = slice(tally, 1, 1, 2);
  const levels = slice(tally, 1, 2, 2 + LEVELS);
  const all = n.add(READER_PRIOR);
  const deviation = sum.sub(n.mul(mean)).div(all);
  const shares = levels.add(share.mul(READER_PRIOR)).div(all).div(share);
  return concat([deviation, log(n.add(1)), log(shares)], 1);
}

/** An answer as it enters the history. */
export interface Answer<Leaf> {
  /** [R, FEEDBACK_WIDTH]. */
  readonly feedback: Leaf;
  /** [R, MOVERS]. */
  readonly movers: Leaf;
  /** [R, A]. */
  readonly asked: Leaf;
  readonly liked: Leaf;
  /** One-hot, or zeros: not rated. [R, LEVELS]. */
  readonly level: Leaf;
  /** 1 where there is an answer, else the reader stays as they are. [R, 1]. */
  readonly known: Leaf;
}

/** The state after an answer to a chapter. */
export function remembered(
  params: Params,
  state: MemoryState<Tensor>,
  h: Tensor,
  phi: Tensor,
  answer: Answer<Tensor>,
): MemoryState<Tensor> {
  const { known, level, feedback } = answer;
  const H = h.shape[1]!;
  const evidence = reader.evidenceOf({ ...answer, h, phi });
  const { value, gate } = reader.valuesOf(params.reader, evidence);
  const width = value.shape[1]! / reader.MEMORIES;
  const sums = Array.from({ length: reader.MEMORIES }, (_, m) => {
    const g = slice(gate, 1, m, m + 1);
    return { value: slice(value, 1, m * width, (m + 1) * width).mul(g), weight: g };
  });
  const keptOf = (m: number): Tensor => keptATurn(reader.decayOf(params.reader, m));
  const spread = (kept: Tensor, columns: number): Tensor =>
    kept.reshape([1, 1]).mul(row(new Array<number>(columns).fill(1)));
  const memoryKept = concat(
    [...sums.map((_, m) => spread(keptOf(m), width)), ...sums.map((_, m) => spread(keptOf(m), 1))],
    1,
  );
  const added = concat([...sums.map(({ value: each }) => each), ...sums.map(({ weight }) => weight)], 1);

  const { residuals, tags } = reader.axisEvidence(evidence, H);
  const traceKept = Array.from({ length: reader.TRACES }, (_, i) =>
    keptATurn(slice(params.reader.trace.decay, 0, i, i + 1)),
  );
  const tracesKept = concat(
    [...traceKept.map((kept) => spread(kept, A)), ...traceKept.map((kept) => spread(kept, 1))],
    1,
  );
  const one = known.mul(0).add(1);
  const tracesAdded = concat([tags, tags, residuals, one, one, one], 1);

  const { kin } = params.reader;
  const residual = slice(feedback, 1, AT.residual, AT.residual + 1);
  const kinAdded = concat([h.matmul(kin.key).mul(residual), one], 1);
  const { a, b } = moodChange(params.transition, phi, answer.movers);

  const rated = level.sum(1, { keepDims: true });
  const stars = level.mul(row(STARS)).sum(1, { keepDims: true });
  const stay = (before: Tensor, after: Tensor): Tensor => before.add(after.sub(before).mul(known));
  return {
    memory: stay(state.memory, state.memory.mul(memoryKept).add(added)),
    traces: stay(state.traces, state.traces.mul(tracesKept).add(tracesAdded)),
    kin: stay(state.kin, state.kin.mul(keptATurn(kin.decay)).add(kinAdded)),
    moods: stay(state.moods, nextMoods(state.moods, a, b)),
    tally: stay(state.tally, state.tally.add(concat([rated, stars, level], 1))),
  };
}

const STARS = Array.from({ length: LEVELS }, (_, k) => k + 1);

function row(values: readonly number[]): Tensor {
  return constant(float32([1, values.length], values));
}
