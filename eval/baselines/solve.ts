/** Linear equations of a symmetric positive definite matrix, by Cholesky's factors (Golub & Van Loan, 4th ed., Alg. 4.2.1). */

/** @param matrix [n, n], row-major; overwritten. @returns x with matrix · x = right. */
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
