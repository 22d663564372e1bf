/**
 * After training: a temperature, a shift and gaps for the ratings, a slope and a shift for each flag, fitted to answers that
 * were not trained on. Platt, "Probabilistic Outputs for Support Vector Machines" (1999), §2.2; temperature: Guo et al.,
 * arXiv:1706.04599, §4.2.
 */
import { LEVELS } from "../../data-schemas/rating.ts";
import type { EsusParams } from "../esus.ts";
import { FLAGS } from "../feedback-layout.ts";
import { minimise } from "../minimise.ts";
import type { ReaderData } from "../reader/reader-data.ts";
import type { Engine } from "../tensor/engine.ts";
import { float32 } from "../tensor/host-array.ts";
import { Predictor } from "./predictor.ts";

/** Below so many answers a fit would be noise, and the head stays as trained. */
const FEWEST = 100;
const CUTS = LEVELS - 1;

interface RatedLogit {
  readonly reward: number;
  /** ζ as trained. */
  readonly cuts: readonly number[];
  readonly rating: number;
}

interface FlagLogit {
  readonly logit: number;
  readonly yes: boolean;
}

/** @returns The parameters with the calibration filled in, and on how many answers it stands. */
export async function calibrate(
  engine: Engine,
  params: EsusParams,
  data: ReaderData,
): Promise<{ params: EsusParams; answers: number }> {
  const picked = data.events.flatMap(({ split }, i) => (split === "calibration" ? [i] : []));
  if (picked.length < FEWEST) return { params, answers: 0 };
  const rated: RatedLogit[] = [];
  const flagged: FlagLogit[][] = FLAGS.map(() => []);
  const predictor = await Predictor.create(engine, params, data, picked);
  await predictor.run(params, "none", (i, row, { reward, cuts, flags }) => {
    const { rating, flags: said } = data.events[i]!;
    if (rating !== null)
      rated.push({ reward: reward[row]!, cuts: Array.from(cuts.subarray(row * CUTS, (row + 1) * CUTS)), rating });
    for (const [f, yes] of said.entries())
      if (yes !== null) flagged[f]!.push({ logit: flags[row * FLAGS.length + f]!, yes });
  });
  await predictor.dispose();
  const rating = rated.length < FEWEST ? null : fitRating(rated);
  const platt = flagged.map((list) => (list.length < FEWEST ? { scale: 1, shift: 0 } : fitPlatt(list)));
  const calibration = {
    rating:
      rating === null
        ? params.calibration.rating
        : {
            logScale: float32([1], [rating[0]!]),
            first: float32([1], [rating[1]!]),
            logGap: float32([CUTS - 1], rating.slice(2)),
          },
    flags: {
      scale: float32(
        [FLAGS.length],
        platt.map(({ scale }) => scale),
      ),
      shift: float32(
        [FLAGS.length],
        platt.map(({ shift }) => shift),
      ),
    },
  };
  return { params: { ...params, calibration }, answers: picked.length };
}

/** log scale, first, log gaps: those that make the answers likeliest. */
export function fitRating(rated: readonly RatedLogit[]): number[] {
  const loss = ([logScale, first, ...logGaps]: readonly number[]): number => {
    const scale = Math.exp(logScale!);
    let sum = 0;
    for (const { reward, cuts, rating } of rated) {
      let cut = cuts[0]! + first!;
      let below = 0;
      for (let k = 0; k < rating - 1; k++) {
        if (k > 0) cut += (cuts[k]! - cuts[k - 1]!) * Math.exp(logGaps[k - 1]!);
        below = sigmoid(scale * (cut - reward));
      }
      if (rating > 1 && rating < LEVELS)
        cut += (cuts[rating - 1]! - cuts[rating - 2]!) * Math.exp(logGaps[rating - 2]!);
      const upTo = rating === LEVELS ? 1 : sigmoid(scale * (cut - reward));
      sum -= Math.log(Math.max(upTo - below, 1e-9));
    }
    return sum / rated.length;
  };
  return minimise(loss, new Array<number>(CUTS + 1).fill(0));
}

/** Slope and shift by Newton's method; a slope that would turn answers around is not taken. */
export function fitPlatt(flagged: readonly FlagLogit[]): { scale: number; shift: number } {
  let [scale, shift] = [1, 0];
  const ridge = 1e-3 * flagged.length;
  for (let iteration = 0; iteration < 50; iteration++) {
    let [gs, gb, ss, sb, bb] = [ridge * (scale - 1), 0, ridge, 0, 1e-6];
    for (const { logit, yes } of flagged) {
      const p = sigmoid(scale * logit + shift);
      const [error, weight] = [p - (yes ? 1 : 0), p * (1 - p)];
      gs += error * logit;
      gb += error;
      ss += weight * logit * logit;
      sb += weight * logit;
      bb += weight;
    }
    const determinant = ss * bb - sb * sb;
    if (!(determinant > 1e-9)) break;
    // Far from the answer Newton's step overshoots: none is longer than 1.
    const step = [(bb * gs - sb * gb) / determinant, (ss * gb - sb * gs) / determinant] as const;
    const shorter = Math.min(1, 1 / Math.hypot(...step));
    scale -= shorter * step[0];
    shift -= shorter * step[1];
  }
  return scale > 0 && Number.isFinite(scale + shift) ? { scale, shift } : { scale: 1, shift: 0 };
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
