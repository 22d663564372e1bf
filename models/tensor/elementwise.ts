/**
 * Element-wise functions of tensors. Sigmoid, softplus, tanh and what is made of them keep finite values and gradients for
 * every finite input; sqrt and log have the infinite slopes at 0 that they have.
 */
import { lax, numpy } from "@jax-js/jax";
import { ShapeError } from "../../data-schemas/errors.ts";
import { withSlope } from "./derivative.ts";
import { broadcastShapes } from "./shape.ts";
import { binary, describe, type Operand, operation, Tensor } from "./tensor.ts";

export const exp = (x: Tensor): Tensor => operation("exp", [x], (a) => numpy.exp(a!));
export const log = (x: Tensor): Tensor => operation("log", [x], (a) => numpy.log(a!));
export const sqrt = (x: Tensor): Tensor => operation("sqrt", [x], (a) => numpy.sqrt(a!));
export const sin = (x: Tensor): Tensor => operation("sin", [x], (a) => numpy.sin(a!));
export const cos = (x: Tensor): Tensor => operation("cos", [x], (a) => numpy.cos(a!));
export const asin = (x: Tensor): Tensor => operation("asin", [x], (a) => numpy.asin(a!));
export const atan = (x: Tensor): Tensor => operation("atan", [x], (a) => numpy.atan(a!));
export const floor = (x: Tensor): Tensor => operation("floor", [x], (a) => numpy.floor(a!));
export const ceil = (x: Tensor): Tensor => operation("ceil", [x], (a) => numpy.ceil(a!));
export const reciprocal = (x: Tensor): Tensor => operation("reciprocal", [x], (a) => numpy.reciprocal(a!));
export const square = (x: Tensor): Tensor => x.mul(x);

/** Gauss error function. */
export const erf = (x: Tensor): Tensor => operation("erf", [x], (a) => lax.erf(a!));

/** Larger of two; where they are equal the gradient goes to the first. */
export const maximum = (x: Operand, y: Operand): Tensor => binary("maximum", x, y, numpy.maximum);
/** Smaller of two; where they are equal the gradient goes to the first. */
export const minimum = (x: Operand, y: Operand): Tensor => binary("minimum", x, y, numpy.minimum);
/** Remainder with the sign of the numerator, as JavaScript's %. */
export const remainder = (x: Tensor, y: Operand): Tensor => binary("remainder", x, y, (a, b) => a.mod(b));

/** |x|; the gradient at 0 is 1. */
export const abs = (x: Tensor): Tensor => maximum(x, x.neg());

/** max(x, 0); the gradient at 0 is 1. Its slope is a product with 0 or 1, which runs faster than a selection. */
export function relu(x: Tensor): Tensor {
  return withSlope(
    x,
    (v) => maximum(v, 0),
    (v) => v.greaterEqual(0).cast("float32"),
  );
}

export const clip = (x: Tensor, low: number, high: number): Tensor => minimum(maximum(x, low), high);

/**
 * `yes` where the condition holds, else `no`.
 * @throws {ShapeError} The condition is not boolean, or shapes do not broadcast.
 */
export function where(condition: Tensor, yes: Operand, no: Operand): Tensor {
  if (condition.dtype !== "bool")
    throw new ShapeError(`where: ${condition.label} is ${condition.dtype}; expected bool`);
  const branches = [yes, no].filter((branch) => branch instanceof Tensor);
  for (const branch of branches) {
    if (broadcastShapes(condition.shape, branch.shape) === null) {
      throw new ShapeError(`where: ${describe(condition)} and ${describe(branch)} do not broadcast`);
    }
  }
  return operation("where", [condition, ...branches], (c, ...rest) => {
    const next = (branch: Operand) => (branch instanceof Tensor ? rest.shift()! : branch);
    return numpy.where(c!, next(yes), next(no));
  });
}

/** 1 / (1 + exp(−x)). */
export function sigmoid(x: Tensor): Tensor {
  const value = (v: Tensor): Tensor => reciprocal(exp(v.neg()).add(1));
  return withSlope(x, value, (_, s) => s.mul(s.neg().add(1)));
}

/** log(1 + exp(x)), without overflow. */
export function softplus(x: Tensor): Tensor {
  const value = (v: Tensor): Tensor => maximum(v, 0).add(log(exp(minimum(v, v.neg())).add(1)));
  return withSlope(x, value, (v) => reciprocal(exp(v.neg()).add(1)));
}

/** log(sigmoid(x)) = −softplus(−x). */
export const logSigmoid = (x: Tensor): Tensor => softplus(x.neg()).neg();

export function tanh(x: Tensor): Tensor {
  const value = (v: Tensor): Tensor =>
    reciprocal(exp(v.mul(2).neg()).add(1))
      .mul(2)
      .add(-1);
  return withSlope(x, value, (_, t) => t.mul(t).neg().add(1));
}

/** x · sigmoid(x) (Elfwing et al., arXiv:1702.03118). */
export const silu = (x: Tensor): Tensor => x.mul(sigmoid(x));

/** x · Φ(x), the exact form (Hendrycks & Gimpel, arXiv:1606.08415). */
export const gelu = (x: Tensor): Tensor => x.mul(erf(x.mul(Math.SQRT1_2)).add(1)).mul(0.5);
