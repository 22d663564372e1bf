/** The counts of the real files, where they are. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "./ingested.ts";

const REAL = join(import.meta.dirname, "../../../../shared/data");

if (!existsSync(REAL)) console.warn(`SKIPPED: the real source files are not at ${REAL}`);
describe.runIf(existsSync(REAL))("the real files, counts as their READMEs give them", () => {
  it.each([
    ["qidian-webnovel", "qidian_webnovel", 1120 + 109 + 120 + 120, { unmatched: 10 }],
    ["goodreads-export", "goodreads/library_exports", 829 + 326 + 315, {}],
    ["goodreads-ucsd", "goodreads", 206, {}],
    ["goodbooks-10k", "goodbooks10k", 10_000, {}],
    ["goodbooks-10k", "goodbooks10k/samples", 3 * 99, {}],
    ["ao3", "ao3", 896, {}],
    ["ao3", "ao3/dump2021_works", 10 + 14, {}],
    ["ao3", "ao3/dump2021_tags", 42_344 + 12 + 6 + 6 + 5 + 1, {}],
    ["longstoryeval", "longstoryeval/raw_format", 5 + 20, {}],
    ["royalroad", "royalroad", 50, {}],
    ["public-domain-novels", "zh_public_domain_novels", 120 + 120 + 120 + 100, {}],
    ["public-domain-novels", "en_public_domain_novels", 61 + 24 + 28 + 28 + 34 + 15 + 27 + 31 + 27 + 34, {}],
  ])("%s %s: %i rows", async (source, folder, rows, reasons) => {
    const { manifest, records } = await run(source, join(REAL, folder));
    expect([manifest.rows_in, manifest.reasons]).toEqual([rows, reasons]);
    expect(new Set(records.map(({ example_id }) => example_id)).size).toBe(records.length);
  });

  it("novelupdates: 147 distinct novels of the listings, 22 reviews of one", async () => {
    const { contents, records, manifest } = await run("novelupdates", join(REAL, "novelupdates"));
    expect([contents.length, records.length, manifest.refused]).toEqual([148, 22, 0]);
  });
});
