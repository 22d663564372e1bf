import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Float32, Table, tableFromIPC, tableToIPC, vectorFromArray } from "apache-arrow";
import { expect, it } from "vitest";
import { readEmbeddings, writeEmbeddings } from "../../../pipelines/io/embeddings.ts";

const fresh = (): string => join(mkdtempSync(join(tmpdir(), "esus-arrow-")), "e.arrow");
const table = { ids: ["a", "书:1", "c"], width: 2, embedding: Float32Array.of(1, 2, 3, 4, 5, 0.1) };

it("embeddings go out as Arrow and come back to the bit, the encoder's name with them", async () => {
  const path = fresh();
  await writeEmbeddings(path, table, { encoder: "e-1" });
  expect(await readEmbeddings(path)).toEqual(table);
  const arrow = tableFromIPC(readFileSync(path));
  expect(arrow.schema.metadata.get("encoder")).toBe("e-1");
  expect(`${arrow.schema.fields[1]!.type}`).toBe("FixedSizeList[2]<Float32>");
  expect(arrow.get(1)!.toJSON()["content_id"]).toBe("书:1");
});

it("writes no text at all, and refuses another table", async () => {
  const [none, other] = [fresh(), fresh()];
  await writeEmbeddings(none, { ids: [], width: 4, embedding: new Float32Array() }, {});
  expect(await readEmbeddings(none)).toEqual({ ids: [], width: 4, embedding: new Float32Array() });
  writeFileSync(other, tableToIPC(new Table({ x: vectorFromArray([1], new Float32()) }), "file"));
  await expect(readEmbeddings(other)).rejects.toThrow("content_id and embedding");
});
