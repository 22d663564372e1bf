/** Reading and writing: what is refused, what is counted, and that nothing half-written has a final name. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { InputError, NonFiniteError } from "../../../data-schemas/errors.ts";
import { AtomicFile, writeFileAtomic } from "../../../pipelines/io/atomic-file.ts";
import { readCsv } from "../../../pipelines/io/csv.ts";
import { hashValue, sha256, sha256File } from "../../../pipelines/io/hash.ts";
import { toJson } from "../../../pipelines/io/json.ts";
import { JsonlWriter, readJsonl, readOwnJsonl } from "../../../pipelines/io/jsonl.ts";
import { readLines, TruncatedFileError } from "../../../pipelines/io/lines.ts";
import { defaultKeyFile, pseudonymizer, readerKey } from "../../../pipelines/io/pseudonym.ts";

const dir = mkdtempSync(join(tmpdir(), "esus-files-"));
let count = 0;
const file = (content: string | Uint8Array, extension = "txt"): string => {
  const path = join(dir, `${count++}.${extension}`);
  writeFileSync(path, content);
  return path;
};
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe("toJson", () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("refuses %s and names its path", (bad) => {
    expect(() => toJson({ a: [{ b: bad }] })).toThrow(NonFiniteError);
    expect(() => toJson({ a: [{ b: bad }] })).toThrow(`toJson: $.a.0.b is ${bad}`);
  });

  it("reads back what it wrote, for every JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("hashValue does not depend on the order of keys, but on every value", () => {
    expect(hashValue({ a: 1, b: { c: 2, d: 3 } })).toBe(hashValue({ b: { d: 3, c: 2 }, a: 1 }));
    expect(hashValue({ a: 1 })).not.toBe(hashValue({ a: 2 }));
    expect(hashValue([1, 2])).not.toBe(hashValue([2, 1]));
  });
});

describe("AtomicFile", () => {
  it("shows nothing under the final name before commit, and the right checksum after", async () => {
    const path = join(dir, "deep", "er", "atomic.txt");
    const atomic = await AtomicFile.create(path);
    await atomic.write("雨");
    await atomic.write(new Uint8Array([10]));
    expect(existsSync(path)).toBe(false);
    expect(await atomic.commit()).toEqual({ sha256: sha256("雨\n"), bytes: 4 });
    expect(readFileSync(path, "utf8")).toBe("雨\n");
    expect(await sha256File(path)).toBe(sha256("雨\n"));
    expect(existsSync(`${path}.partial`)).toBe(false);
  });

  it("leaves the old file when the new one is aborted", async () => {
    const path = join(dir, "old.txt");
    await writeFileAtomic(path, "old");
    const atomic = await AtomicFile.create(path);
    await atomic.write("new");
    await atomic.abort();
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(existsSync(`${path}.partial`)).toBe(false);
  });

  it("writes more than one buffer", async () => {
    const path = join(dir, "large.txt");
    const atomic = await AtomicFile.create(path);
    for (let i = 0; i < 40; i++) await atomic.write("x".repeat(100_000));
    expect((await atomic.commit()).bytes).toBe(4_000_000);
    expect(statSync(path).size).toBe(4_000_000);
  });
});

describe("readLines", () => {
  it.each([
    ["LF", "a\nb\n", ["a", "b"]],
    ["CRLF", "a\r\nb\r\n", ["a", "b"]],
    ["no end at the last line", "a\nb", ["a", "b"]],
    ["an empty line inside", "a\n\nb\n", ["a", "", "b"]],
    ["a byte order mark", "\uFEFFa\n", ["a"]],
    ["nothing", "", []],
    ["characters that fall between two chunks", `${"雨".repeat(100_000)}\n月\n`, ["雨".repeat(100_000), "月"]],
  ])("%s", async (_, content, expected) => {
    const lines = await all(readLines(file(content)));
    expect(lines.map(({ text }) => text)).toEqual(expected);
    expect(lines.map(({ number }) => number)).toEqual(expected.map((_, i) => i + 1));
    expect((await all(readLines(file(gzipSync(content), "txt.gz")))).map(({ text }) => text)).toEqual(expected);
  });

  it("a truncated gzip gives its whole lines, then says where it broke", async () => {
    const content = Array.from({ length: 20_000 }, (_, i) => `line ${i} ${sha256(String(i))}`).join("\n");
    const packed = gzipSync(content);
    const path = file(packed.subarray(0, packed.length / 2), "txt.gz");
    const lines: string[] = [];
    let thrown: unknown;
    try {
      for await (const { text } of readLines(path)) lines.push(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(TruncatedFileError);
    expect((thrown as Error).message).toContain(`breaks off after line ${lines.length}`);
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines).toEqual(content.split("\n").slice(0, lines.length));
  });

  it.each([
    ["a folder", () => dir, /is a folder; expected a file/],
    ["nothing", () => join(dir, "missing"), /cannot be read \(ENOENT\)/],
  ])("refuses a path that is %s", async (_, path, message) => {
    await expect(all(readLines(path()))).rejects.toThrow(InputError);
    await expect(all(readLines(path()))).rejects.toThrow(message);
  });
});

const schema = z.strictObject({ id: z.string(), rating: z.int().min(1).max(5) });

describe("readJsonl", () => {
  it("yields every line once, bad ones with a reason that quotes nothing of them", async () => {
    const path = file(
      '{"id":"a","rating":5}\nmy secret words\n{"id":"b","rating":9}\n{"id":"c","rating":3,"my secret key":1}\n',
    );
    const rows = (await all(readJsonl(path, schema))).flat();
    expect(rows.map(({ ok }) => ok)).toEqual([true, false, false, false]);
    expect(rows[1]).toEqual({ ok: false, line: 2, reason: "not-json", detail: "expected one JSON value" });
    expect(rows[2]).toMatchObject({ line: 3, reason: "schema", detail: expect.stringMatching(/^rating: /) });
    expect(rows[3]).toMatchObject({ line: 4, reason: "schema", detail: "the row: has 1 unknown fields" });
    expect(JSON.stringify(rows)).not.toContain("secret");
  });

  it("what the writer wrote comes back", async () => {
    const path = join(dir, "own.jsonl");
    const writer = await JsonlWriter.create(path);
    const records = [
      { id: "雨", rating: 1 },
      { id: "two\nlines", rating: 5 },
    ];
    for (const record of records) await writer.write(record);
    expect((await writer.commit()).rows).toBe(2);
    expect(await all(readOwnJsonl(path, schema))).toEqual(records);
  });

  it("a damaged file of our own is an error", async () => {
    await expect(all(readOwnJsonl(file("{}\n"), schema))).rejects.toThrow(
      /:1: id: .*the file was changed after it was written/,
    );
  });
});

const csvSchema = z.strictObject({ id: z.string(), text: z.string() });

describe("readCsv", () => {
  it.each([
    [
      "plain",
      "id,text\n1,a\n2,b\n",
      [
        ["1", "a"],
        ["2", "b"],
      ],
    ],
    ["byte order mark and CRLF", "\uFEFFid,text\r\n1,a\r\n", [["1", "a"]]],
    [
      "quoted newline, comma and quote",
      'id,text\n1,"a, ""b""\nc"\n2,d\n',
      [
        ["1", 'a, "b"\nc'],
        ["2", "d"],
      ],
    ],
    ["Chinese", "id,text\n1,这章太水了\n", [["1", "这章太水了"]]],
    ["64-bit ids as text", "id,text\n5608221000000000123,x\n", [["5608221000000000123", "x"]]],
  ])("%s", async (_, content, expected) => {
    for (const path of [file(content, "csv"), file(gzipSync(content), "csv.gz")]) {
      const rows = (await all(readCsv(path, csvSchema))).flat();
      expect(rows.map((row) => (row.ok ? [row.value.id, row.value.text] : row))).toEqual(expected);
    }
  });

  it("refuses records with too few or too many fields, with the line on which they start", async () => {
    const rows = (await all(readCsv(file('id,text\n1,"a\nb"\n2\n3,c,d\n4,e\n', "csv"), csvSchema))).flat();
    expect(rows.map(({ ok, line }) => [ok, line])).toEqual([
      [true, 2],
      [false, 4],
      [false, 5],
      [true, 6],
    ]);
    expect(rows[1]).toMatchObject({ reason: "field-count", detail: "expected 2 fields, got 1" });
    expect(rows[2]).toMatchObject({ detail: "expected 2 fields, got 3" });
  });

  it("an empty file is refused", async () => {
    await expect(all(readCsv(file("", "csv"), csvSchema))).rejects.toThrow("is empty; expected a header line");
  });
});

describe("reader pseudonyms", () => {
  it("are the same for the same reader and key, and differ between sources and keys", async () => {
    const path = join(dir, "keys", "reader.key");
    const key = await readerKey(path);
    expect(await readerKey(path)).toEqual(key);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const name = pseudonymizer(key);
    expect(name("a", "Jane")).toMatch(/^r_[0-9a-f]{16}$/);
    expect(name("a", "Jane")).toBe(pseudonymizer(key)("a", "Jane"));
    expect(name("a", "Jane")).not.toBe(name("b", "Jane"));
    expect(name("a", "Jane")).not.toBe(pseudonymizer(await readerKey(join(dir, "keys", "other.key")))("a", "Jane"));
    expect(name("a", "Jane")).not.toContain("Jane");
  });

  it("a key that others may read is refused", async () => {
    const path = join(dir, "open.key");
    await readerKey(path);
    chmodSync(path, 0o644);
    await expect(readerKey(path)).rejects.toThrow("the reader key is open to others (mode 644); run chmod 600 on it");
  });

  it("a file that is no key is refused", async () => {
    const path = join(dir, "no.key");
    writeFileSync(path, "hello", { mode: 0o600 });
    await expect(readerKey(path)).rejects.toThrow("expected 64 hex digits");
  });

  it("the key lies where the environment says, else in the user's configuration", () => {
    expect(defaultKeyFile({ ESUS_KEY_FILE: "/k" })).toBe("/k");
    expect(defaultKeyFile({ XDG_CONFIG_HOME: "/c" })).toBe(join("/c", "esus", "reader.key"));
  });
});

mkdirSync(dir, { recursive: true });
