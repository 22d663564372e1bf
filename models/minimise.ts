/** Nelder and Mead, "A simplex method for function minimization", Computer Journal 7 (1965): for a few parameters of a rough function. */

const ITERATIONS = 80;
const TOLERANCE = 1e-4;

/** @returns The best point that was tried. Nothing is drawn: equal functions give equal points. */
export function minimise(f: (x: readonly number[]) => number, start: readonly number[]): number[] {
  const step = 0.3;
  const points = [start, ...start.map((_, i) => start.map((x, j) => (i === j ? x + step : x)))];
  let simplex = points.map((x) => ({ x: [...x], value: f(x) }));
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    simplex.sort((a, b) => a.value - b.value);
    const best = simplex[0]!;
    const worst = simplex.at(-1)!;
    if (worst.value - best.value < TOLERANCE) break;
    const rest = simplex.slice(0, -1);
    const centre = start.map((_, i) => rest.reduce((sum, { x }) => sum + x[i]!, 0) / rest.length);
    const along = (t: number) => {
      const x = centre.map((c, i) => c + t * (worst.x[i]! - c));
      return { x, value: f(x) };
    };
    const reflected = along(-1);
    if (reflected.value < best.value) {
      const expanded = along(-2);
      simplex = [...rest, expanded.value < reflected.value ? expanded : reflected];
      continue;
    }
    if (reflected.value < simplex.at(-2)!.value) {
      simplex = [...rest, reflected];
      continue;
    }
    const contracted = reflected.value < worst.value ? along(-0.5) : along(0.5);
    if (contracted.value < Math.min(reflected.value, worst.value)) {
      simplex = [...rest, contracted];
      continue;
    }
    simplex = [
      best,
      ...simplex.slice(1).map(({ x }) => {
        const shrunk = x.map((value, i) => best.x[i]! + 0.5 * (value - best.x[i]!));
        return { x: shrunk, value: f(shrunk) };
      }),
    ];
  }
  simplex.sort((a, b) => a.value - b.value);
  return simplex[0]!.x;
}
