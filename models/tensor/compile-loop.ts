/** Picks how an engine takes several steps in one call. */
import type { Engine } from "./engine.ts";
import { type LoopFunction, type LoopInput, type LoopStep, loopStepByStep } from "./loop.ts";
import { OrtEngine } from "./ort-engine.ts";

/**
 * Compiles `steps` calls of `fn` as one: `step({state, fixed, batch})` with a leading dimension of `steps` on every array
 * of `batch` gives the last state and the reports of all steps, stacked.
 *
 * @throws {ShapeError | TreeError} The function does not give back the state that it took, or gives more than state and
 * report: here on onnxruntime, at the first call on other engines.
 */
export function compileLoop<S extends object, F extends object, B extends object, R extends object>(
  engine: Engine,
  fn: LoopFunction<S, F, B, R>,
  example: LoopInput<S, F, B>,
  steps: number,
): Promise<LoopStep<S, F, B, R>> {
  if (!Number.isInteger(steps) || steps < 1)
    throw new RangeError(`compileLoop: steps must be an integer >= 1, got ${steps}`);
  return engine instanceof OrtEngine
    ? engine.compileLoop(fn, example, steps)
    : loopStepByStep(engine, fn, example, steps);
}
