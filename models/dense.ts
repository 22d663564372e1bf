/** Starting values of layers. */
import { normal, type Rng } from "./rng.ts";
import { float32, type HostArray } from "./tensor/host-array.ts";

/** Weights from N(0, gain²/rows). Shape [rows, columns]. */
export function dense(rng: Rng, rows: number, columns: number, gain = 1): HostArray {
  const scale = gain / Math.sqrt(rows);
  return float32(
    [rows, columns],
    Float32Array.from({ length: rows * columns }, () => scale * normal(rng)),
  );
}

/** The same value n times. */
export function filled(n: number, value: number): HostArray {
  return float32([n], new Float32Array(n).fill(value));
}
