/**
 * Example chapters of the population, to be read by people: ten of each language, from different serials and places in
 * them. Run: node --import tsx notebooks/chapters.ts runs/default/ingest-simulator notebooks
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Content, contentSchema } from "../data-schemas/content.ts";
import { AXES } from "../data-schemas/ontology.ts";
import { readOwnJsonl } from "../pipelines/io/jsonl.ts";
import { CONTENTS_FILE } from "../pipelines/io/layout.ts";

const CHAPTERS = 10;
const NAMES = { en: "Ten chapters of the English population", zh: "中文示例：十章" } as const;

/** Spread over serials first, then over chapters of a serial; of the tellings of a chapter the last. */
export function examples(contents: readonly Content[], n: number): Content[] {
  const bySerial = new Map<string, Content[]>();
  for (const content of contents) bySerial.set(content.story_id, [...(bySerial.get(content.story_id) ?? []), content]);
  const serials = [...bySerial.values()];
  return Array.from({ length: Math.min(n, contents.length) }, (_, i) => {
    const serial = serials[i % serials.length]!;
    const chapters = [...new Map(serial.map((content) => [content.title, content])).values()];
    return chapters[(i * 7) % chapters.length]!;
  });
}

/** One Markdown page: each chapter under the axes that it was moved on. */
export function page(title: string, chapters: readonly Content[]): string {
  const parts = chapters.map(({ title: name, text, features = {}, language }) => {
    const moved = AXES.flatMap((axis) => {
      const level = features[`planted_${axis.id}`];
      const { zh, en } = axis.name;
      return level === undefined ? [] : [`${language === "zh" ? zh : en} ${level > 0 ? "+" : "−"}`];
    });
    return `## ${name}\n\n*${moved.join(language === "zh" ? "、" : ", ")}*\n\n${text}\n`;
  });
  return `# ${title}\n\n${parts.join("\n")}`;
}

export async function writeChapters(population: string, out: string): Promise<void> {
  for (const language of ["en", "zh"] as const) {
    const contents: Content[] = [];
    for await (const content of readOwnJsonl(join(population, CONTENTS_FILE), contentSchema))
      if (content.language === language) contents.push(content);
    await writeFile(join(out, `chapters-${language}.md`), page(NAMES[language], examples(contents, CHAPTERS)));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [population = "runs/default/ingest-simulator", out = "notebooks"] = process.argv.slice(2);
  await writeChapters(population, out);
}
