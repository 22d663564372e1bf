/** Works and tags of the official dump. */
import { describe, expect, it } from "vitest";
import { run } from "./ingested.ts";

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
