/**
 * Every error a caller can cause, by name. The message says where, what was expected, what came, and the next step.
 * Anything else that escapes is ours: its message starts with "internal:".
 */

/** Base of all named errors, so that a program can tell a refused call from a broken one. */
export class EsusError extends Error {
  override readonly name: string = "EsusError";
}

/** Two shapes do not fit each other, or an array does not fit the shape it was given. */
export class ShapeError extends EsusError {
  override readonly name = "ShapeError";
}

/** A tree of named arrays lacks a name, has one too many, or uses a name that cannot stand in a path. */
export class TreeError extends EsusError {
  override readonly name = "TreeError";
}

/** A number that must be finite is NaN or infinite. */
export class NonFiniteError extends EsusError {
  override readonly name = "NonFiniteError";
}

/** A traced program uses an operation that has no lowering. */
export class UnsupportedPrimitiveError extends EsusError {
  override readonly name = "UnsupportedPrimitiveError";
}

/** A model cannot be exported with a free batch size; the message names what depends on it. */
export class ExportError extends EsusError {
  override readonly name = "ExportError";
}

/** An array was used after its owner gave it back. */
export class DisposedError extends EsusError {
  override readonly name = "DisposedError";
}

/** An input file, row, option value or precondition was refused. The command line exits with 1. */
export class InputError extends EsusError {
  override readonly name: string = "InputError";
}

/** The device that the user named is not there. */
export class DeviceError extends InputError {
  override readonly name = "DeviceError";
}

/** The command was called wrongly: an unknown flag, key or name. The command line exits with 2. */
export class UsageError extends EsusError {
  override readonly name = "UsageError";
}

/** Work was stopped on request; what was finished stays and a rerun continues. */
export class InterruptedError extends EsusError {
  override readonly name = "InterruptedError";
}

/** A broken invariant of ours: never the caller's fault. */
export function internal(message: string): Error {
  return new Error(`internal: ${message}`);
}
