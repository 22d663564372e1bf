/** Training steps on onnxruntime, jax-js and TensorFlow.js, and in PyTorch where a python3 has it; two threads each. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type BenchRow, type Contender, takeTurns } from "../contender.ts";
import { BenchProcess } from "../process.ts";
import { mlpFlops } from "./mlp-step.ts";

const THREADS = 2;
const MATRIX_FLOPS = 2 * 2048 ** 3;
const TURNS = { warmup: 3, rounds: 7, perRound: 9 };
/** Whole steps that take seconds together. */
const SLOW_TURNS = { warmup: 1, rounds: 7, perRound: 3 };

export async function benchEngines(): Promise<{ rows: BenchRow[]; notes: string[] }> {
  const processes = new Map<string, BenchProcess>();
  for (const name of ["cpu", "wasm", "tfjs"]) processes.set(name, await startScript("steps.ts", name));
  const torch = await startTorch();
  if (torch !== null) processes.set("torch", torch);

  const contender = (task: string, name: string): Contender => {
    const child = processes.get(name)!;
    const title = child.hello["engine"] ?? `PyTorch ${child.hello["torch"]}, CPU, eager`;
    return { task, contender: title, run: (count) => child.run(task, count) };
  };
  const rows: BenchRow[] = [];
  for (const task of ["mlp", "esus"]) {
    rows.push(
      ...(await takeTurns(
        [...processes.keys()].map((name) => contender(task, name)),
        TURNS,
      )),
    );
  }
  rows.push(...(await takeTurns([contender("matmul", "cpu")], SLOW_TURNS)));
  for (const child of processes.values()) child.stop();
  return { rows: [...rows, ...throughput(rows)], notes: [...ratios(rows), ...missing(torch)] };
}

function startScript(name: string, ...args: readonly string[]): Promise<BenchProcess> {
  const script = fileURLToPath(new URL(name, import.meta.url));
  return BenchProcess.start(process.execPath, ["--import", "tsx", script, ...args, String(THREADS)]);
}

async function startTorch(): Promise<BenchProcess | null> {
  const python = ["python3", "/usr/bin/python3"].find((name) => spawnSync(name, ["-c", "import torch"]).status === 0);
  if (python === undefined) return null;
  const script = fileURLToPath(new URL("torch_steps.py", import.meta.url));
  const { OPENBLAS_CORETYPE: _, OPENBLAS_L2_SIZE: __, ...rest } = process.env;
  // PyTorch picks its own matrix kernel: a machine's setting for older builds would slow it.
  const env = { ...rest, OMP_NUM_THREADS: String(THREADS), OPENBLAS_NUM_THREADS: String(THREADS) };
  return BenchProcess.start(python, [script, String(THREADS)], env);
}

function missing(torch: BenchProcess | null): string[] {
  return torch === null
    ? ["PyTorch was not measured: no python3 imports torch (Debian: python3-torch, libopenblas0)"]
    : [];
}

/** GFLOP/s of the steps whose operations are counted by hand. */
function throughput(rows: readonly BenchRow[]): BenchRow[] {
  return [
    { task: "mlp", flops: mlpFlops() },
    { task: "matmul", flops: MATRIX_FLOPS },
  ].map(({ task, flops }) => {
    const row = rows.find((found) => found.task === task && found.contender.startsWith("onnxruntime"))!;
    const rate = (ms: number): number => flops / ms / 1e6;
    return { ...row, median: rate(row.median), min: rate(row.max), max: rate(row.min), unit: "GFLOP/s" };
  });
}

function ratios(rows: readonly BenchRow[]): string[] {
  const median = (task: string, start: string): number | undefined =>
    rows.find((row) => row.task === task && row.contender.startsWith(start))?.median;
  const against = (task: string, other: string, reach: number): string => {
    const theirs = median(task, other);
    if (theirs === undefined) return `${task}: ${other} was not measured`;
    return `${task}: onnxruntime takes 1/${(theirs / median(task, "onnxruntime")!).toFixed(1)} of the time of ${other} (reach 1/${reach})`;
  };
  const share = mlpFlops() / median("mlp", "onnxruntime")! / (MATRIX_FLOPS / median("matmul", "onnxruntime")!);
  return [
    against("esus", "jax-js", 3),
    against("mlp", "TensorFlow.js", 10),
    against("mlp", "PyTorch", 1.5),
    against("esus", "PyTorch", 1),
    `mlp: ${(100 * share).toFixed(0)}% of the GFLOP/s of a plain 2048 x 2048 product on the same engine (reach 50%)`,
  ];
}
