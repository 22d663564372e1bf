/** Archives that are none, or too large. */
import { describe, expect, it } from "vitest";
import { run } from "./ingested.ts";
import { zipOf } from "./zip-archive.ts";

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
