import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AXIS_FAMILIES, axisSchema } from "../../data-schemas/axis.ts";
import { FEATURES } from "../../data-schemas/feature.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import { PREFERENCE_RULES } from "../../models/label/preference-rules.ts";
import { renderOntology } from "../../pipelines/ontology-page.ts";

const HAN = /\p{Script=Han}/u;

describe("the ontology", () => {
  it("has 48 to 64 axes in seven families, each named once", () => {
    expect(AXES.length).toBeGreaterThanOrEqual(48);
    expect(AXES.length).toBeLessThanOrEqual(64);
    expect(new Set(AXES.map(({ id }) => id)).size).toBe(AXES.length);
    for (const family of AXIS_FAMILIES) expect(AXES.filter((axis) => axis.family === family).length).toBeGreaterThan(5);
    for (const [i, { id }] of AXES.entries()) expect(axisIndex(id)).toBe(i);
    expect(() => axisIndex("pace")).toThrow('internal: no axis is called "pace"');
  });

  it("says everything in Chinese and in English", () => {
    for (const { id, name, low, high, movedBy } of AXES) {
      for (const { zh, en } of [name, low, high, movedBy]) {
        expect(HAN.test(zh), id).toBe(true);
        expect(HAN.test(en), id).toBe(false);
      }
    }
  });

  it("names only axes, features and wishes that there are; no two poles share a tag", () => {
    const ids = new Set(AXES.map(({ id }) => id));
    for (const { id, leavesAlone, moves, wish } of AXES) {
      for (const other of leavesAlone) expect(ids.has(other) && other !== id, `${id} leaves ${other}`).toBe(true);
      for (const feature of moves) expect(FEATURES.some((each) => each.id === feature)).toBe(true);
      for (const each of [wish.low, wish.high]) if (each !== null) expect(PREFERENCE_RULES).toHaveProperty(each);
    }
    const tags = AXES.flatMap(({ tags }) => [tags.low, tags.high]);
    expect(new Set(tags).size).toBe(tags.length);
    // Tags that the design's own records use.
    expect(tags).toEqual(expect.arrayContaining(["pacing_slow", "agency_low"]));
  });

  it("refuses an axis with an unknown field or family", () => {
    expect(axisSchema.safeParse({ ...AXES[0]!, colour: "red" }).success).toBe(false);
    expect(axisSchema.safeParse({ ...AXES[0]!, family: "mood" }).success).toBe(false);
  });

  it("stands on its page as it is: npm run ontology", () => {
    expect(readFileSync(join(import.meta.dirname, "../../data-schemas/ontology.md"), "utf8")).toBe(renderOntology());
  });
});
