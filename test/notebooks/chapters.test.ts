import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { populationSchema } from "../../data-schemas/population.ts";
import { writeChapters } from "../../notebooks/chapters.ts";
import { ingest } from "../../pipelines/ingest/ingest.ts";
import { SILENT } from "../../pipelines/io/progress.ts";

it("notebooks/chapters.ts writes ten chapters of each language, from different serials, under the axes they are moved on", async () => {
  const [population, out] = [0, 1].map(() => mkdtempSync(join(tmpdir(), "esus-notebook-"))) as [string, string];
  const context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
  const settings = populationSchema.parse({ readers: 2, stories: 6, turns: 5 });
  await ingest(
    { source: "simulator", paths: [], out: population, seed: 1, splitBy: "answer", population: settings },
    context,
  );
  await writeChapters(population, out);
  for (const [language, axis] of [
    ["en", /^\*(?:[a-z ]+ [+−](?:, )?)+\*$/m],
    ["zh", /^\*(?:[\p{Script=Han}]+ [+−]、?)+\*$/mu],
  ] as const) {
    const page = readFileSync(join(out, `chapters-${language}.md`), "utf8");
    const titles = page.match(/^## .+$/gm)!;
    expect(titles.length).toBe(10);
    expect(new Set(titles).size).toBe(10);
    expect(page).toMatch(axis);
    // The committed pages are of the same making.
    const committed = readFileSync(join(import.meta.dirname, `../../notebooks/chapters-${language}.md`), "utf8");
    expect(committed.match(/^## .+$/gm)!.length).toBe(10);
    expect(committed.split("\n")[0]).toBe(page.split("\n")[0]);
  }
});
