/** Reads the table that the eval stage wrote. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EvalTable, evalTableSchema } from "../../data-schemas/eval-table.ts";
import { parseJson } from "./json.ts";
import { TABLE_FILE } from "./layout.ts";

export async function readEvalTable(dir: string): Promise<EvalTable> {
  return evalTableSchema.parse(parseJson(await readFile(join(dir, TABLE_FILE), "utf8")));
}
