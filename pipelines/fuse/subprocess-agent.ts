/** An agent as a program of its own: a JSON object a line on its stdin, a line back on its stdout. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { setTimeout as setTimer } from "node:timers/promises";
import { AgentFailure } from "../../models/fuse/play.ts";
import { parseJson, toJson } from "../io/json.ts";
import { type Exchange, type ExternalPlayer, externalPlayer } from "./external-agent.ts";

const SETTLE_MS = 5;
/** A longer line is no answer; it is not kept. */
const LONGEST_LINE = 16 * 2 ** 20;

interface Waiting {
  readonly resolve: (line: string) => void;
  readonly reject: (error: Error) => void;
}

/** One running program; a new one is started after it died or was stopped. */
class Program {
  readonly #command: string;
  #child: ChildProcessWithoutNullStreams | null = null;
  #waiting: Waiting | null = null;
  #buffer = "";

  constructor(command: string) {
    this.#command = command;
  }

  async exchange(question: string, seconds: number): Promise<string> {
    const child = this.#child ?? this.#start();
    let timer: NodeJS.Timeout | undefined;
    try {
      const line = await new Promise<string>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        timer = setTimeout(() => {
          this.stop();
          reject(new AgentFailure(`no answer within ${seconds} s`));
        }, 1000 * seconds);
        child.stdin.write(`${question}\n`);
      });
      // What else it says comes at once, if it comes: then it is seen before the next question.
      await setTimer(SETTLE_MS);
      return line;
    } finally {
      clearTimeout(timer);
      this.#waiting = null;
    }
  }

  stop(): void {
    const child = this.#child;
    this.#child = null;
    this.#buffer = "";
    if (child?.pid === undefined || child.exitCode !== null) return;
    // The shell's children too.
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      child.kill("SIGKILL");
    }
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn(this.#command, { shell: true, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    this.#buffer = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text: string) => this.#take(child, text));
    // What it says there may quote a reader.
    child.stderr.resume();
    child.stdin.on("error", () => undefined);
    child.on("error", () => this.#died(child, "could not be started"));
    child.on("close", (code) => this.#died(child, `ended with code ${code ?? "none"}`));
    return child;
  }

  #take(child: ChildProcessWithoutNullStreams, text: string): void {
    if (child !== this.#child) return;
    this.#buffer += text;
    const end = this.#buffer.indexOf("\n");
    if (end < 0) {
      if (this.#buffer.length <= LONGEST_LINE) return;
      this.#waiting?.reject(new AgentFailure("a line of more than 16 MiB"));
      this.stop();
      return;
    }
    const line = this.#buffer.slice(0, end);
    const more = this.#buffer.length > end + 1;
    this.#buffer = "";
    const waiting = this.#waiting;
    this.#waiting = null;
    // One line answers one question. Who says more, or speaks unasked, may answer the next with it: it begins anew.
    if (more || waiting === null) this.stop();
    waiting?.resolve(line);
  }

  #died(child: ChildProcessWithoutNullStreams, why: string): void {
    if (child !== this.#child) return;
    this.#child = null;
    this.#waiting?.reject(new AgentFailure(`the program ${why}`));
  }
}

/** @param timeoutSeconds For one answer. */
export function subprocessAgent(command: string, timeoutSeconds: number): ExternalPlayer {
  const program = new Program(command);
  const exchange: Exchange = async (request) => {
    const answer = parseJson(await program.exchange(toJson(request), timeoutSeconds));
    if (answer !== undefined) return answer;
    program.stop();
    throw new AgentFailure("its answer is no JSON");
  };
  return externalPlayer(command, exchange, async () => program.stop());
}
