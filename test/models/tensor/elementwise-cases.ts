/** One element at a time: arithmetic, comparisons, functions, casts. */
import { numpy, scipySpecial } from "@jax-js/jax";
import { stopGradient } from "../../../models/tensor/derivative.ts";
import * as ew from "../../../models/tensor/elementwise.ts";
import { bool, float32, int32 } from "../../../models/tensor/host-array.ts";
import { operation } from "../../../models/tensor/tensor.ts";
import { randn } from "./arrays.ts";
import { binary, flags, inside, ints, type PrimitiveCase, positive, unary } from "./primitive-case.ts";

export const ELEMENTWISE_CASES: readonly PrimitiveCase[] = [
  ...binary("add", ({ x, y }) => ({ z: x!.add(y!) })),
  ...binary("sub", ({ x, y }) => ({ z: x!.sub(y!) })),
  ...binary("mul", ({ x, y }) => ({ z: x!.mul(y!) })),
  ...binary("div", ({ x, y }) => ({ z: x!.div(y!) })),
  ...binary("maximum", ({ x, y }) => ({ z: ew.maximum(x!, y!) })),
  ...binary("minimum", ({ x, y }) => ({ z: ew.minimum(x!, y!) })),
  ...binary("remainder", ({ x, y }) => ({ z: ew.remainder(x!.mul(3), y!) })),
  ...binary("comparisons", ({ x, y }) => ({
    less: x!.less(y!),
    lessEqual: x!.lessEqual(y!),
    greater: x!.greater(y!),
    greaterEqual: x!.greaterEqual(y!),
    equal: x!.equal(y!),
    notEqual: x!.notEqual(y!),
  })),
  ...binary("where", ({ x, y }) => ({ z: ew.where(x!.less(y!), x!, y!), fixed: ew.where(x!.less(0), 1, y!) })),
  ...unary("neg", ((x: { neg(): never }) => x.neg()) as never),
  ...unary("exp", ew.exp as never),
  ...unary("log", ew.log as never, positive),
  ...unary("sqrt", ew.sqrt as never, positive),
  ...unary("reciprocal", ew.reciprocal as never, positive),
  ...unary("sin", ew.sin as never),
  ...unary("cos", ew.cos as never),
  ...unary("asin", ew.asin as never, inside),
  ...unary("atan", ew.atan as never),
  ...unary("floor", ew.floor as never),
  ...unary("ceil", ew.ceil as never),
  ...unary("erf", ew.erf as never),
  ...unary("sigmoid", ew.sigmoid as never),
  ...unary("softplus", ew.softplus as never),
  ...unary("logSigmoid", ew.logSigmoid as never),
  ...unary("tanh", ew.tanh as never),
  ...unary("silu", ew.silu as never),
  ...unary("gelu", ew.gelu as never),
  ...unary("relu", ew.relu as never),
  ...unary("abs", ew.abs as never),
  ...unary("stopGradient", stopGradient as never),
  {
    name: "erfc",
    inputs: { x: randn(3, [2, 4]) },
    fn: ({ x }) => ({ y: operation("erfc", [x!], (a) => scipySpecial.erfc(a!)) }),
  },
  {
    name: "extreme logits",
    inputs: { x: float32([6], [-200, -90, -1e-4, 1e-4, 90, 200]) },
    fn: ({ x }) => ({ s: ew.sigmoid(x!), p: ew.softplus(x!), l: ew.logSigmoid(x!), t: ew.tanh(x!) }),
    tolerance: 1e-4,
  },
  {
    name: "integer arithmetic",
    inputs: { x: ints, y: int32([3], [2, 3, 4]) },
    fn: ({ x, y }) => ({
      sum: x!.add(y!),
      product: x!.mul(2),
      larger: ew.maximum(x!, y!),
      rest: ew.remainder(x!, y!),
      less: x!.less(y!),
    }),
  },
  {
    name: "idiv",
    inputs: { x: ints, y: int32([3], [2, 3, 4]), f: randn(4, [2, 3], 5) },
    fn: ({ x, y, f }) => ({
      whole: operation("floorDivide", [x!, y!], (a, b) =>
        numpy.trunc(numpy.divide(a!.astype(numpy.float32), b!.astype(numpy.float32))),
      ),
      part: operation("trunc", [f!], (a) => numpy.trunc(a!)),
    }),
  },
  {
    name: "boolean arithmetic",
    inputs: { a: flags, b: bool([3], [0, 1, 1]) },
    fn: ({ a, b }) => ({
      and: operation("and", [a!, b!], (x, y) => numpy.minimum(x!, y!)),
      or: operation("or", [a!, b!], (x, y) => numpy.maximum(x!, y!)),
      sum: operation("sum", [a!, b!], (x, y) => numpy.add(x!, y!)),
      product: operation("product", [a!, b!], (x, y) => numpy.multiply(x!, y!)),
      equal: a!.equal(b!),
    }),
  },
  {
    name: "cast",
    inputs: { f: float32([4], [-1.7, 0, 0.4, 2.9]), i: ints, b: flags },
    fn: ({ f, i, b }) => ({
      fi: f!.cast("int32"),
      fb: f!.cast("bool"),
      if: i!.cast("float32"),
      bf: b!.cast("float32"),
      bi: b!.cast("int32"),
    }),
  },
];
