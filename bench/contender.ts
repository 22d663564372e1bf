/** Pits contenders against each other in one run: they take turns, so that a slow minute of the machine hits all. */

export interface Contender {
  readonly task: string;
  readonly contender: string;
  /** Does the work `count` times and gives the milliseconds of each. */
  run(count: number): Promise<readonly number[]>;
  dispose?(): Promise<void>;
}

export interface BenchRow {
  readonly task: string;
  readonly contender: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  readonly runs: number;
}

export interface Pace {
  readonly warmup: number;
  readonly rounds: number;
  readonly perRound: number;
}

/** Each turn starts with `warmup` steps that are not counted: caches and clocks settle after another's turn. */
export async function takeTurns(
  contenders: readonly Contender[],
  { warmup, rounds, perRound }: Pace,
): Promise<BenchRow[]> {
  const times = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      await contender.run(warmup);
      times[i]!.push(...(await contender.run(perRound)));
    }
  }
  return contenders.map(({ task, contender }, i) => ({ task, contender, ...summary(times[i]!), unit: "ms" }));
}

function summary(values: readonly number[]): { median: number; min: number; max: number; runs: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)!, runs: sorted.length };
}

/** Milliseconds of each call of `work`. */
export async function timed(count: number, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}
