/** The leakage check as it is printed. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { leakageTableSchema } from "../../data-schemas/pair.ts";
import { parseJson } from "../io/json.ts";
import { LEAKAGE_FILE } from "../io/layout.ts";
import { textTable } from "../io/text-table.ts";

/** Axes that are shown: those that leak most. */
const SHOWN = 5;

export async function formatLeakage(dir: string): Promise<{ failed: readonly string[]; table: string }> {
  const { rows, failed } = leakageTableSchema.parse(parseJson(await readFile(join(dir, LEAKAGE_FILE), "utf8")));
  if (rows.length === 0) return { failed, table: "" };
  const worst = [...rows].sort((a, b) => b.off_target - a.off_target).slice(0, SHOWN);
  const table = textTable([
    ["axis that leaks most", "language", "on target (SD)", "off target (SD)", "where"],
    ...worst.map(({ axis, language, on_target, off_target, worst: [first] }) => [
      axis,
      language,
      on_target.toFixed(2),
      off_target.toFixed(3),
      first === undefined ? "" : `${first.column} ${first.effect.toFixed(2)}`,
    ]),
  ]);
  const verdict =
    failed.length === 0
      ? `leakage: each of ${rows.length} axes (counted by language) moves alone`
      : `leakage: cannot be moved alone: ${failed.join(", ")}`;
  return { failed, table: `\n${verdict}\n\n${table}` };
}
