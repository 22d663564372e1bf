/**
 * What only the scorer may see. It neither prints nor serialises: an agent's prompt that holds one by mistake fails instead
 * of leaking.
 */
import { internal } from "../../data-schemas/errors.ts";

export class Sealed<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** @param purpose Said where it is opened, so that every opening can be found. */
  open(purpose: "scoring" | "explaining" | "logging"): T {
    if (purpose.length === 0) throw internal("sealed: opened for nothing");
    return this.#value;
  }

  toJSON(): never {
    throw internal(
      "sealed: hidden state of a reader was about to be written where an agent may see it; open() it to score",
    );
  }

  toString(): string {
    return "[sealed]";
  }
}
