/**
 * Reader ids become keyed hashes. The key is made once, outside every output folder, readable by its owner only: with
 * it the same reader gets the same id in every run here, without it an id cannot be linked back to a name.
 */
import { createHmac, randomBytes } from "node:crypto";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";

export type Pseudonymize = (source: string, upstreamId: string) => string;

/** `$ESUS_KEY_FILE`, else `~/.config/esus/reader.key`. */
export function defaultKeyFile(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return env["ESUS_KEY_FILE"] ?? join(env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"), "esus", "reader.key");
}

/**
 * Reads the key, making it on first use.
 * @throws {InputError} Others may read the file, or it does not hold a key.
 */
export async function readerKey(path: string): Promise<Buffer> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") {
      throw new InputError(
        `${path}: the reader key cannot be made (${(cause as NodeJS.ErrnoException).code}); set ESUS_KEY_FILE to a place that can be written`,
        { cause },
      );
    }
  }
  const { mode } = await stat(path);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new InputError(
      `${path}: the reader key is open to others (mode ${(mode & 0o777).toString(8)}); run chmod 600 on it`,
    );
  }
  const text = (await readFile(path, "utf8")).trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new InputError(`${path}: expected 64 hex digits; remove the file to make a new key`);
  return Buffer.from(text, "hex");
}

/** Rows of one reader stand near each other in most files; more entries would only grow with the file. */
const REMEMBERED = 4096;

/** "r_" and 16 hex digits: 64 bits, so that two of a million readers collide with probability 3e-8. */
export function pseudonymizer(key: Buffer): Pseudonymize {
  const known = new Map<string, string>();
  return (source, upstreamId) => {
    const name = `${source}\0${upstreamId}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const digest = createHmac("sha256", key).update(name).digest("hex");
    const pseudonym = `r_${digest.slice(0, 16)}`;
    if (known.size >= REMEMBERED) known.clear();
    known.set(name, pseudonym);
    return pseudonym;
  };
}
