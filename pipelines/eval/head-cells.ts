/** Metrics of what is predicted beside ratings, of the latent, and of the axes. */

import { type Cell, MODEL } from "../../data-schemas/eval-table.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import { assign, correlation } from "../../eval/axis-match.ts";
import { normalCdf } from "../../eval/baselines/biases.ts";
import type { CountStatistic, Estimate } from "../../eval/interval.ts";
import { Resampler } from "../../eval/interval.ts";
import {
  averagePrecision,
  binnedAuc,
  expectedCalibrationError,
  pitCounts,
  pitDistance,
  reliabilityCounts,
  type Stated,
} from "../../eval/reliability.ts";
import { CODE } from "../../models/axes/axis-encoder.ts";
import { FLAGS, TYPICAL_LOG_PACE } from "../../models/feedback-layout.ts";
import { PROTOTYPES } from "../../models/population/prototypes.ts";
import type { ReaderEvent } from "../../models/reader/event.ts";
import { MOODS } from "../../models/state/transition.ts";
import type { Collected } from "./collect.ts";

type About = Pick<Cell, "unit" | "better" | "floor" | "ceiling" | "protocol">;
const LOWER = (protocol: string, unit = "share"): About => ({
  unit,
  better: "lower",
  floor: null,
  ceiling: 0,
  protocol,
});
const HIGHER = (protocol: string, floor: number | null): About => ({
  unit: "share",
  better: "higher",
  floor,
  ceiling: 1,
  protocol,
});
const ECE = LOWER("ece-15-bins-1");
const AUC = HIGHER("auc-128-logit-bins-1", 0.5);

/** Builds cells whose intervals are of readers drawn again. */
export class HeadCells {
  readonly cells: Cell[] = [];
  readonly #collected: Collected;
  readonly #events: readonly ReaderEvent[];
  readonly #rows: readonly (readonly number[])[];
  readonly #resampler: Resampler;

  constructor(collected: Collected, events: readonly ReaderEvent[], rng: () => number) {
    const byReader = new Map<number, number[]>();
    for (const [row, i] of collected.picked.entries()) {
      const list = byReader.get(events[i]!.reader);
      if (list === undefined) byReader.set(events[i]!.reader, [row]);
      else list.push(row);
    }
    this.#collected = collected;
    this.#events = events;
    this.#rows = [...byReader.values()];
    this.#resampler = new Resampler(this.#rows.length, rng);
  }

  event(row: number): ReaderEvent {
    return this.#events[this.#collected.picked[row]!]!;
  }

  add(group: string, metric: string, about: About, estimate: Estimate): void {
    if (estimate.value === null) return;
    this.cells.push({ group, model: MODEL, metric, ...about, estimate, difference: null });
  }

  /** A mean over rows that have a value. */
  mean(group: string, metric: string, about: About, measured: (row: number) => number | null): void {
    const parts = this.#rows.map((rows) => {
      const values = rows.map(measured).filter((value) => value !== null);
      return { sum: values.reduce((sum, value) => sum + value, 0), weight: values.length };
    });
    const metricOf = { name: metric, ...about, contribution: () => ({ sum: 0, weight: 0 }), finish: (x: number) => x };
    this.add(group, metric, about, this.#resampler.estimate(metricOf, parts));
  }

  /** Statistics of stated probabilities. */
  stated(
    group: string,
    of: (row: number) => readonly Stated[],
    wanted: readonly (readonly [string, About, CountStatistic])[],
  ) {
    const counts = this.#rows.map((rows) => reliabilityCounts(rows.flatMap((row) => of(row))));
    const estimates = this.#resampler.statistics(
      counts,
      wanted.map(([, , statistic]) => statistic),
    );
    for (const [s, [metric, about]] of wanted.entries()) this.add(group, metric, about, estimates[s]!);
  }

  counted(
    group: string,
    metric: string,
    about: About,
    of: (rows: readonly number[]) => Float64Array,
    statistic: CountStatistic,
  ) {
    const [estimate] = this.#resampler.statistics(this.#rows.map(of), [statistic]);
    this.add(group, metric, about, estimate!);
  }
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
const plain = (value: number, n: number): Estimate => ({ value, low: null, high: null, n, clusters: 0 });

/** Reliability of each rating threshold and flag, dwell, tags. */
export function addBehaviour(heads: HeadCells, { rating, output }: Collected, words: Float32Array): void {
  for (let k = 1; k < LEVELS; k++) {
    heads.stated(
      "calibration",
      (row) => {
        const p = rating.none.subarray(row * LEVELS, (row + 1) * LEVELS);
        return [{ probability: p.slice(k).reduce((a, b) => a + b, 0), happened: heads.event(row).rating! > k }];
      },
      [[`rating above ${k}: ECE`, ECE, expectedCalibrationError]],
    );
  }
  for (const [f, { name }] of FLAGS.entries()) {
    heads.stated(
      "behaviour",
      (row) => {
        const said = heads.event(row).flags[f] ?? null;
        return said === null ? [] : [{ probability: sigmoid(output.flags[row * FLAGS.length + f]!), happened: said }];
      },
      [
        [`${name}: AUC`, AUC, binnedAuc],
        [`${name}: ECE`, ECE, expectedCalibrationError],
      ],
    );
  }
  const skip = FLAGS.findIndex(({ name }) => name === "skip");
  heads.counted(
    "behaviour",
    "dwell: PIT distance",
    LOWER("pit-ks-20-bins-1"),
    (rows) =>
      pitCounts(
        rows.flatMap((row) => {
          const { dwellSeconds, content, flags } = heads.event(row);
          if (dwellSeconds === null || content < 0 || words[content]! <= 0 || flags[skip] === true) return [];
          const pace = Math.log(dwellSeconds / words[content]!) - TYPICAL_LOG_PACE;
          return [normalCdf((pace - output.pace[row]!) / Math.exp(output.logPaceSd[row]!))];
        }),
      ),
    pitDistance,
  );
  const A = AXES.length;
  heads.stated(
    "behaviour",
    (row) => {
      const { tags } = heads.event(row);
      if (tags === null) return [];
      return [tags.liked, tags.higher, tags.lower].flatMap((given, kind) =>
        AXES.map((_, k) => ({
          probability: sigmoid(output.tags[row * 3 * A + kind * A + k]!),
          happened: given.includes(k),
        })),
      );
    },
    [["tags: average precision", HIGHER("micro-ap-128-logit-bins-1", 0), averagePrecision]],
  );
}

/** From this many known answers on a reader counts as known. */
const KNOWN = 8;
const ACTIVE_VARIANCE = 0.005;

/** The latent: prototypes, opposite readers, active units, moods, and what w·φ explains. */
export function addReader(heads: HeadCells, { picked, histories, output, latent }: Collected): void {
  const P = PROTOTYPES.length;
  const known = (row: number): boolean => histories[row]!.length >= KNOWN;
  heads.mean(
    "reader",
    `prototype recovered, ${KNOWN} or more answers known`,
    HIGHER("prototype-accuracy-1", null),
    (row) => {
      const planted = heads.event(row).hidden?.prototype ?? -1;
      if (planted < 0 || !known(row)) return null;
      const said = output.prototype.subarray(row * P, (row + 1) * P);
      return said.indexOf(Math.max(...said)) === planted ? 1 : 0;
    },
  );
  const { mean, opposite } = output;
  heads.mean(
    "reader",
    "cos(mu, mu of the opposite reader)",
    { unit: "cosine", better: "lower", floor: 1, ceiling: -1, protocol: "swap-cosine-1" },
    (row) => {
      if (!known(row)) return null;
      let [xy, xx, yy] = [0, 0, 0];
      for (let z = row * latent; z < (row + 1) * latent; z++) {
        xy += mean[z]! * opposite[z]!;
        xx += mean[z]! ** 2;
        yy += opposite[z]! ** 2;
      }
      return xy / Math.sqrt(xx * yy + 1e-12);
    },
  );
  const last = new Map<number, number>();
  for (const [row] of picked.entries()) last.set(heads.event(row).reader, row);
  const rows = [...last.values()];
  const active = Array.from({ length: latent }, (_, z) => variance(rows.map((row) => mean[row * latent + z]!)));
  heads.add(
    "reader",
    "active units",
    HIGHER("active-units-0.005-1", 0),
    plain(active.filter((value) => value > ACTIVE_VARIANCE).length / latent, latent),
  );
  const rest = picked.map((_, row) => output.reward[row]! - output.explained[row]!);
  heads.add(
    "reader",
    "variance of r explained by w·phi",
    HIGHER("explained-variance-2", 0),
    plain(1 - variance(rest) / Math.max(1e-12, variance([...output.reward])), picked.length),
  );
  for (const [m, name] of MOODS.entries()) {
    heads.mean("state", `${name}: mean absolute error`, LOWER("mood-mae-1", "of [0, 1]"), (row) => {
      const hidden = heads.event(row).hidden;
      return hidden === null ? null : Math.abs(output.moods[row * 4 + m]! - hidden.state[m]!);
    });
  }
}

function variance(values: readonly number[]): number {
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - average) ** 2, 0) / values.length;
}

/** |r| from which a coordinate stands for an axis. */
const STANDS_FOR = 0.5;

/**
 * Planted axes recovered by the coordinates of contents.
 * @param phi [contents, CODE]. @param planted Levels of each content, [contents][AXES].
 */
export function addAxes(heads: HeadCells, phi: Float32Array, planted: readonly (readonly number[])[]): void {
  if (planted.length < 30) return;
  const columns = Array.from({ length: CODE }, (_, m) => planted.map((_, c) => phi[c * CODE + m]!));
  const levels = AXES.map((_, k) => planted.map((row) => row[k]!));
  const gain = levels.map((level) => columns.map((column) => Math.abs(correlation(level, column))));
  const matched = assign(gain);
  const found = matched.filter((m, k) => gain[k]![m]! >= STANDS_FOR);
  const alive = columns.filter((column) => column.some((value) => value !== 0)).length;
  const named = matched.filter((m, k) => m === k && correlation(levels[k]!, columns[k]!) >= STANDS_FOR);
  const n = planted.length;
  heads.add(
    "axes",
    "recall of planted axes",
    HIGHER("axis-recall-hungarian-0.5-1", 0),
    plain(found.length / AXES.length, n),
  );
  // Of the coordinates that claim an axis by name, those that are it.
  heads.add(
    "axes",
    "precision of named axes",
    HIGHER("axis-precision-hungarian-0.5-1", 0),
    plain(named.length / AXES.length, n),
  );
  heads.add("axes", "dead coordinates", LOWER("axis-dead-1"), plain(1 - alive / CODE, n));
  const strength = matched.reduce((sum, m, k) => sum + gain[k]![m]!, 0) / AXES.length;
  heads.add("axes", "mean |r| with planted levels", HIGHER("axis-mean-r-1", 0), plain(strength, n));
}
