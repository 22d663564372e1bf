/** Members of one JSON object, for files that hold a table as name -> row. Read whole: such files are small. */
import { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import { parseJson } from "./json.ts";
import { describeIssues, type RowBatches } from "./jsonl.ts";
import { brokenOff, textChunks } from "./lines.ts";

/** Yields a Row a member; `line` is the number of the member, from 1. @throws {TruncatedFileError} */
export async function* readJsonObject<S extends z.ZodType>(
  path: string,
  schema: S,
): RowBatches<{ readonly key: string; readonly value: z.output<S> }> {
  let text = "";
  try {
    for await (const chunk of textChunks(path)) text += chunk;
  } catch (cause) {
    throw brokenOff(cause, path, text.split("\n").length - 1);
  }
  const json = parseJson(text);
  if (json === undefined) throw new InputError(`${path}: is not JSON`);
  const parsed = z.record(z.string(), z.unknown()).safeParse(json);
  if (!parsed.success) throw new InputError(`${path}: expected one JSON object`);
  yield Object.entries(parsed.data).map(([key, member], i) => {
    const row = schema.safeParse(member);
    return row.success
      ? { ok: true, line: i + 1, value: { key, value: row.data } }
      : { ok: false, line: i + 1, reason: "schema", detail: describeIssues(row.error, schema) };
  });
}
