import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Content, contentSchema } from "../../../data-schemas/content.ts";
import { FEATURES } from "../../../data-schemas/feature.ts";
import { AXES, axisIndex } from "../../../data-schemas/ontology.ts";
import { measureAxes } from "../../../models/axes/meters.ts";
import { measureFeatures } from "../../../models/content/features/measure.ts";
import { readNarrative } from "../../../models/content/narrative.ts";
import { EDITS, editPair, editsFor, readChapter } from "../../../models/edits/edit-pairs.ts";
import { genderOf, personsIn } from "../../../models/edits/persons.ts";
import { ingest } from "../../../pipelines/ingest/ingest.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";

const EN = `Elizabeth walked into the room. There is a custom that the eldest sits first, and it is known as the order of the house. “Do you stay?” asked Darcy, and Elizabeth sat down; and he said no more.

Elizabeth looked at the fire. She thought of Darcy, and Darcy looked at her. It was late, but nobody rose.

“You are silent,” said Elizabeth to Darcy. “I am,” said he. “And why?” Elizabeth waited for Darcy.

Then Darcy rose, and left. What had he meant? The carriage was heard. Elizabeth went to bed.`;
const ZH = `宝玉笑道：“今日天气好。”黛玉道：“好什么。”原来这园子乃是旧宅，名唤大观。宝玉看了她一眼，没有说话。

宝玉道：“你又恼了？”黛玉笑道：“谁恼了。”她转身便走，宝玉跟上去。

众人都笑。宝玉站住，想了一想，道：“罢了。”

黛玉去了。宝玉问道：“这是为何？”忽听外头一声响，未知何事，且听下回分解。`;

const content = (text: string): Content =>
  contentSchema.parse({
    content_id: "novel:ch_001",
    story_id: "novel",
    chapter_id: "ch_001",
    source: "public-domain-novels",
    license_class: "public_domain",
    language: "und",
    title: "",
    text,
  });

describe("persons", () => {
  it("are who is named most, in both languages, with the pronouns that follow them", () => {
    expect(personsIn(EN, "en")).toEqual(["Darcy"].concat(personsIn(EN, "en").filter((name) => name !== "Darcy")));
    expect(personsIn(ZH, "zh").slice(0, 2).sort()).toEqual(["宝玉", "黛玉"].sort());
    expect(genderOf("Elizabeth", "Elizabeth rose, and she took her hat.", "en")).toBe("f");
    expect(genderOf("Darcy", "Darcy rose, and he took his hat.", "en")).toBe("m");
    expect(personsIn("Nobody came. It rained.", "en")).toEqual([]);
  });
});

describe("edits", () => {
  it("cover both directions of every axis that needs no bible", () => {
    const sides = new Set(EDITS.map(({ axis, direction }) => `${axis} ${direction}`));
    for (const { id } of AXES) {
      if (["world_consistency", "character_consistency", "timeline_consistency"].includes(id)) continue;
      expect([sides.has(`${id} lower`), sides.has(`${id} higher`)], id).toEqual([true, true]);
    }
    expect([...sides]).toEqual(expect.arrayContaining(["timeline_consistency lower", "character_consistency lower"]));
  });

  it.each([
    ["en", EN, ["Elizabeth", "Darcy"]],
    ["zh", ZH, ["宝玉", "黛玉"]],
  ] as const)("in %s change the text, move their axis the right way, and leave no brace", (language, text, persons) => {
    const chapter = readChapter(text, persons);
    const wrong: string[] = [];
    for (const edit of EDITS) {
      const pair = editPair(content(text), chapter, edit, 1);
      if (pair === null) continue;
      expect(pair.edited).not.toBe(pair.original);
      expect(pair.edited).not.toMatch(/[{}]|undefined/);
      const of = (each: string): number => measureAxes(readNarrative(each, language), {})[axisIndex(edit.axis)]!;
      const moved = of(pair.edited) - of(pair.original);
      if ((edit.direction === "higher" ? moved : -moved) <= 0)
        wrong.push(`${edit.operator} ${edit.axis} ${edit.direction}`);
    }
    // A contradiction of what the text says of a person is beyond any meter.
    expect(wrong.filter((name) => !name.startsWith("plant_a_contradiction")).length).toBeLessThanOrEqual(2);
  });

  it("give back what there is nothing of: no person, no paragraph, no dialogue", () => {
    const empty = readChapter(" \n ", []);
    for (const edit of EDITS) expect(editPair(content("x"), empty, edit, 1)).toBeNull();
    const bare = readChapter("It rained.\n\nIt rained again.", []);
    const of = (operator: string) => EDITS.find((edit) => edit.operator === operator)!.apply(bare, "k");
    expect([
      of("give_the_action_away"),
      of("cut_dialogue"),
      of("insert_passages"),
      of("plant_a_contradiction"),
    ]).toEqual([null, null, null, null]);
    expect(of("insert_exposition")).not.toBeNull();
  });

  it("each chapter gets as many as asked, each once, and the same again", () => {
    const edits = editsFor("novel:ch_001", 20);
    expect(new Set(edits).size).toBe(20);
    expect(editsFor("novel:ch_001", 20)).toEqual(edits);
    expect(new Set(editsFor("x", 10_000)).size).toBe(EDITS.length);
  });
});

const NOVELS = ["zh_public_domain_novels", "en_public_domain_novels"].map((name) =>
  join(import.meta.dirname, "../../../../shared/data", name),
);
const absent = !NOVELS.every((folder) => existsSync(folder));
if (absent)
  console.warn("SKIPPED: the public-domain novels are not there; edits and features of real chapters are not tested");

describe.skipIf(absent)("on public-domain novels", async () => {
  const contents: Content[] = [];
  if (!absent) {
    const out = mkdtempSync(join(tmpdir(), "esus-novels-"));
    const context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
    await ingest({ source: "public-domain-novels", paths: NOVELS, out, seed: 1, splitBy: "answer" }, context);
    for (const line of readFileSync(join(out, "contents.jsonl"), "utf8").trimEnd().split("\n"))
      contents.push(JSON.parse(line));
  }
  const chaptersOf = (novel: string): Content[] => contents.filter(({ story_id }) => story_id.includes(novel));
  const mean = (novel: string, id: string): number => {
    const at = FEATURES.findIndex((feature) => feature.id === id);
    const chapters = chaptersOf(novel);
    const values = chapters.map(
      ({ text, language }) => measureFeatures(readNarrative(text, language as "zh" | "en"), {})[at]!,
    );
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };

  // Stated before they were measured; the distributions are in notebooks/LOG.md.
  it.each([
    ["dialogue_share", "pride_and_prejudice", "princess_of_mars"],
    ["dialogue_share", "baskervilles", "war_of_the_worlds"],
    ["events_per_1000", "shuihu", "honglou"],
    ["events_per_1000", "sanguo", "honglou"],
    ["events_per_1000", "treasure_island", "pride_and_prejudice"],
    ["sentiment", "pride_and_prejudice", "war_of_the_worlds"],
    ["sentiment", "honglou", "sanguo"],
    ["cliffhanger", "xiyou", "pride_and_prejudice"],
    ["sentence_length", "princess_of_mars", "secret_adversary"],
  ])("%s: more in %s than in %s", (id, more, less) => {
    expect(chaptersOf(more).length).toBeGreaterThan(10);
    expect(mean(more, id)).toBeGreaterThan(mean(less, id));
  });

  it("named edits move their axis the right way in nine of ten", () => {
    const tally = { right: 0, all: 0 };
    for (const novel of ["pride_and_prejudice", "princess_of_mars", "shuihu", "xiyou"]) {
      const chapters = chaptersOf(novel).filter((_, i) => i % 6 === 0);
      const text = chapters.map((chapter) => chapter.text).join("\n");
      const persons = personsIn(text, chapters[0]!.language as "zh" | "en").slice(0, 30);
      for (const each of chapters) {
        const chapter = readChapter(each.text, persons);
        for (const edit of editsFor(each.content_id, 5)) {
          const pair = edit.operator === "plant_a_contradiction" ? null : editPair(each, chapter, edit, 1);
          if (pair === null) continue;
          const of = (text: string): number =>
            measureAxes(readNarrative(text, chapter.language), {})[axisIndex(edit.axis)]!;
          const moved = of(pair.edited) - of(pair.original);
          tally.all++;
          if ((edit.direction === "higher" ? moved : -moved) > 0) tally.right++;
        }
      }
    }
    expect(tally.all).toBeGreaterThan(150);
    expect(tally.right / tally.all).toBeGreaterThan(0.9);
  });
});
