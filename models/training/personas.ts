/**
 * Readers by kind, so that a simulation can begin with one whom nobody has met: what is made of the training split's readers
 * after all that is known of them, averaged by how much each is of a kind. Averages only; no reader's history is kept.
 */
import { AXES } from "../../data-schemas/ontology.ts";
import type { EsusParams } from "../esus.ts";
import { FLAGS } from "../feedback-layout.ts";
import { PROTOTYPES } from "../population/prototypes.ts";
import type { ReaderData } from "../reader/reader-data.ts";
import { TRACES } from "../reader/reader-encoder.ts";
import type { Engine } from "../tensor/engine.ts";
import { float32 } from "../tensor/host-array.ts";
import { Predictor } from "./predictor.ts";

const P = PROTOTYPES.length;
const W = TRACES * AXES.length;
/** Known answers from which a reader counts. */
const KNOWN = 5;

/** Readers of a kind below which nothing is kept of it. */
export const FEWEST_OF_A_KIND = 5;

/** @returns The parameters with what training answers tell at large: flags that were seen, and the offset of an unknown source. */
export function withObserved(params: EsusParams, data: ReaderData): EsusParams {
  const flags = new Float32Array(FLAGS.length);
  const { data: offsets, shape } = params.source.offset;
  const counts = new Float64Array(shape[0]!);
  for (const { split, source, flags: told } of data.events) {
    if (split !== "train") continue;
    counts[source]!++;
    for (const [f, flag] of told.entries()) if (flag !== null) flags[f] = 1;
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  const offset = Float32Array.from(offsets, Number);
  offset[0] = counts.reduce((sum, count, row) => sum + count * offset[row]!, 0) / Math.max(1, total);
  return { ...params, observed: { flags: float32([FLAGS.length], flags) }, source: { offset: float32(shape, offset) } };
}

/** @returns The parameters with the personas filled in. */
export async function withPersonas(engine: Engine, params: EsusParams, data: ReaderData): Promise<EsusParams> {
  const last = new Map<number, { event: number; n: number }>();
  for (const [event, { reader, split }] of data.events.entries())
    if (split === "train") last.set(reader, { event, n: (last.get(reader)?.n ?? 0) + 1 });
  const picked = [...last.values()].flatMap(({ event, n }) => (n > KNOWN ? [event] : []));
  if (picked.length === 0) return params;
  const Z = params.reader.mean.shape[1]!;
  const [seen, mean, square, traces] = [P, P * Z, P * Z, P * W].map((n) => new Float64Array(n)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const predictor = await Predictor.create(engine, params, data, picked);
  await predictor.run(params, "none", (_, row, out) => {
    for (let p = 0; p < P; p++) {
      const share = Math.exp(out.prototype[row * P + p]!);
      seen[p]! += share;
      for (let z = 0; z < Z; z++) {
        const value = out.mean[row * Z + z]!;
        mean[p * Z + z]! += share * value;
        square[p * Z + z]! += share * value * value;
      }
      for (let w = 0; w < W; w++) traces[p * W + w]! += share * out.traces[row * W + w]!;
    }
  });
  await predictor.dispose();
  // An average over few readers would be about them.
  const average = (sums: Float64Array, width: number): Float32Array =>
    Float32Array.from(sums, (sum, i) => {
      const n = seen[Math.floor(i / width)]!;
      return n < FEWEST_OF_A_KIND ? 0 : sum / n;
    });
  const means = average(mean, Z);
  const sds = average(square, Z).map((value, i) => Math.sqrt(Math.max(0, value - means[i]! ** 2)));
  return {
    ...params,
    persona: {
      seen: float32([P], Float32Array.from(seen)),
      mean: float32([P, Z], means),
      sd: float32([P, Z], sds),
      traces: float32([P, W], average(traces, W)),
    },
  };
}
