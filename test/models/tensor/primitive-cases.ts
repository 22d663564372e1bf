/** One or more programs for each primitive that has a lowering, with edge shapes: scalars, size 1, empty axes. */
import { ELEMENTWISE_CASES } from "./elementwise-cases.ts";
import { INDEXING_CASES } from "./indexing-cases.ts";
import type { PrimitiveCase } from "./primitive-case.ts";
import { REDUCTION_CASES } from "./reduction-cases.ts";

export const PRIMITIVE_CASES: readonly PrimitiveCase[] = [...ELEMENTWISE_CASES, ...REDUCTION_CASES, ...INDEXING_CASES];
