/** What a stage gets from the outside world. */
import { InterruptedError } from "../../data-schemas/errors.ts";
import type { Progress } from "./progress.ts";

export interface Context {
  readonly progress: Progress;
  /** One line for people, on stderr. Never a reader's words. */
  readonly log: (line: string) => void;
  /** Aborted by Ctrl-C. Long loops ask `stopIfAsked` between units of work. */
  readonly signal: AbortSignal;
}

/** @throws {InterruptedError} The user asked to stop. */
export function stopIfAsked(context: Context): void {
  if (context.signal.aborted) throw new InterruptedError("stopped on request; run the same command again to continue");
}
