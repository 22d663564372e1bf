/** What a lowering rule works with: the graph under construction and the views of what was computed so far. */
import { internal } from "../../../data-schemas/errors.ts";
import type { GraphDType, ValueId } from "../graph.ts";
import type { GraphBuilder } from "../graph-builder.ts";
import { type Atom, type Equation, readDType, type Variable } from "../jaxpr.ts";
import type { Shape } from "../shape.ts";
import { broadcastView, type View } from "../view.ts";

/** Gives the views of the equation's outputs, in order. */
export type LoweringRule = (ctx: LowerContext, equation: Equation) => readonly View[];

export class LowerContext {
  readonly g: GraphBuilder;
  readonly #views = new Map<number, View>();

  constructor(g: GraphBuilder) {
    this.g = g;
  }

  bind(variable: Variable, view: View): void {
    this.#views.set(variable.id, view);
  }

  /** The view of an atom; a literal becomes a scalar constant of `dtype` (by default its own). */
  view(atom: Atom, dtype?: GraphDType): View {
    if (atom.kind === "literal") {
      const type = dtype ?? readDType(atom.dtype, "literal");
      const id = type === "float32" ? this.g.float(atom.value) : this.g.constant(type, [], [atom.value]);
      return { base: id, dims: [] };
    }
    const view = this.#views.get(atom.id);
    if (view === undefined) throw internal(`variable ${atom.id} is used before it is computed`);
    return view;
  }

  dtypeOf(view: View): GraphDType {
    return this.g.values[view.base]!.dtype;
  }

  /** The view in another dtype; nothing is emitted when it has it already. */
  cast(view: View, dtype: GraphDType): View {
    if (this.dtypeOf(view) === dtype) return view;
    return { base: this.castValue(view.base, dtype), dims: view.dims };
  }

  castValue(id: ValueId, dtype: GraphDType): ValueId {
    return this.g.emit("Cast", [id], this.g.shapeOf(id), { to: dtype }, dtype);
  }

  /** Emits an operation and sees the result at `shape`, to which it may have to broadcast. */
  result(id: ValueId, shape: Shape): View {
    return broadcastView(id, this.g.shapeOf(id), shape);
  }
}
