/** Which learned coordinates stand for which planted axes: one to one, by the largest total |correlation|. */

/** Pearson's correlation; 0 where one of them is constant. */
export function correlation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const n = x.length;
  let [mx, my] = [0, 0];
  for (let i = 0; i < n; i++) {
    mx += x[i]! / n;
    my += y[i]! / n;
  }
  let [xy, xx, yy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    xy += (x[i]! - mx) * (y[i]! - my);
    xx += (x[i]! - mx) ** 2;
    yy += (y[i]! - my) ** 2;
  }
  return xx === 0 || yy === 0 ? 0 : xy / Math.sqrt(xx * yy);
}

/**
 * Hungarian method in its shortest-path form (Jonker & Volgenant, Computing 38, 1987), for rows ≤ columns.
 * @param gain [rows][columns]. @returns The column of each row with the largest total.
 */
export function assign(gain: readonly (readonly number[])[]): number[] {
  const n = gain.length;
  const m = gain[0]?.length ?? 0;
  const [u, v] = [new Float64Array(n + 1), new Float64Array(m + 1)];
  const rowOf = new Int32Array(m + 1);
  const way = new Int32Array(m + 1);
  for (let i = 1; i <= n; i++) {
    rowOf[0] = i;
    let column = 0;
    const least = new Float64Array(m + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(m + 1);
    do {
      used[column] = 1;
      const row = rowOf[column]!;
      let [delta, next] = [Number.POSITIVE_INFINITY, 0];
      for (let j = 1; j <= m; j++) {
        if (used[j] === 1) continue;
        const cost = -gain[row - 1]![j - 1]! - u[row]! - v[j]!;
        if (cost < least[j]!) {
          least[j] = cost;
          way[j] = column;
        }
        if (least[j]! < delta) [delta, next] = [least[j]!, j];
      }
      for (let j = 0; j <= m; j++) {
        if (used[j] === 1) {
          u[rowOf[j]!]! += delta;
          v[j]! -= delta;
        } else least[j]! -= delta;
      }
      column = next;
    } while (rowOf[column] !== 0);
    do {
      const before = way[column]!;
      rowOf[column] = rowOf[before]!;
      column = before;
    } while (column !== 0);
  }
  const result = new Array<number>(n).fill(-1);
  for (let j = 1; j <= m; j++) if (rowOf[j]! > 0) result[rowOf[j]! - 1] = j - 1;
  return result;
}
