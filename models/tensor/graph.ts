/**
 * The lowered program: a flat list of ONNX operations on numbered values with static shapes. It is what the ONNX writer
 * serialises and what the TensorFlow.js engine interprets.
 */
import type { Shape } from "./shape.ts";

/** Index into `Graph.values`. */
export type ValueId = number;
export type GraphDType = "float32" | "int32" | "int64" | "bool";
export type Attributes = Readonly<Record<string, number | readonly number[] | string>>;

export interface Constant {
  readonly dtype: GraphDType;
  readonly shape: Shape;
  readonly data: ArrayLike<number>;
}

export interface Node {
  readonly op: string;
  readonly inputs: readonly ValueId[];
  readonly outputs: readonly ValueId[];
  readonly attributes: Attributes;
}

export interface Value {
  readonly dtype: GraphDType;
  readonly shape: Shape;
  readonly constant: Constant | null;
  /** The node that computes it; null for inputs and constants. */
  readonly producer: Node | null;
}

export interface Port {
  readonly name: string;
  readonly id: ValueId;
}

export interface Graph {
  readonly values: readonly Value[];
  /** In an order in which every input is computed before its use; nothing unused is in it. */
  readonly nodes: readonly Node[];
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

/** What a rewrite may ask of and add to the program under construction. */
export interface GraphEditor {
  emit(op: string, inputs: readonly ValueId[], shape: Shape, attributes?: Attributes): ValueId;
  float(value: number): ValueId;
  floatOf(id: ValueId): number | null;
  shapeOf(id: ValueId): Shape;
  producerOf(id: ValueId): Node | null;
}

/** Constants that the program reads, in order of first use. */
export function usedConstants(graph: Graph): ValueId[] {
  const used = new Set<ValueId>();
  for (const id of [...graph.nodes.flatMap((node) => node.inputs), ...graph.outputs.map((port) => port.id)]) {
    if (graph.values[id]!.constant !== null) used.add(id);
  }
  return [...used];
}
