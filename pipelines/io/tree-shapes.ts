/** Arrays of a file against those of the model that reads them. */
import { InputError } from "../../data-schemas/errors.ts";
import type { HostArray } from "../../models/tensor/host-array.ts";
import { formatShape, sameShape } from "../../models/tensor/shape.ts";
import { zipTrees } from "../../models/tensor/tree.ts";

/**
 * @param says  What comes before the wanted shape in the message: "expected", or who wants it.
 * @throws {InputError | TreeError} The names differ, or a shape.
 */
export function requireShapes(path: string, wanted: object, tree: object, says = "expected"): void {
  for (const { path: name, a, b } of zipTrees<HostArray, HostArray>(path, wanted, tree)) {
    if (!sameShape(a.shape, b.shape)) {
      throw new InputError(`${path}: "${name}" is ${formatShape(b.shape)}, ${says} ${formatShape(a.shape)}`);
    }
  }
}
