/**
 * Words and names of restricted readers are planted in every place of an upstream table, and searched for in everything
 * that is derived from it: files, what is printed, what is published.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const LAUNCHER = join(import.meta.dirname, "../../pipelines/esus.js");
const dir = mkdtempSync(join(tmpdir(), "esus-leak-"));
const at = (name: string): string => join(dir, name);

const SECRETS = { name: "Qzreader", words: "qzwords", text: "qztext", title: "qztitle", address: "qz@example.org" };

function esus(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    encoding: "utf8",
    env: { ...process.env, ESUS_KEY_FILE: at("key") },
  });
  expect([status, stderr.includes("internal:")]).toEqual([0, false]);
  return stdout + stderr;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

function found(where: string, what: readonly string[]): string[] {
  return what.filter((secret) => where.toLowerCase().includes(secret.toLowerCase()));
}

it("no word, name or address of a restricted reader leaves the run folder of the ingest", () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({
    who: `${SECRETS.name}${i % 40}`,
    book: `b${i % 20}`,
    title: SECRETS.title,
    text: `${SECRETS.text} the sword and the gate, part ${i % 20}`,
    stars: 1 + (i % 5),
    says: `This chapter is too slow, ${SECRETS.words}. Write to ${SECRETS.address} @${SECRETS.name}`,
  }));
  writeFileSync(at("answers.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  writeFileSync(at("bad.jsonl"), `{"who":"${SECRETS.name}","says":"${SECRETS.words}"}\n`);
  const map = (license_class: string) => ({
    source: "pilot",
    license_class,
    language: "en",
    format: "jsonl",
    columns: {
      reader: "who",
      story: "book",
      title: "title",
      text: "text",
      rating: { column: "stars", low: 1, high: 5 },
      comment: "says",
    },
  });
  writeFileSync(at("map.json"), JSON.stringify(map("restricted_dta")));
  writeFileSync(at("lax.json"), JSON.stringify(map("author_consented")));

  const printed = [
    esus(
      "ingest",
      "generic",
      at("answers.jsonl"),
      at("bad.jsonl"),
      "--map",
      at("map.json"),
      "--out",
      at("in"),
      "--parquet",
    ),
    esus("ingest", "generic", at("answers.jsonl"), "--map", at("lax.json"), "--out", at("lax")),
    esus("label", at("in"), "--out", at("label")),
    esus("label", at("lax"), "--out", at("lax-label")),
    esus("encode", at("in"), "--out", at("encode")),
    esus("train", at("in"), at("encode"), "--out", at("train"), "--set", "epochs=1", "--device", "cpu"),
    esus("eval", at("train"), at("in"), at("encode"), "--out", at("eval"), "--device", "cpu"),
    esus("publish", at("in"), at("label"), "--out", at("published")),
    esus("publish", at("lax"), at("lax-label"), "--out", at("lax-published")),
  ].join("\n");

  const everything = Object.values(SECRETS);
  expect(found(printed, everything)).toEqual([]);
  for (const folder of ["label", "lax-label", "encode", "train", "eval", "published"])
    for (const file of filesIn(at(folder)))
      expect([file, found(readFileSync(file, "latin1"), everything)]).toEqual([file, []]);
  // Names and addresses are not even in the ingest; refusals hold no word.
  for (const file of filesIn(at("in"))) {
    const text = readFileSync(file, "latin1");
    expect([file, found(text, [SECRETS.name, SECRETS.address])]).toEqual([file, []]);
    if (file.endsWith("refused.jsonl")) expect(found(text, everything)).toEqual([]);
  }
  // The search finds what is there: the ingest itself keeps the words.
  expect(found(readFileSync(join(at("in"), "kept.jsonl"), "utf8"), everything)).toEqual([SECRETS.words]);

  const rowsOf = (folder: string, name: string) =>
    readFileSync(join(at(folder), name), "utf8")
      .split("\n")
      .filter((line) => line !== "").length;
  expect(["kept.jsonl", "contents.jsonl", "labels.jsonl"].map((name) => rowsOf("published", name))).toEqual([0, 0, 0]);
  // Consented readers' labels go, their words and texts do not; nor do ids that lead to a record.
  expect(["kept.jsonl", "labels.jsonl"].map((name) => rowsOf("lax-published", name))).toEqual([400, 400]);
  for (const file of filesIn(at("lax-published"))) {
    const text = readFileSync(file, "utf8");
    expect([file, found(text, [SECRETS.name, SECRETS.words, SECRETS.text, SECRETS.address])]).toEqual([file, []]);
    expect([file, /r_[0-9a-f]{16}/.test(text)]).toEqual([file, false]);
  }
}, 120_000);
