/**
 * Qidian-Webnovel Corpus (GOLEM lab, doi:10.34894/GQXX3K): novels matched between Qidian and Webnovel with their readers'
 * comments at book, chapter and paragraph level. Metadata and the book list are CC BY 4.0, the sentiment annotations MIT,
 * the comments themselves under a Data Transfer Agreement. There is no time of a comment and no rating on Qidian.
 */
import { z } from "zod";
import { readCsv } from "../io/csv.ts";
import { countField, dateField, idField, numberField, present, textField } from "./fields.ts";
import { COMMENT_TABLES, DTA, qidianId, SOURCE, webnovelId } from "./qidian-comments.ts";
import { itemsOf, RowRefused, type Table, tableSource } from "./tables.ts";

const bookList: Table = {
  pattern: /^bookList\.csv$/,
  read: (file) => {
    const schema = z.strictObject({
      qidianUrl: textField,
      webnovelUrl: textField,
      qidianBookId: textField,
      webnovelBookId: idField,
    });
    return itemsOf(file, readCsv(file, schema), ({ qidianBookId, webnovelBookId }) => {
      if (qidianBookId === null)
        throw new RowRefused("unmatched", "qidianBookId: the Webnovel book has no Qidian edition");
      return {
        facts: [
          {
            source: SOURCE,
            license_class: "metadata_only",
            subject: qidianId(qidianBookId),
            relation: "translation",
            object: webnovelId(webnovelBookId),
            weight: null,
          },
        ],
      };
    });
  },
};

const qidianMeta: Table = {
  pattern: /^qidianMeta\.csv$/,
  read: (file) => {
    const schema = z.strictObject({
      qidianId: idField,
      qd_keywords: textField,
      qd_numberOfChapters: countField,
      qd_numberOfFreeChapters: countField,
      qd_title: z.string().min(1),
      qd_description: z.string(),
      qd_category: textField,
      qd_author: textField,
      qd_author_link: textField,
      qd_novel_update_time: dateField("dayFirst"),
      qd_novel_latest_chapter_name: textField,
      qd_novel_latest_chapter_url: textField,
      qd_genre: textField,
      qd_numberOfWords: countField,
      qd_totalRecommendations: countField,
      qd_numberOfWeeksRecommended: countField,
    });
    return itemsOf(file, readCsv(file, schema), (row) => ({
      contents: [
        {
          ...metadata(qidianId(row.qidianId), "zh", row.qd_title, row.qd_description, row.qd_author),
          ...present({ updated_at: row.qd_novel_update_time }),
          tags: [row.qd_genre, row.qd_category].filter((tag) => tag !== null),
          features: present({
            chapters: row.qd_numberOfChapters,
            free_chapters: row.qd_numberOfFreeChapters,
            characters: row.qd_numberOfWords,
            recommendations: row.qd_totalRecommendations,
            week_recommendations: row.qd_numberOfWeeksRecommended,
          }),
        },
      ],
    }));
  },
};

const webnovelMeta: Table = {
  pattern: /^webnovelMeta\.csv$/,
  read: (file) => {
    const schema = z.strictObject({
      webnovelId: idField,
      wn_Title: z.string().min(1),
      wn_Genre: textField,
      wn_DatePublished: dateField("iso"),
      wn_DateModified: dateField("iso"),
      wn_CopyrightHolder: textField,
      wn_Description: textField,
      wn_BestRating: numberField,
      wn_Author: textField,
      wn_AuthorProfile: textField,
      wn_NumberOfChapters: countField,
      wn_NumberOfViews: countField,
      wn_Synopsis: z.string(),
      wn_totalReviewNum: countField,
      wn_totalScore: numberField,
      wn_translationQuality: numberField,
      wn_updatingStability: numberField,
      wn_storyDevelopment: numberField,
      wn_characterDesign: numberField,
      wn_worldBackGround: numberField,
      wn_bookType: textField,
    });
    return itemsOf(file, readCsv(file, schema), (row) => ({
      contents: [
        {
          ...metadata(webnovelId(row.webnovelId), "en", row.wn_Title, row.wn_Synopsis, row.wn_Author),
          ...present({ published_at: row.wn_DatePublished, updated_at: row.wn_DateModified }),
          tags: row.wn_Genre === null ? [] : [row.wn_Genre],
          features: present({
            chapters: row.wn_NumberOfChapters,
            views: row.wn_NumberOfViews,
            reviews: row.wn_totalReviewNum,
            score_1_5: row.wn_totalScore,
            translation_quality_1_5: row.wn_translationQuality,
            updating_stability_1_5: row.wn_updatingStability,
            story_development_1_5: row.wn_storyDevelopment,
            character_design_1_5: row.wn_characterDesign,
            world_background_1_5: row.wn_worldBackGround,
          }),
        },
      ],
    }));
  },
};

function metadata(id: string, language: "zh" | "en", title: string, text: string, author: string | null) {
  const common = {
    content_id: id,
    story_id: id,
    source: SOURCE,
    license_class: "metadata_only",
    language,
    title,
    text: text.trim(),
  };
  return { ...common, ...present({ author }) };
}

const SENTIMENT = ["negative", "neutral", "positive"] as const;

/** 1,120 comments with human sentiment. Who wrote them, and on what, is not told. */
const annotated: Table = {
  pattern: /^annotator_goldenlabel\.csv$/,
  read: (file) => {
    const schema = z.strictObject({
      text: z.string().min(1),
      label: z.string().regex(/^[012] ?$/, "expected 0, 1 or 2"),
      language: z.enum(["EN", "ZH"]),
    });
    return itemsOf(file, readCsv(file, schema, { delimiter: ";" }), ({ text, label, language }, line) => ({
      records: [
        {
          schema_version: 1,
          example_id: `${SOURCE}:annotated:${line}`,
          source: SOURCE,
          // Released under MIT by those who collected it: labels may go. The readers' own words stay all the same.
          license_class: "author_consented",
          label_origin: "human_comment",
          confidence: 1,
          user_id: `unknown:${line}`,
          story_id: "unknown",
          language: language.toLowerCase(),
          observed_feedback: { explicit: { comment: text } },
          gold_labels: { sentiment: SENTIMENT[Number(label) as 0 | 1 | 2] },
        },
      ],
    }));
  },
};

export const qidianWebnovel = tableSource(
  {
    name: SOURCE,
    title: "Qidian-Webnovel Corpus: matched Chinese and English web novels and their readers' comments",
    format:
      "bookList, qidianMeta, webnovelMeta, annotator_goldenlabel, and the comment tables (CSV, plain, gz or in zips)",
    licence: DTA,
    obtain:
      "doi:10.34894/GQXX3K (comments: Data Transfer Agreement with the University of Groningen); metadata CC BY 4.0",
  },
  [bookList, qidianMeta, webnovelMeta, annotated, ...COMMENT_TABLES],
);
