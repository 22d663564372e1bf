/** From a traced program to ONNX operations. Each primitive has one rule; the rules are grouped by what they do. */
import { internal, UnsupportedPrimitiveError } from "../../../data-schemas/errors.ts";
import type { Graph } from "../graph.ts";
import { GraphBuilder } from "../graph-builder.ts";
import type { Equation } from "../jaxpr.ts";
import type { Traced } from "../trace.ts";
import type { Origin } from "../trace-scope.ts";
import { identityView, materialize } from "../view.ts";
import { LowerContext, type LoweringRule } from "./context.ts";
import { DOT } from "./dot.ts";
import { ELEMENTWISE } from "./elementwise.ts";
import { INDEXING } from "./indexing.ts";
import { LAYOUT } from "./layout.ts";
import { REDUCTION } from "./reduction.ts";

export const LOWERING_RULES: Readonly<Record<string, LoweringRule>> = {
  ...ELEMENTWISE,
  ...LAYOUT,
  ...REDUCTION,
  ...DOT,
  ...INDEXING,
};

/**
 * Lowers a traced program. Inputs and outputs of the graph carry the tree paths as names.
 * @throws {UnsupportedPrimitiveError} A primitive has no rule; the message names it and the line that made it.
 */
export function lower(traced: Traced): Graph {
  const g = new GraphBuilder();
  const ctx = new LowerContext(g);
  for (const { variable, array } of traced.constants) {
    ctx.bind(variable, identityView(g.constant(array.dtype, array.shape, array.data), array.shape));
  }
  for (const [i, slot] of traced.inputs.entries()) {
    const id = g.input(slot.path, slot.dtype, slot.shape);
    ctx.bind(traced.inputVariables[i]!, identityView(id, slot.shape));
  }
  for (const equation of traced.program.equations) {
    const rule = LOWERING_RULES[equation.primitive];
    if (rule === undefined) throw unsupported(equation, traced.origins);
    const views = rule(ctx, equation);
    if (views.length !== equation.outputs.length) {
      throw internal(`${equation.primitive}: ${views.length} views for ${equation.outputs.length} outputs`);
    }
    for (const [i, variable] of equation.outputs.entries()) ctx.bind(variable, views[i]!);
  }
  const outputs = traced.program.outputs.map((atom, i) => {
    return { name: traced.outputPaths[i]!, id: materialize(g, ctx.view(atom)) };
  });
  return g.build(outputs);
}

function unsupported(equation: Equation, origins: ReadonlyMap<number, Origin>): UnsupportedPrimitiveError {
  const origin = origins.get(equation.outputs[0]!.id);
  const source =
    origin === undefined
      ? "It comes from a derivative, so no single line made it"
      : `It comes from operation "${origin.operation}" ${lineOf(origin.stack)}`;
  const hint =
    equation.primitive === "random_bits"
      ? "Feed noise as an input instead: a step is a pure function of its inputs"
      : `Supported: ${Object.keys(LOWERING_RULES).sort().join(", ")}`;
  return new UnsupportedPrimitiveError(`lower: primitive "${equation.primitive}" has no lowering. ${source}. ${hint}`);
}

const ENGINE_FOLDER = new URL("..", import.meta.url).pathname;

/** The first line of a stack that is not of the engine itself. */
function lineOf(stack: string): string {
  const frames = stack.split("\n").slice(1);
  const frame = frames.find((line) => !line.includes(ENGINE_FOLDER));
  return frame === undefined ? "at an unknown line" : frame.trim();
}
