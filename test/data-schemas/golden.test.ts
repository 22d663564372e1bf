/** The design's own examples are read, written and read again without loss; the JSON Schemas are those of the code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LICENCE_CLASSES, PERMISSIONS, strictestLicence } from "../../data-schemas/licence.ts";
import { stateAndFeedbackSchema } from "../../data-schemas/reader-state.ts";
import { recordSchema } from "../../data-schemas/record.ts";
import { DICTIONARY, dictionaryPage } from "../../pipelines/dictionary-page.ts";
import { toJson } from "../../pipelines/io/json.ts";
import { FILE_SCHEMAS, jsonSchemaOf } from "../../pipelines/schemas.ts";

const golden = (name: string): string => readFileSync(join(import.meta.dirname, "../golden", name), "utf8");

describe("golden records", () => {
  const lines = golden("records.jsonl").trim().split("\n");
  it.each(lines.map((line) => [JSON.parse(line).example_id, line]))("%s", (_, line) => {
    const once = recordSchema.parse(JSON.parse(line));
    expect(once).toEqual(JSON.parse(line));
    expect(recordSchema.parse(JSON.parse(toJson(once)))).toEqual(once);
  });

  it("there are two", () => {
    expect(lines).toHaveLength(2);
  });

  it("hidden state and visible feedback", () => {
    const text = golden("state_and_feedback.json");
    expect(JSON.parse(toJson(stateAndFeedbackSchema.parse(JSON.parse(text))))).toEqual(JSON.parse(text));
  });

  it.each([
    ["an unknown field", { surprise: 1 }],
    ["a rating of 6", { observed_feedback: { explicit: { rating: 6 } } }],
    ["a rating as text", { observed_feedback: { explicit: { rating: "5" } } }],
    ["a licence class that is none", { license_class: "mine" }],
    ["a joined one with a bad part", { license_class: "synthetic|mine" }],
    ["a confidence above 1", { confidence: 1.1 }],
    ["another version", { schema_version: 2 }],
  ])("a record with %s is refused", (_, change) => {
    expect(recordSchema.safeParse({ ...JSON.parse(lines[1]!), ...change }).success).toBe(false);
  });
});

describe("licence classes", () => {
  it("the strictest of several wins", () => {
    expect(strictestLicence("synthetic")).toBe("synthetic");
    expect(strictestLicence("public_domain|restricted_dta|synthetic")).toBe("restricted_dta");
    expect(() => strictestLicence("synthetic|mine")).toThrow("is not made of licence classes");
  });

  it("a stricter class permits nothing that a laxer one does not", () => {
    for (const [i, stricter] of LICENCE_CLASSES.entries()) {
      for (const laxer of LICENCE_CLASSES.slice(0, i)) {
        for (const [use, allowed] of Object.entries(PERMISSIONS[stricter])) {
          if (allowed) expect(PERMISSIONS[laxer][use as "train"], `${stricter} ${use} against ${laxer}`).toBe(true);
        }
      }
    }
  });
});

describe("JSON Schemas", () => {
  it.each(Object.keys(FILE_SCHEMAS))("%s is up to date (npm run schemas)", (name) => {
    const file = join(import.meta.dirname, "../../data-schemas/json", `${name}.schema.json`);
    expect(readFileSync(file, "utf8")).toBe(jsonSchemaOf(name));
  });
});

it("the data dictionary is that of the schemas", () => {
  expect(readFileSync(DICTIONARY, "utf8")).toBe(dictionaryPage());
});
