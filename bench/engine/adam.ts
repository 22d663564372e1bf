/** Plain Adam without bias correction, as the benchmark's contenders in other libraries write it. */
import { sqrt, square } from "../../models/tensor/elementwise.ts";
import { float32, type HostArray } from "../../models/tensor/host-array.ts";
import type { Tensor } from "../../models/tensor/tensor.ts";
import { entries, fromEntries, mapTree } from "../../models/tensor/tree.ts";

export function initMoments<P extends object>(params: P): { first: P; second: P } {
  const zeros = (): P => mapTree(params, (leaf: HostArray) => float32(leaf.shape)) as unknown as P;
  return { first: zeros(), second: zeros() };
}

export function adamStep<P extends object>(state: { params: P; first: P; second: P }, gradients: P): typeof state {
  const [params, first, second, gradient] = [state.params, state.first, state.second, gradients].map((tree) =>
    entries<Tensor>(tree),
  );
  const next = params!.map(({ path, leaf }, i) => {
    const g = gradient![i]!.leaf;
    const m = first![i]!.leaf.mul(0.9).add(g.mul(0.1));
    const v = second![i]!.leaf.mul(0.999).add(square(g).mul(0.001));
    return { path, param: leaf.sub(m.mul(1e-3).div(sqrt(v).add(1e-8))), m, v };
  });
  const tree = (part: "param" | "m" | "v"): P =>
    fromEntries(next.map((leaf) => ({ path: leaf.path, leaf: leaf[part] }))) as P;
  return { params: tree("param"), first: tree("m"), second: tree("v") };
}
