/**
 * WebNovelBench (Lin et al., arXiv:2505.14818): ten consecutive chapters of each of 4,000 Chinese web novels, with what a
 * model extracted of each and how a model judged the novel. CC BY-NC-SA 4.0.
 *
 * The dataset itself was not at hand: field names are those that its own scripts write and read (`novel`, `chapters`,
 * `novel_info`, `original score` of eight dimensions, `normalized score`, `percentile`, `request_id`); the files of famous
 * novels are plain arrays of chapters. Other fields are left.
 */
import { z } from "zod";
import type { Content } from "../../data-schemas/content.ts";
import { readJsonElements } from "../io/json-elements.ts";
import type { SourceAdapter } from "./adapter.ts";
import { itemsOf, RowRefused, tableName, wholeRows } from "./tables.ts";

const SOURCE = "webnovelbench";
const LICENCE = "noncommercial";

/** Dimensions of the judge, in the order of "original score"; each from 1 to 5. */
const DIMENSIONS = [
  "rhetoric",
  "sensory",
  "character_balance",
  "dialogue_uniqueness",
  "character_consistency",
  "atmosphere",
  "context",
  "scene_transition",
] as const;

const novelSchema = z.looseObject({
  novel: z.string().min(1),
  chapters: z.array(z.string()).min(1),
  "original score": z.array(z.number()).optional(),
  "normalized score": z.number().optional(),
  percentile: z.number().optional(),
});
/** A novel with its chapters, or one chapter of the famous novel that the file is named by. */
const elementSchema = z.union([novelSchema, z.string()]);

function chapterOf(novel: string, index: number, text: string, features: Record<string, number> = {}): Content {
  const story = `${SOURCE}:${novel}`;
  const chapter = `ch_${String(index + 1).padStart(3, "0")}`;
  return {
    content_id: `${story}:${chapter}`,
    story_id: story,
    chapter_id: chapter,
    source: SOURCE,
    license_class: LICENCE,
    language: "zh",
    title: novel,
    text: text.trim(),
    ...(Object.keys(features).length === 0 ? {} : { features }),
  };
}

/** What a model judged of the novel: the same for each of its chapters. Missing or incomplete scores are left out. */
function scoresOf(novel: z.output<typeof novelSchema>): Record<string, number> {
  const scores = novel["original score"] ?? [];
  const judged =
    scores.length === DIMENSIONS.length ? DIMENSIONS.map((name, i) => [`judge_${name}_1_5`, scores[i]!]) : [];
  const rank = novel.percentile === undefined ? [] : [["judge_percentile_0_100", novel.percentile]];
  return Object.fromEntries([...judged, ...rank]);
}

export const webNovelBench: SourceAdapter = {
  name: SOURCE,
  title: "WebNovelBench: ten chapters of each of 4,000 Chinese web novels, judged by a model",
  format:
    "full_novel_data.json; the .json files of subsets and of famous_novels_chapter10_jsons: pass those folders (plain, gz or in zips)",
  licence: LICENCE,
  obtain: "huggingface.co/datasets/Oedon42/webnovelbench; CC BY-NC-SA 4.0",

  select: (files) => files.filter((file) => /\.json(?:\.gz)?$/.test(file)),

  async *read(files) {
    for (const file of files) {
      let famous = 0;
      const rows = readJsonElements(file, elementSchema);
      yield* wholeRows(
        itemsOf(file, rows, (element) => {
          if (typeof element === "string") {
            if (element.trim() === "") throw new RowRefused("empty-chapter", "expected the text of a chapter");
            return { contents: [chapterOf(tableName(file).replace(/\.json$/, ""), famous++, element)] };
          }
          const scores = scoresOf(element);
          const chapters = element.chapters.map((text, i) => chapterOf(element.novel, i, text, scores));
          const contents = chapters.filter(({ text }) => text !== "");
          if (contents.length === 0) throw new RowRefused("empty-chapter", "chapters: expected a text in one of them");
          return { contents };
        }),
      );
    }
  },
};
