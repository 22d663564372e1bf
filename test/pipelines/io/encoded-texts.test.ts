import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Float32, Table, tableFromIPC, tableToIPC, vectorFromArray } from "apache-arrow";
import { expect, it } from "vitest";
import { type EncodedTexts, readEncodedTexts, writeEncodedTexts } from "../../../pipelines/io/encoded-texts.ts";

const fresh = (): string => join(mkdtempSync(join(tmpdir(), "esus-arrow-")), "e.arrow");
const texts: EncodedTexts = {
  ids: ["a", "书:1", "c"],
  hashes: ["h1", "h2", "h3"],
  languages: ["en", "zh", "en"],
  segments: Uint8Array.of(1, 2, 0),
  embedding: Float32Array.of(1, 2, 0, 0, 3, 4, 5, 0.1, 0, 0, 0, 0),
  measured: Uint8Array.of(1, 1, 0),
  columns: Float32Array.of(0.5, 7, 0, 0, 0, 0, -1, 2, 3),
  width: 2,
  encoder: "e-1",
  code: "c-1",
  columnNames: ["x", "y", "z"],
};

it("encoded texts go out as Arrow and come back to the bit; other programs read them by name", async () => {
  const path = fresh();
  await writeEncodedTexts(path, texts);
  expect(await readEncodedTexts(path)).toEqual(texts);
  const arrow = tableFromIPC(readFileSync(path));
  expect(arrow.schema.metadata.get("encoder")).toBe("e-1");
  expect(`${arrow.getChild("embedding")!.type}`).toBe("FixedSizeList[4]<Float32>");
  expect(arrow.get(1)!.toJSON()["content_id"]).toBe("书:1");
});

it("writes no text at all, and refuses another table", async () => {
  const [none, other, torn] = [fresh(), fresh(), fresh()];
  const empty = {
    ...texts,
    ids: [],
    hashes: [],
    languages: [],
    segments: new Uint8Array(),
    measured: new Uint8Array(),
  };
  await writeEncodedTexts(none, { ...empty, embedding: new Float32Array(), columns: new Float32Array() });
  expect((await readEncodedTexts(none)).ids).toEqual([]);
  writeFileSync(other, tableToIPC(new Table({ x: vectorFromArray([1], new Float32()) }), "file"));
  await expect(readEncodedTexts(other)).rejects.toThrow("lacks content_id, text_hash");
  writeFileSync(torn, "ARROW1");
  await expect(readEncodedTexts(torn)).rejects.toThrow("run esus encode");
});
