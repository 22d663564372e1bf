/** Linear equations of a symmetric positive definite matrix, by Cholesky's factors (Golub & Van Loan, 4th ed., Alg. 4.2.1). */

/** @param matrix [n, n], row-major, of which the lower triangle is read; overwritten. @returns x with matrix · x = right. */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = matrix[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k]! * matrix[j * n + k]!;
      matrix[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / matrix[j * n + j]!;
    }
  }
  const x = Float64Array.from(right);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i]! -= matrix[i * n + k]! * x[k]!;
    x[i]! /= matrix[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= matrix[k * n + i]! * x[k]!;
    x[i]! /= matrix[i * n + i]!;
  }
  return x;
}

export interface RidgeRow {
  readonly x: ArrayLike<number>;
  readonly y: number;
  /** 1 where it is left out. */
  readonly weight?: number;
}

/**
 * Ridge regression through the origin: β minimises Σ weight·(y − βᵀx)² + penalty·|β|². A row's x may be used again for the
 * next one.
 */
export function ridge(width: number, penalty: number, rows: Iterable<RidgeRow>): Float64Array {
  const gram = new Float64Array(width * width);
  const right = new Float64Array(width);
  for (let e = 0; e < width; e++) gram[e * width + e] = penalty;
  for (const { x, y, weight = 1 } of rows) {
    for (let e = 0; e < width; e++) {
      const weighed = weight * x[e]!;
      right[e]! += weighed * y;
      for (let f = 0; f <= e; f++) gram[e * width + f]! += weighed * x[f]!;
    }
  }
  return solveSymmetric(gram, right);
}
