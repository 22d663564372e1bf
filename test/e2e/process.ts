/** `esus` as a process of its own. */
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
export const LAUNCHER = join(ROOT, "pipelines/esus.js");
export const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-cli-"));

/** One key for all processes: with another, readers have other ids. */
const KEY = join(fresh(), "k");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * @param interruptAt  Sends Ctrl-C when stderr shows this,
 * @param afterMs  so long after: enough for work to be under way, too short for it to be done on a fast machine.
 */
export function esus(args: readonly string[], interruptAt?: RegExp, afterMs = 1500): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [LAUNCHER, ...args], {
      cwd: ROOT,
      env: { ...process.env, ESUS_KEY_FILE: KEY },
    });
    let [stdout, stderr, sent] = ["", "", false];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
      if (interruptAt?.test(stderr) && !sent) {
        sent = true;
        setTimeout(() => child.kill("SIGINT"), afterMs);
      }
    });
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

export const FAST = ["--set", "epochs=2", "--device", "cpu"];
/** Of a run: few pairs too. */
export const FAST_RUN = [...FAST, "--per-axis", "1"];
export const SMALL = ["population", "--readers", "150", "--stories", "4", "--turns", "10"];

/** A small population in DIR/population, and the run on it in DIR. */
export async function runSmall(dir: string, seed: number): Promise<void> {
  const population = join(dir, "population");
  await esus([...SMALL, "--out", population, "--seed", String(seed)]);
  await esus(["run", "--data", population, "--out", dir, "--until", "simulate", ...FAST_RUN, "--seed", String(seed)]);
}
