/** Moving, looking up, adding up and ordering elements. */
import { numpy } from "@jax-js/jax";
import { valueAndGrad } from "../../../models/tensor/derivative.ts";
import { float32, int32 } from "../../../models/tensor/host-array.ts";
import * as ix from "../../../models/tensor/indexing.ts";
import * as lo from "../../../models/tensor/layout.ts";
import * as re from "../../../models/tensor/reduction.ts";
import { type JaxArray, operation, type Tensor } from "../../../models/tensor/tensor.ts";
import { randn } from "./arrays.ts";
import type { PrimitiveCase } from "./primitive-case.ts";

export const INDEXING_CASES: readonly PrimitiveCase[] = [
  {
    name: "transpose, reshape, expand",
    inputs: { x: randn(14, [2, 3, 4]) },
    fn: ({ x }) => ({
      t: x!.transpose([2, 0, 1]),
      r: x!.reshape([6, 4]),
      mixed: x!.transpose([1, 0, 2]).reshape([3, 8]),
      ones: x!.reshape([2, 1, 3, 1, 4]),
      flat: lo.broadcastTo(x!.reshape([1, 2, 3, 4]), [2, 2, 3, 4]).reshape([4, 12]),
      sum: x!.transpose([2, 0, 1]).add(lo.expandDims(x!.sum(2).transpose(), 0).transpose([0, 2, 1])),
    }),
  },
  {
    name: "concat, split, slice, flip, pad",
    inputs: { x: randn(15, [2, 5]), y: randn(16, [2, 1]) },
    fn: ({ x, y }) => {
      const [a, b, c] = lo.split(x!, [1, 3, 1]);
      const wide = lo.broadcastTo(y!, [2, 4]);
      return {
        joined: lo.concat([x!, wide, y!], 1),
        rows: lo.concat([x!, x!], 0),
        b: b!,
        product: a!.mul(c!),
        cut: lo.slice(x!, 1, 1, 4),
        cutRepeated: lo.slice(wide, 1, 1, 3),
        flipped: lo.flip(x!, 1),
        both: lo.flip(lo.flip(wide, 0), 1),
        padded: lo.pad(x!, 1, 2, 1),
        turned: lo.slice(x!.transpose(), 0, 1, 3),
        empty: lo.slice(x!, 1, 2, 2),
      };
    },
  },
  {
    name: "gather rows",
    inputs: { x: randn(17, [4, 3]), i: int32([2, 2], [3, 0, 0, 1]) },
    fn: ({ x, i }) => ({
      rows: ix.takeRows(x!, i!),
      columns: operation("takeColumns", [x!.transpose(), i!], (a, b) => numpy.take(a!, b!, 1)),
      along: ix.takeAlong(x!.reshape([2, 6]), i!, 1),
    }),
  },
  {
    name: "scatter",
    inputs: { x: randn(18, [3, 2]), y: randn(24, [2, 3]), i: int32([3], [1, 1, 0]) },
    fn: ({ x, y, i }) => ({
      // The derivative of a look-up adds up; an update overwrites.
      counts: lookupGradient(x!, i!),
      overwritten: scatterOf(
        [x!, operation("distinct", [i!], (a) => a!.mul(numpy.array([1, 3, 1], { dtype: numpy.int32 })))],
        { op: "update", shape: [4, 2], axis: [0], outDim: 0 },
      ),
      columns: scatterOf([y!, i!], { op: "add", shape: [2, 4], axis: [1], outDim: 1 }),
    }),
  },
  {
    name: "gather and scatter by two axes",
    inputs: { x: randn(23, [2, 3, 2]), i: int32([4], [1, 0, 1, 1]), j: int32([1], [2]) },
    fn: ({ x, i, j }) => {
      const picked = ({ t }: { t: Tensor }) => {
        const rows = operation("pick", [t, i!, j!], (a, b, c) => a!.slice(b!, c!));
        return { loss: rows.mul(rows).sum(), aux: {} };
      };
      return { gradient: valueAndGrad(picked, { t: x! }).gradients.t };
    },
  },
  {
    name: "gradient of concat",
    inputs: { x: randn(21, [2, 3]), y: randn(22, [2, 1]) },
    fn: ({ x, y }) => {
      const loss = ({ a, b }: { a: Tensor; b: Tensor }) => {
        const joined = lo.concat([a, b, a], 1);
        return { loss: joined.mul(joined).mul(joined).sum(), aux: {} };
      };
      const { gradients } = valueAndGrad(loss, { a: x!, b: y! });
      return { a: gradients.a, b: gradients.b };
    },
  },
  {
    name: "sort",
    inputs: { x: float32([2, 5], [3, 1, 2, 1, 3, 0, -1, 5, 5, -1]) },
    fn: ({ x }) => ({
      sorted: ix.sort(x!),
      order: ix.argsort(x!),
      top: ix.topK(x!, 2),
      one: ix.sort(x!.reshape([10, 1])),
    }),
  },
  {
    name: "softmax and scans",
    inputs: { x: randn(19, [2, 3, 4], 5), long: randn(20, [1, 600]) },
    fn: ({ x, long }) => ({
      soft: re.softmax(x!),
      logSoft: re.logSoftmax(x!, 1),
      lse: re.logSumExp(x!, 0),
      running: re.cumsum(x!, 1),
      long: re.cumsum(long!),
      vector: re.cumsum(long!.reshape([600])),
    }),
    tolerance: 1e-4,
  },
];

/** The primitive itself: jax-js reaches it only through derivatives. */
function scatterOf(inputs: readonly Tensor[], params: Readonly<Record<string, unknown>>): Tensor {
  return operation("scatter", inputs, (updates, ...indices) => {
    const trace = updates!._trace;
    const [result] = trace.processPrimitive(
      "scatter" as never,
      [updates!, ...indices] as never,
      { uniqueIndices: false, ...params } as never,
    );
    return result as JaxArray;
  });
}

function lookupGradient(x: Tensor, i: Tensor): Tensor {
  const { gradients } = valueAndGrad(
    ({ t }: { t: Tensor }) => ({ loss: ix.takeRows(t, i).mul(ix.takeRows(t, i)).sum(), aux: {} }),
    { t: x },
  );
  return gradients.t;
}
