/** Differentiation inside a traced function. */
import { valueAndGrad as jaxValueAndGrad, lax } from "@jax-js/jax";
import { ShapeError } from "../../data-schemas/errors.ts";
import { describe, type JaxArray, operation, Tensor } from "./tensor.ts";
import { inScope } from "./trace-scope.ts";
import { entries, fromEntries } from "./tree.ts";

export interface ValueAndGradients<P, A> {
  readonly loss: Tensor;
  /** What the loss function reported beside the loss, such as its terms by name. */
  readonly aux: A;
  /** The derivative of the loss by each parameter; same names and shapes as the parameters. */
  readonly gradients: P;
}

/**
 * The value of `fn(params)` and its gradient, in reverse mode. Tensors of the enclosing function may be used inside `fn`;
 * they count as constants.
 *
 * @throws {ShapeError} The loss is not a float32 scalar.
 */
export function valueAndGrad<P extends object, A extends object>(
  fn: (params: P) => { readonly loss: Tensor; readonly aux: A },
  params: P,
): ValueAndGradients<P, A> {
  const leaves = entries<Tensor>(params);
  let auxPaths: string[] = [];
  const flat = (arrays: JaxArray[]): [JaxArray, JaxArray[]] =>
    inScope(null, () => {
      const tree = fromEntries(leaves.map(({ path }, i) => ({ path, leaf: Tensor.adopt(arrays[i]!, path) }))) as P;
      const { loss, aux } = fn(tree);
      if (loss.shape.length !== 0 || loss.dtype !== "float32") {
        throw new ShapeError(`valueAndGrad: the loss must be a float32 scalar, got ${loss.dtype} ${describe(loss)}`);
      }
      const reported = entries<Tensor>(aux);
      auxPaths = reported.map(({ path }) => path);
      return [loss.borrow(), reported.map(({ leaf }) => leaf.borrow())];
    });
  const [[loss, aux], gradients] = jaxValueAndGrad(flat, { hasAux: true })(leaves.map(({ leaf }) => leaf.borrow()));
  return {
    loss: Tensor.adopt(loss, "loss"),
    aux: fromEntries(aux.map((array, i) => ({ path: auxPaths[i]!, leaf: Tensor.adopt(array, auxPaths[i]!) }))) as A,
    gradients: fromEntries(
      gradients.map((array, i) => ({ path: leaves[i]!.path, leaf: Tensor.adopt(array, `d ${leaves[i]!.path}`) })),
    ) as P,
  };
}

/** The same value, with no derivative flowing through it. */
export function stopGradient(x: Tensor): Tensor {
  return operation("stopGradient", [x], (a) => lax.stopGradient(a!));
}

/**
 * A function whose derivative is written by hand: value(x), with slope(x, value(x)) as d value / d x. Automatic
 * differentiation of the usual formulas of sigmoid, softplus and tanh overflows; this form cannot, and it lowers to the
 * plain value. First derivatives only.
 */
export function withSlope(
  x: Tensor,
  value: (x: Tensor) => Tensor,
  slope: (x: Tensor, value: Tensor) => Tensor,
): Tensor {
  const still = stopGradient(x);
  const v = value(still);
  return v.add(x.sub(still).mul(slope(still, v)));
}
