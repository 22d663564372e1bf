/** Every adapter on files of its real layout, made here; and the counts of the real files where they are. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import type { ColumnMap } from "../../../data-schemas/column-map.ts";
import type { Manifest } from "../../../data-schemas/manifest.ts";
import { ingest } from "../../../pipelines/ingest/ingest.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";
import { zipOf } from "./zip-archive.ts";

const context: Context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-src-"));
const REAL = join(import.meta.dirname, "../../../../shared/data");

beforeAll(() => {
  process.env["ESUS_KEY_FILE"] = join(fresh(), "reader.key");
});

interface Ingested {
  readonly manifest: Manifest;
  readonly records: Record<string, unknown>[];
  readonly contents: Record<string, unknown>[];
  readonly facts: Record<string, unknown>[];
  readonly refused: Record<string, unknown>[];
}

async function run(
  source: string,
  files: Record<string, string | Uint8Array> | string,
  columnMap?: ColumnMap,
): Promise<Ingested> {
  let path = files;
  if (typeof path !== "string") {
    const dir = fresh();
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), content);
    }
    path = dir;
  }
  const out = fresh();
  const { manifest } = await ingest({ source, paths: [path], out, seed: 1, splitBy: "answer", columnMap }, context);
  const read = (name: string): Record<string, unknown>[] =>
    readFileSync(join(out, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  expect(manifest.rows_in).toBe(manifest.kept + manifest.refused);
  return {
    manifest,
    records: read("kept.jsonl"),
    contents: read("contents.jsonl"),
    facts: read("facts.jsonl"),
    refused: read("refused.jsonl"),
  };
}

describe("qidian-webnovel", () => {
  it("reads comments at every level, from zips with one CSV a book, under the strictest licence", async () => {
    const zip = zipOf({
      "1003692682.csv":
        'reviewId,content,likeCount,userID,level\n560822100000000001,"这章太水了[fn=58]\n下一章呢",12,u1,5\n',
      "1010868264.csv": "reviewId,content,likeCount,userID,level\n560822100000000002,好看,0,u1,5\n",
    });
    const { records, manifest } = await run("qidian-webnovel", {
      "qidianReviews_depersonalised.zip": zip,
      "webnovelReviews_Booklevel_8022472105002805.csv":
        "reviewId,content,bookId,totalscore,replyAmount,likeAmount,userID,level\n1,Great,8022472105002805,5,0,3,w1,2\n2,Meh,8022472105002805,0,0,0,w2,2\n3,Odd,8022472105002805,7,0,0,w2,2\n",
      "webnovelReviews_Chapterlevel_8022472105002805.csv":
        "chapterId,reviewId,content,userID,level\n77,1,Nice chapter,w1,2\n",
      "webnovelReviews_Paragraphlevel_8022472105002805.csv":
        "chapterId,paragraphId,reviewId,content,replyAmount,likeAmount,userID,userLevel\n77,88,5,Lol,0,1,w1,2\n",
    });
    expect(records.map((record) => record["license_class"])).toEqual(Array(6).fill("restricted_dta"));
    expect(manifest.reasons).toEqual({ schema: 1 });
    const [first, second] = records;
    expect(first).toMatchObject({
      story_id: "qidian-webnovel:qidian:1003692682",
      language: "zh",
      observed_feedback: { explicit: { comment: "这章太水了[fn=58]\n下一章呢", likes: 12 } },
    });
    expect(second!["user_id"]).toBe(first!["user_id"]);
    const saying = (comment: string) =>
      records.find((record) => JSON.stringify(record["observed_feedback"]).includes(`"comment":"${comment}"`));
    expect(saying("Great")).toMatchObject({ observed_feedback: { explicit: { rating: 5 } } });
    expect(saying("Meh")).toMatchObject({ observed_feedback: { explicit: { rating: null } } });
    expect(saying("Nice chapter")).toMatchObject({ chapter_id: "77", order_basis: "chapter" });
    expect(saying("Lol")).toMatchObject({ chapter_id: "77", segment_id: "88" });
    // A review's number leads to its reader, and is counted anew at every level.
    for (const { example_id } of records) expect(example_id).toMatch(/^qidian-webnovel:[a-z]+:r_[0-9a-f]{16}$/);
    expect(new Set(records.map(({ example_id }) => example_id)).size).toBe(records.length);
  });
});

describe("goodreads-export", () => {
  const full =
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies";
  const row = (rating: number, shelf: string, review: string): string =>
    `12,"A, B",C,"C, D",,"=""0465026214""","=""""",${rating},4.21,P,Paperback,496,1995,1994,,2019/11/01,,,${shelf},"${review}",,private words,2,0`;
  it("takes ratings, shelves and reviews, and neither averages nor private notes", async () => {
    const { records, contents } = await run("goodreads-export", {
      "reader_1.csv": `${full}\n${row(0, "to-read", "")}\n${row(4, "read", "Good<br/>really &amp; truly")}\n`,
    });
    expect(records.map((record) => record["observed_feedback"])).toEqual([
      { explicit: { rating: null, tags: ["to-read"] }, implicit: { shelved: true, reread_count: 1 } },
      {
        explicit: { rating: 4, comment: "Good\nreally & truly", tags: ["read"] },
        implicit: { shelved: false, reread_count: 1 },
      },
    ]);
    expect(contents).toMatchObject([{ title: "A, B", features: { pages: 496, publication_year: 1994 } }]);
    expect(JSON.stringify({ records, contents })).not.toMatch(/4\.21|private words/);
  });
});

it("goodreads-export: files that are all called alike are different readers", async () => {
  const rows = (rating: number): string =>
    `Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies\n12,A,C,"C, D",,,,${rating},4.21,P,Paperback,496,1995,1994,,2019/11/01,,,read,,,,1,0\n`;
  const { records } = await run("goodreads-export", {
    "exports.zip": zipOf({
      "a/goodreads_library_export.csv": rows(4),
      "b/goodreads_library_export.csv": rows(2),
      "__MACOSX/a/._goodreads_library_export.csv": "a shadow",
    }),
  });
  expect(records.map(({ observed_feedback }) => observed_feedback)).toMatchObject([
    { explicit: { rating: 4 } },
    { explicit: { rating: 2 } },
  ]);
  expect(new Set(records.map(({ user_id }) => user_id)).size).toBe(2);
});

describe("goodreads-ucsd", () => {
  it("reads gz JSON lines; rating 0 is none, dates are C's, a bad row is refused", async () => {
    const review = {
      user_id: "8842281e",
      book_id: "24375664",
      review_id: "5cd41",
      rating: 0,
      review_text: "fine",
      date_added: "Fri Aug 25 13:55:02 -0700 2017",
      date_updated: "",
      read_at: "Sat Oct 07 00:00:00 -0700 2017",
      started_at: "",
      n_votes: -1,
      n_comments: 0,
    };
    const { review_text: _, n_votes: __, n_comments: ___, ...shared } = review;
    const interaction = { ...shared, is_read: false, review_text_incomplete: "fi" };
    const lines = [review, { ...review, review_id: "x", rating: 9 }].map((value) => JSON.stringify(value)).join("\n");
    const { records, refused } = await run("goodreads-ucsd", {
      "goodreads_reviews_fantasy_paranormal.json.gz": gzipSync(lines),
      "goodreads_interactions.csv": "user_id,book_id,is_read,rating,is_reviewed\n77123,948,1,5,0\n",
      "goodreads_interactions_fantasy_paranormal.json": JSON.stringify(interaction),
    });
    expect(JSON.stringify({ records, refused })).not.toMatch(/77123|8842281e|5cd41/);
    expect(new Set(records.map(({ example_id }) => example_id)).size).toBe(3);
    expect(records).toMatchObject([
      { observed_feedback: { explicit: { rating: 5 }, implicit: { shelved: false } }, label_origin: "rating" },
      { observed_feedback: { explicit: { rating: null }, implicit: { shelved: true } }, label_origin: "rating" },
      {
        story_id: "goodreads:24375664",
        occurred_at: "2017-10-07T00:00:00-07:00",
        observed_feedback: { explicit: { rating: null, comment: "fine" } },
        license_class: "noncommercial",
      },
    ]);
    expect(refused).toMatchObject([
      { file: "goodreads_reviews_fantasy_paranormal.json.gz", line: 2, reason: "schema" },
    ]);
  });
});

describe("novelupdates", () => {
  const header =
    "id,name,novel_type,cover_url,assoc_names,original_language,authors,genres,tags,start_year,licensed,original_publisher,english_publisher,complete_original,chapters_original_current,complete_translated,release_freq,activity_week_rank,activity_month_rank,activity_all_time_rank,on_reading_lists,reading_list_month_rank,reading_list_all_time_rank,rating,rating_votes,related_series_ids,recommended_series_ids,recommendation_list_ids,chapter_latest_translated";
  const row = (rating: string, lists: string): string =>
    `7,Name,Web Novel,,[],Chinese,['a'],"['Action', 'Xianxia']",['Weak to Strong'],2015,False,nan,nan,True,100 chapters,False,3.2,1,2,3,${lists},5,6,${rating},10,[],"[1, 2]",[],c100`;
  it("reads the table; unrated is absent, misread ratings and negative counts are refused", async () => {
    const { contents, facts, manifest } = await run("novelupdates", {
      "novels_0.1.5.csv": `${header}\n${row("4.2", "99")}\n${row("0", "99").replace("7,", "8,")}\n${row("36548", "99")}\n${row("4", "-14")}\n`,
    });
    expect(contents).toMatchObject([
      {
        tags: ["original_language:zh", "Action", "Xianxia", "Weak to Strong"],
        features: { score_1_5: 4.2, reading_lists: 99 },
      },
      { content_id: "novelupdates:8" },
    ]);
    expect(contents[1]!["features"]).not.toHaveProperty("score_1_5");
    expect(facts.map(({ object }) => object)).toEqual([
      "novelupdates:1",
      "novelupdates:2",
      "novelupdates:1",
      "novelupdates:2",
    ]);
    expect(manifest.reasons).toEqual({ "count-negative": 1, "rating-out-of-range": 1 });
  });

  it("reads several arrays behind each other, with bare NaN", async () => {
    const item = (title: string): string =>
      `{"title": "${title} [NaN], \\"x\\"", "status": " 1,125 Chapters Every 3.3 Day(s) 1701 Readers 14 Reviews 02-28-2023", "chapters": "", "rating": "JP (4.2)", "link": "https://x/series/${title}/", "image": NaN}`;
    const { contents } = await run("novelupdates", {
      "res.json": `[\n  ${item("a")},\n ${item("b")}\n]\n[${item("c")}]`,
    });
    expect(contents).toMatchObject(
      ["a", "b", "c"].map((slug) => ({
        content_id: `novelupdates:${slug}`,
        title: `${slug} [NaN], "x"`,
        updated_at: "2023-02-28",
        features: { chapters: 1125, days_per_release: 3.3, readers: 1701, score_1_5: 4.2 },
      })),
    );
  });
});

describe("ao3", () => {
  it("reads the dump's works and its tags with commas in their names", async () => {
    const { contents, facts, refused } = await run("ao3", {
      "works-20210226.csv":
        "creation date,language,restricted,complete,word_count,tags,\n2021-02-26,en,false,true,388.0,10+414093+1001939,\n2021-02-26,zh,false,true,,,\n",
      "tags-20210226.csv":
        'id,type,name,canonical,cached_count,merger_id\n3,Media,Books & Literature,true,100,\n9,Fandom,Lin Shu, Prince,false,5,3\n10,Freeform,"Redacted, twice",false,,\nbroken\n',
    });
    expect(contents).toMatchObject([
      { tags: ["ao3:tag:10", "ao3:tag:414093", "ao3:tag:1001939"], features: { words: 388, complete: 1 } },
      { language: "zh", tags: [] },
    ]);
    expect(contents[1]!["features"]).not.toHaveProperty("words");
    expect(facts).toMatchObject([
      { object: "Books & Literature", weight: 100 },
      { object: "Lin Shu, Prince" },
      { relation: "tag_merged_into", object: "ao3:tag:3" },
      { object: "Redacted, twice", weight: null },
    ]);
    expect(refused).toMatchObject([{ line: 5, reason: "field-count" }]);
  });
});

describe("royalroad", () => {
  it("reads the pilot export, and keeps the reader's name out of everything", async () => {
    const rows = [
      {
        kind: "fiction",
        id: "1",
        site: "royalroad",
        title: "T",
        status: null,
        tags: ["LitRPG"],
        description: "D",
        chapters: [{ id: "c1", title: "One", released_at: null }],
        pages: 10,
        followers: null,
        favourites: 1,
        views: 2,
      },
      { kind: "chapter", fiction_id: "1", id: "c1", title: "One", released_at: "2023-08-21T10:00:00Z", text: "Once." },
      {
        kind: "review",
        fiction_id: "1",
        reader: "Jane Doe",
        posted_at: "2023-08-22T10:00:00Z",
        at_chapter: "c1",
        overall: 4.5,
        style: 5,
        story: null,
        grammar: 4,
        character: null,
        text: "Fine.",
      },
      {
        kind: "visit",
        fiction_id: "1",
        chapter_id: "c1",
        reader: "Jane Doe",
        at: null,
        dwell_seconds: 61.5,
        scroll_depth: 0.9,
        continued: true,
      },
      {
        kind: "visit",
        fiction_id: "1",
        chapter_id: "c1",
        reader: "Jane Doe",
        at: null,
        dwell_seconds: -1,
        scroll_depth: 0.9,
        continued: true,
      },
    ];
    const { records, contents, refused } = await run("royalroad", {
      "pilot.jsonl": rows.map((value) => JSON.stringify(value)).join("\n"),
    });
    expect(contents.map(({ content_id }) => content_id)).toEqual(["royalroad:1", "royalroad:1:c1"]);
    expect(records).toMatchObject([
      {
        license_class: "author_consented",
        observed_feedback: {
          explicit: { rating: null, sub_scores: { overall_0_5: 4.5, style_0_5: 5, grammar_0_5: 4 }, comment: "Fine." },
        },
      },
      {
        label_origin: "human_pilot",
        observed_feedback: { implicit: { dwell_time_sec: 61.5, scroll_depth: 0.9, continue_clicked: true } },
      },
    ]);
    expect(records[0]!["user_id"]).toBe(records[1]!["user_id"]);
    expect(refused).toMatchObject([{ line: 5, reason: "schema" }]);
    expect(JSON.stringify({ records, contents, refused })).not.toContain("Jane");
  });
});

describe("novels", () => {
  it("cuts Chinese and English books at their headings, leaves the front matter out, and joins repeated headings", async () => {
    const { contents, refused } = await run("public-domain-novels", {
      "zh.txt": "序\n第一回  甲\n一\n第二回  乙\n二\n第二回  乙\n又二\n第三回  丙\n三\n",
      "en.txt.gz": gzipSync(
        "Licence\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\nTitle\nCHAPTER I. A\none\nCHAPTER II. B\ntwo\nCHAPTER III. C\nthree\nCHAPTER I. Second book\nfour\n*** END OF THE PROJECT GUTENBERG EBOOK X ***\nLicence\n",
      ),
      "words.txt":
        "CHAPTER THE FIRST\nalpha\nchapter after chapter he read on\nChapter Twenty-Two: X\nbeta\nchapter the thirteenth\ngamma\n",
      "bare.txt": "1\nalpha\n2\nbeta\n3\ngamma\n",
      "none.txt": "no headings here\n",
    });
    expect(contents.map(({ story_id, chapter_id, text, language }) => [story_id, chapter_id, text, language])).toEqual([
      ["public-domain-novels:bare", "ch_001", "alpha", "en"],
      ["public-domain-novels:bare", "ch_002", "beta", "en"],
      ["public-domain-novels:bare", "ch_003", "gamma", "en"],
      ["public-domain-novels:en", "ch_001", "one", "en"],
      ["public-domain-novels:en", "ch_002", "two", "en"],
      ["public-domain-novels:en", "ch_003", "three", "en"],
      ["public-domain-novels:en", "ch_004", "four", "en"],
      ["public-domain-novels:words", "ch_001", "alpha\nchapter after chapter he read on", "en"],
      ["public-domain-novels:words", "ch_002", "beta", "en"],
      ["public-domain-novels:words", "ch_003", "gamma", "en"],
      ["public-domain-novels:zh", "ch_001", "一", "zh"],
      ["public-domain-novels:zh", "ch_002", "二\n又二", "zh"],
      ["public-domain-novels:zh", "ch_003", "三", "zh"],
    ]);
    expect(refused).toMatchObject([{ file: "none.txt", reason: "no-chapters" }]);
  });
});

describe("guofeng", () => {
  it("links the two sides of V1 and reads V2's files", async () => {
    const side = (a: string, b: string): string =>
      `<BOOK id="100-jdxx">\n<CHAPTER id="jdxx_0001">\n${a}\n${b}\n</CHAPTER>\n<CHAPTER id="jdxx_0002">\n</CHAPTER></BOOK>\n`;
    const { contents, facts, refused } = await run("guofeng", {
      "train.zh": side("你好", "再见"),
      "train.en": side("Hello", "Bye"),
      "15-jlws_0001-DE.txt": "Hallo",
    });
    expect(contents.map(({ content_id, text }) => [content_id, text])).toEqual([
      ["guofeng:jlws_0001:de", "Hallo"],
      ["guofeng:jdxx_0001:en", "Hello\nBye"],
      ["guofeng:jdxx_0001:zh", "你好\n再见"],
    ]);
    expect(facts).toMatchObject([
      { subject: "guofeng:jdxx_0001:zh", relation: "translation", object: "guofeng:jdxx_0001:en" },
    ]);
    expect(refused.map(({ reason }) => reason)).toEqual(["empty-chapter", "empty-chapter"]);
  });
});

describe("generic", () => {
  const map: ColumnMap = {
    source: "my-survey",
    license_class: "author_consented",
    language: "zh",
    format: "csv",
    delimiter: ";",
    columns: {
      reader: "who",
      story: "book",
      chapter: "ch",
      rating: { column: "stars", low: 0, high: 10, none: -1 },
      comment: "words",
      time: { column: "day", form: "slashes" },
      continued: "more",
    },
  };
  it("needs a map and no code", async () => {
    const { records, refused } = await run(
      "generic",
      {
        "t.csv":
          "who;book;ch;stars;words;day;more;extra\nJane;b1;1;10;好;2022/04/13;yes;x\nJane;b1;2;-1;;;0;x\nJane;b1;3;11;;;0;x\n;b1;3;5;;;0;x\nJane;b1;4;5;;2022-04-13;0;x\nJane;b1;5;5;;;maybe;x\n",
      },
      map,
    );
    expect(records).toMatchObject([
      {
        source: "my-survey",
        story_id: "my-survey:b1",
        chapter_id: "1",
        occurred_at: "2022-04-13",
        observed_feedback: {
          explicit: { rating: 5, sub_scores: { rating_raw: 10 }, comment: "好" },
          implicit: { continue_clicked: true },
        },
      },
      { observed_feedback: { explicit: { rating: null }, implicit: { continue_clicked: false } } },
    ]);
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [4, "rating-out-of-range"],
      [5, "no-reader"],
      [6, "date-form"],
      [7, "not-yes-or-no"],
    ]);
    expect(JSON.stringify(records)).not.toContain("Jane");
  });

  it("leaves unmapped members of JSON lines alone, and refuses a row that a column does not fit", async () => {
    const { records, refused } = await run(
      "generic",
      {
        "t.jsonl": [
          { who: "a", book: "b", stars: 5, n: 3, extra: [1, { x: 2 }] },
          { who: "a", book: "c", stars: 5, n: 2.5 },
          { who: "a", book: "d", stars: [5], n: 2 },
          { who: "a", book: "e", stars: 5 },
        ]
          .map((row) => JSON.stringify(row))
          .join("\n"),
      },
      {
        source: "my-survey",
        license_class: "author_consented",
        language: "en",
        format: "jsonl",
        delimiter: ",",
        columns: { reader: "who", story: "book", rating: { column: "stars", low: 1, high: 5 }, likes: "n" },
      },
    );
    expect(records).toMatchObject([{ observed_feedback: { explicit: { rating: 5, likes: 3 } } }]);
    expect(refused.map(({ reason }) => reason)).toEqual(["out-of-range", "no-cell", "no-column"]);
  });

  it("is refused without a map, and a map with another source", async () => {
    await expect(run("generic", { "t.csv": "" })).rejects.toThrow("generic: expected --map FILE.json");
    await expect(run("ao3", { "t.csv": "" }, map)).rejects.toThrow(
      '--map goes with the source "generic", not with "ao3"',
    );
  });
});

describe("zip archives", () => {
  it("a bomb is refused before it unpacks", async () => {
    const bomb = zipOf({ "1003692682.csv": "x" }, { claimBytes: 0xf000_0000 });
    await expect(run("qidian-webnovel", { "qidianReviews.zip": bomb })).rejects.toThrow(
      /claims to unpack from \d+ to 4026531840 bytes/,
    );
  });
  it("what is no archive is refused", async () => {
    await expect(run("qidian-webnovel", { "qidianReviews.zip": "hello" })).rejects.toThrow(
      "qidianReviews.zip: is not a readable zip archive",
    );
  });
});

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
