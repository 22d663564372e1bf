/** What are the axes? Each with its poles, how far its edit moves it, and what else moves most. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../data-schemas/errors.ts";
import { AXES } from "../data-schemas/ontology.ts";
import { leakageTableSchema } from "../data-schemas/pair.ts";
import { parseJson } from "../pipelines/io/json.ts";
import { LEAKAGE_FILE } from "../pipelines/io/layout.ts";
import { textTable } from "../pipelines/io/text-table.ts";

/** @param dir Of `esus run`. @returns Markdown. */
export async function axes(dir: string): Promise<string> {
  const path = join(dir, "pairs", LEAKAGE_FILE);
  const parsed = leakageTableSchema.safeParse(parseJson(await readFile(path, "utf8")));
  if (!parsed.success) throw new InputError(`${path}: is no leakage table; run esus pairs`);
  const { columns, rows } = parsed.data;
  const lines = rows.map(({ axis, language, effects }) => {
    const own = effects[columns.indexOf(axis)] ?? Number.NaN;
    const others = columns
      .map((column, c) => ({ column, effect: effects[c]! }))
      .filter(({ column }) => column !== axis)
      .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
    const most = others[0]!;
    return { axis, language, own, cells: [axis, language, own.toFixed(2), most.column, most.effect.toFixed(2)] };
  });
  const weakest = [...lines].sort((a, b) => a.own - b.own).slice(0, 5);
  const named = weakest.map(({ axis, language, own }) => {
    const { name } = AXES.find(({ id }) => id === axis)!;
    return `- ${name.en} / ${name.zh} (${language}): ${own.toFixed(2)} SD`;
  });
  return `# What are the axes? / 轴是什么？

${AXES.length} axes; how many SD each meter moves between its poles, and what else moves most.

The hardest to move / 最难推动的:

${named.join("\n")}

\`\`\`text
${textTable([["axis", "language", "own (SD)", "moves most beside it", "by (SD)"], ...lines.map(({ cells }) => cells)])}
\`\`\`
`;
}
