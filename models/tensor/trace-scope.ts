/**
 * Bookkeeping of one trace: which jax-js arrays to give back when it ends, and which operation made which equation.
 * Tracing is synchronous, so one stack of scopes suffices.
 */
import type { numpy as np } from "@jax-js/jax";
import { internal } from "../../data-schemas/errors.ts";

export interface Origin {
  readonly operation: string;
  readonly stack: string;
}

interface Builder {
  readonly eqns: readonly { readonly outBinders: readonly { readonly id: number }[] }[];
}

interface Scope {
  readonly owned: np.Array[];
  /** The jax-js builder of the outermost trace, when there is one. */
  readonly builder: Builder | null;
  /** By the number of the variable that an equation binds. */
  readonly origins: Map<number, Origin>;
}

const scopes: Scope[] = [];

/** Registers an array with the innermost scope, which frees it at its end. */
export function adopt<A extends np.Array>(array: A): A {
  const scope = scopes.at(-1);
  if (scope === undefined)
    throw new Error("Tensor: tensors exist only inside a traced function; use HostArray outside");
  scope.owned.push(array);
  return array;
}

/**
 * Runs `body` in a scope of its own. Inner scopes of one trace share its builder and origins.
 * What `body` returns must hold references of its own.
 */
export function inScope<T>(traced: np.Array | null, body: (origins: ReadonlyMap<number, Origin>) => T): T {
  const outer = scopes.at(-1);
  const scope: Scope = {
    owned: [],
    builder: outer?.builder ?? (traced === null ? null : builderOf(traced)),
    origins: outer?.origins ?? new Map(),
  };
  scopes.push(scope);
  try {
    return body(scope.origins);
  } finally {
    scopes.pop();
    for (const array of scope.owned) array.dispose();
  }
}

/** Runs `make` and remembers that the equations which appear meanwhile came from `origin`. */
export function recordOrigin<T>(origin: Origin, make: () => T): T {
  const scope = scopes.at(-1);
  const builder = scope?.builder;
  if (scope === undefined || builder === null || builder === undefined) return make();
  const before = builder.eqns.length;
  const result = make();
  for (const { outBinders } of builder.eqns.slice(before)) {
    for (const { id } of outBinders) if (!scope.origins.has(id)) scope.origins.set(id, origin);
  }
  return result;
}

function builderOf(traced: np.Array): Builder {
  const builder: unknown = traced._trace.main.globalData;
  if (builder === null || typeof builder !== "object" || !("eqns" in builder) || !Array.isArray(builder.eqns)) {
    throw internal("jax-js no longer shows the equations under construction; was it upgraded?");
  }
  return builder as Builder;
}
