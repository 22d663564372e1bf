/**
 * A contender in a process of its own, so that no thread pool spins while another contender is measured. It prints one
 * JSON line when it is ready, then answers each line "TASK N" with the milliseconds of N steps as a JSON list.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class BenchProcess {
  /** What the process said of itself when it was ready. */
  readonly hello: Readonly<Record<string, string>>;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess, lines: AsyncIterator<string>, hello: Record<string, string>) {
    this.#child = child;
    this.#lines = lines;
    this.hello = hello;
  }

  static async start(
    command: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<BenchProcess> {
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env });
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    const first = await lines.next();
    if (first.done) throw new Error(`${command} ${args.join(" ")} ended before it was ready`);
    return new BenchProcess(child, lines, JSON.parse(first.value) as Record<string, string>);
  }

  async run(task: string, count: number): Promise<readonly number[]> {
    this.#child.stdin!.write(`${task} ${count}\n`);
    const answer = await this.#lines.next();
    if (answer.done) throw new Error(`the process of ${JSON.stringify(this.hello)} ended while measuring ${task}`);
    return JSON.parse(answer.value) as number[];
  }

  stop(): void {
    this.#child.kill();
  }
}
