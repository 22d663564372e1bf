/** A lowered step as the body of an ONNX Loop, so that onnxruntime takes many steps in one call. */
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import type { Graph, Port, ValueId } from "./graph.ts";
import { writeProgram } from "./onnx-model.ts";
import {
  GRAPH,
  message,
  writeGraphAttribute,
  writeModel,
  writeNodeFields,
  writeTensor,
  writeValueInfo,
} from "./onnx-writer.ts";

/** Indices into the graph's inputs and outputs by what they are in the loop. */
export interface LoopRoles {
  readonly state: readonly { readonly input: number; readonly output: number }[];
  /** Inputs of which each step takes one row. */
  readonly batch: readonly number[];
  /** Outputs that are stacked. */
  readonly report: readonly number[];
}

/**
 * Inputs are named `in0`, `in1`, … and outputs `out0`, … in the order of the graph's ports. Batches and reports have a
 * leading dimension of `steps`. Inputs that are neither state nor batch are seen by the body as they are.
 */
export function encodeLoop(graph: Graph, roles: LoopRoles, steps: number): Uint8Array {
  const outer = new BinaryWriter();
  const stateInputs = roles.state.map(({ input }) => `in${input}`);
  const outputs = [...roles.state.map(({ output }) => output), ...roles.report];
  message(outer, GRAPH.node, (w) => {
    writeNodeFields(
      w,
      "Loop",
      ["#steps", "#always", ...stateInputs],
      outputs.map((i) => `out${i}`),
      {},
    );
    writeGraphAttribute(w, "body", loopBody(graph, roles));
  });
  outer.uint32((GRAPH.name << 3) | 2).string("esus");
  message(outer, GRAPH.initializer, (w) => writeTensor(w, "#steps", { dtype: "int64", shape: [], data: [steps] }));
  message(outer, GRAPH.initializer, (w) => writeTensor(w, "#always", { dtype: "bool", shape: [], data: [1] }));
  const port = (field: number, name: string, { id }: Port, stacked: boolean): void => {
    const { dtype, shape } = graph.values[id]!;
    message(outer, field, (w) => writeValueInfo(w, name, dtype, stacked ? [steps, ...shape] : shape));
  };
  for (const [i, input] of graph.inputs.entries()) port(GRAPH.input, `in${i}`, input, roles.batch.includes(i));
  for (const i of outputs) port(GRAPH.output, `out${i}`, graph.outputs[i]!, roles.report.includes(i));
  return writeModel(outer.finish(), {});
}

function loopBody(graph: Graph, roles: LoopRoles): Uint8Array {
  const body = new BinaryWriter();
  const names = new Map<ValueId, string>(graph.inputs.map(({ id }, i) => [id, `in${i}`]));
  for (const { input } of roles.state) names.set(graph.inputs[input]!.id, `#state${input}`);
  for (const i of roles.batch) {
    names.set(graph.inputs[i]!.id, `#row${i}`);
    message(body, GRAPH.node, (w) => writeNodeFields(w, "Gather", [`in${i}`, "#step"], [`#row${i}`], { axis: 0 }));
  }
  message(body, GRAPH.node, (w) => writeNodeFields(w, "Identity", ["#on"], ["#stillOn"], {}));
  writeProgram(
    body,
    graph,
    names,
    graph.outputs.map((_, i) => `#out${i}`),
  );
  body.uint32((GRAPH.name << 3) | 2).string("step");
  const scalar = (field: number, name: string, dtype: "int64" | "bool"): void =>
    message(body, field, (w) => writeValueInfo(w, name, dtype, []));
  const port = (field: number, name: string, { id }: Port): void => {
    const { dtype, shape } = graph.values[id]!;
    message(body, field, (w) => writeValueInfo(w, name, dtype, shape));
  };
  scalar(GRAPH.input, "#step", "int64");
  scalar(GRAPH.input, "#on", "bool");
  for (const { input } of roles.state) port(GRAPH.input, `#state${input}`, graph.inputs[input]!);
  scalar(GRAPH.output, "#stillOn", "bool");
  for (const { output } of roles.state) port(GRAPH.output, `#out${output}`, graph.outputs[output]!);
  for (const i of roles.report) port(GRAPH.output, `#out${i}`, graph.outputs[i]!);
  return body.finish();
}
