/** Constant matrices that models use, made while tracing. */
import { float32 } from "./host-array.ts";
import { constant, type Tensor } from "./tensor.ts";

/** [n, n] with 1 where the row is at most the column. */
export function upperTriangle(n: number): Tensor {
  const values = Array.from({ length: n * n }, (_, i) => (Math.floor(i / n) <= i % n ? 1 : 0));
  return constant(float32([n, n], values));
}

/** [0, 1, …, n − 1] as float32. */
export function range(n: number): Tensor {
  return constant(
    float32(
      [n],
      Array.from({ length: n }, (_, i) => i),
    ),
  );
}
