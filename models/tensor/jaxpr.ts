/**
 * Our reading of a jax-js program. The library exports neither its primitives' names nor the types of their parameters,
 * so this is the one place that looks inside; everything after it is typed.
 */
import type { Jaxpr } from "@jax-js/jax";
import { internal } from "../../data-schemas/errors.ts";
import type { DType } from "./host-array.ts";
import type { Shape } from "./shape.ts";

export interface Variable {
  readonly kind: "variable";
  readonly id: number;
  readonly dtype: string;
  readonly shape: Shape;
}

export interface Literal {
  readonly kind: "literal";
  readonly value: number;
  readonly dtype: string;
}

export type Atom = Variable | Literal;

export interface Equation {
  readonly primitive: string;
  readonly inputs: readonly Atom[];
  readonly outputs: readonly Variable[];
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Program {
  readonly inputs: readonly Variable[];
  readonly equations: readonly Equation[];
  readonly outputs: readonly Atom[];
}

/** Flattens nested functions, drops what is not used, and reads the rest. */
export function readJaxpr(jaxpr: Jaxpr): Program {
  const flat = jaxpr.flatten().simplify();
  return {
    inputs: flat.inBinders.map(readVariable),
    equations: flat.eqns.map((equation) => ({
      primitive: equation.primitive,
      inputs: equation.inputs.map(readAtom),
      outputs: equation.outBinders.map(readVariable),
      params: equation.params,
    })),
    outputs: flat.outs.map(readAtom),
  };
}

type JaxAtom = Jaxpr["outs"][number];
type JaxVariable = Jaxpr["inBinders"][number];

function readVariable(variable: JaxVariable): Variable {
  return { kind: "variable", id: variable.id, dtype: variable.aval.dtype, shape: variable.aval.shape };
}

function readAtom(atom: JaxAtom): Atom {
  if ("id" in atom) return readVariable(atom);
  return { kind: "literal", value: atom.value, dtype: atom.aval.dtype };
}

/** @throws A dtype that no model of ours uses. */
export function readDType(dtype: string, where: string): DType {
  if (dtype === "float32" || dtype === "int32" || dtype === "bool") return dtype;
  throw internal(`${where}: dtype ${dtype} is not one of float32, int32, bool`);
}

export function integersParam(equation: Equation, name: string): readonly number[] {
  const value = equation.params[name];
  if (!Array.isArray(value) || !value.every((item) => Number.isInteger(item))) {
    throw internal(`${equation.primitive}: parameter ${name} is not a list of integers; was jax-js upgraded?`);
  }
  return value;
}

export function integerParam(equation: Equation, name: string): number {
  const value = equation.params[name];
  if (!Number.isInteger(value)) {
    throw internal(`${equation.primitive}: parameter ${name} is not an integer; was jax-js upgraded?`);
  }
  return value as number;
}

export function stringParam(equation: Equation, name: string): string {
  const value = equation.params[name];
  if (typeof value !== "string") {
    throw internal(`${equation.primitive}: parameter ${name} is not a string; was jax-js upgraded?`);
  }
  return value;
}

export function pairsParam(equation: Equation, name: string): readonly (readonly [number, number])[] {
  const value = equation.params[name];
  if (!Array.isArray(value) || !value.every((item) => Array.isArray(item) && item.length === 2)) {
    throw internal(`${equation.primitive}: parameter ${name} is not a list of pairs; was jax-js upgraded?`);
  }
  return value;
}
