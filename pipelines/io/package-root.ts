/** Where the package lies, whether it runs from its source or as it was built. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { internal } from "../../data-schemas/errors.ts";

export const PACKAGE_ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(from: string): string {
  for (let dir = from; ; dir = dirname(dir)) {
    const file = join(dir, "package.json");
    if (existsSync(file) && /"name": "esus"/.test(readFileSync(file, "utf8"))) return dir;
    if (dirname(dir) === dir) throw internal("the package has no package.json");
  }
}
