/**
 * Builds a lowered program. It folds scalars, shares equal subexpressions and recovers fused forms (simplify.ts), so that
 * every engine profits.
 */
import { internal } from "../../data-schemas/errors.ts";
import type { Attributes, Graph, GraphDType, GraphEditor, Node, Port, Value, ValueId } from "./graph.ts";
import { type Shape, sizeOf } from "./shape.ts";
import { simplifyNode } from "./simplify.ts";

export class GraphBuilder implements GraphEditor {
  readonly values: Value[] = [];
  readonly #nodes: Node[] = [];
  readonly #inputs: Port[] = [];
  readonly #known = new Map<string, readonly ValueId[]>();

  input(name: string, dtype: GraphDType, shape: Shape): ValueId {
    const id = this.#add({ dtype, shape, constant: null, producer: null });
    this.#inputs.push({ name, id });
    return id;
  }

  constant(dtype: GraphDType, shape: Shape, data: ArrayLike<number>): ValueId {
    // Large arrays are told apart by identity: hashing them would cost more than a copy saves.
    const key = data.length <= 64 ? `${dtype} ${shape} ${Array.from(data, bits).join()}` : null;
    const known = key === null ? undefined : this.#known.get(key);
    if (known !== undefined) return known[0]!;
    const id = this.#add({ dtype, shape, constant: { dtype, shape, data }, producer: null });
    if (key !== null) this.#known.set(key, [id]);
    return id;
  }

  /** A vector of integers, as ONNX takes shapes, axes and bounds. */
  integers(values: readonly number[]): ValueId {
    return this.constant("int64", [values.length], values);
  }

  float(value: number): ValueId {
    return this.constant("float32", [], [Math.fround(value)]);
  }

  /** The number in a scalar float constant, or null when the value is anything else. */
  floatOf(id: ValueId): number | null {
    const { constant } = this.values[id]!;
    return constant !== null && constant.dtype === "float32" && constant.data.length === 1 ? constant.data[0]! : null;
  }

  producerOf(id: ValueId): Node | null {
    return this.values[id]!.producer;
  }

  shapeOf(id: ValueId): Shape {
    return this.values[id]!.shape;
  }

  /**
   * Adds an operation with one result, or returns an existing value that equals it. A rewrite may return a smaller value
   * that broadcasts to `shape` (a product with 0 is the scalar 0), so read the shape back with `shapeOf`.
   */
  emit(op: string, inputs: readonly ValueId[], shape: Shape, attributes: Attributes = {}, dtype?: GraphDType): ValueId {
    const type = dtype ?? this.values[inputs[0]!]!.dtype;
    const simpler = type === "float32" ? simplifyNode(this, op, inputs, shape, attributes) : null;
    if (simpler !== null) return simpler;
    return this.emitMany(op, inputs, [{ dtype: type, shape }], attributes)[0]!;
  }

  emitMany(
    op: string,
    inputs: readonly ValueId[],
    results: readonly { dtype: GraphDType; shape: Shape }[],
    attributes: Attributes = {},
  ): readonly ValueId[] {
    const key = `${op} ${inputs} ${JSON.stringify(attributes)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const outputs = results.map((_, i) => this.values.length + i);
    const node: Node = { op, inputs, outputs, attributes };
    for (const { dtype, shape } of results) this.#add({ dtype, shape, constant: null, producer: node });
    this.#nodes.push(node);
    this.#known.set(key, outputs);
    return outputs;
  }

  /** Closes the program: keeps what the outputs need. */
  build(outputs: readonly Port[]): Graph {
    const needed = new Set(outputs.map(({ id }) => id));
    const nodes = this.#nodes
      .toReversed()
      .filter((node) => {
        if (!node.outputs.some((id) => needed.has(id))) return false;
        for (const id of node.inputs) needed.add(id);
        return true;
      })
      .reverse();
    return { values: this.values, nodes, inputs: this.#inputs, outputs };
  }

  #add(value: Value): ValueId {
    if (value.constant !== null && value.constant.data.length !== sizeOf(value.shape)) {
      throw internal(`constant of shape [${value.shape}] holds ${value.constant.data.length} values`);
    }
    this.values.push(value);
    return this.values.length - 1;
  }
}

/** Tells -0 from 0, which a plain join would not. */
function bits(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
