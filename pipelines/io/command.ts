/** The frame around every command: context, output, errors and exit codes. */
import { EsusError, InputError, InterruptedError, UsageError } from "../../data-schemas/errors.ts";
import type { Context } from "./context.ts";
import { toJson } from "./json.ts";
import { terminalProgress } from "./progress.ts";

/** What a command has to say, for programs and for people. */
export interface CommandResult {
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** 1 when something was refused although the rest was done; default 0. */
  readonly exitCode?: 0 | 1;
}

export const EXIT = { done: 0, refused: 1, usage: 2, ours: 3, interrupted: 130 } as const;

export interface Terminal {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Set by the command that ran. */
  exitCode: number;
}

/**
 * Runs a command: its result goes to stdout, everything else to stderr. Ctrl-C asks it to stop between two units of
 * work; a second Ctrl-C ends the process at once.
 */
export async function runCommand(
  terminal: Terminal,
  options: { readonly json?: boolean | undefined },
  work: (context: Context) => Promise<CommandResult>,
): Promise<void> {
  const abort = new AbortController();
  const onInterrupt = (): void => {
    if (abort.signal.aborted) process.exit(EXIT.interrupted);
    abort.abort();
    terminal.stderr.write("esus: stopping after the current step; press Ctrl-C again to end at once\n");
  };
  process.on("SIGINT", onInterrupt);
  const context: Context = {
    progress: terminalProgress(terminal.stderr),
    log: (line) => void terminal.stderr.write(`${line}\n`),
    signal: abort.signal,
  };
  try {
    const result = await work(context);
    terminal.stdout.write(options.json ? `${toJson(result.json)}\n` : `${result.text}\n`);
    terminal.exitCode = result.exitCode ?? EXIT.done;
  } catch (error) {
    terminal.exitCode = exitCodeOf(error);
    terminal.stderr.write(`esus: ${describeError(error, terminal.exitCode)}\n`);
  } finally {
    process.off("SIGINT", onInterrupt);
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof InterruptedError) return EXIT.interrupted;
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof InputError) return EXIT.refused;
  // Other named errors are calls of ours that a model or engine refused: bad shapes, a diverged loss.
  return EXIT.ours;
}

/** A broken invariant is shown with its stack: it is ours to find. */
function describeError(error: unknown, code: number): string {
  if (!(error instanceof Error)) return String(error);
  const full = (error as NodeJS.ErrnoException).code;
  if (full === "ENOSPC") return `the disk is full (${error.message}); free some space and run the same command again`;
  return code === EXIT.ours && !(error instanceof EsusError) ? (error.stack ?? error.message) : error.message;
}
