/** The narrative features: what each measures, in which unit. Axes have meters of their own, per 1,000 words. */
import { z } from "zod";

export const featureSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+(_[a-z0-9]+)*$/),
  unit: z.string().min(1),
  definition: z.strictObject({ zh: z.string().min(1), en: z.string().min(1) }),
  /** What must be known of the story; a feature without it is null, not 0. */
  needs: z.enum(["nothing", "protagonist", "threads", "rules", "previous_chapters"]),
});
export type Feature = z.infer<typeof featureSchema>;

const feature = (id: string, unit: string, zh: string, en: string, needs: Feature["needs"] = "nothing"): Feature => ({
  id,
  unit,
  definition: { zh, en },
  needs,
});

/** "Words" are words of English and characters of Chinese. The order is that of the columns of encodings. */
export const FEATURES: readonly Feature[] = z
  .array(featureSchema)
  .parse([
    feature("length", "words", "篇幅", "length of the chapter"),
    feature("sentence_length", "words a sentence", "平均句长", "mean length of a sentence"),
    feature("paragraph_length", "words a paragraph", "平均段长", "mean length of a paragraph"),
    feature("dialogue_share", "share", "引号内字符所占比例", "share of characters between quotation marks"),
    feature("events_per_1000", "per 1,000 words", "每千字的动作事件词", "words for acts that change the situation"),
    feature(
      "initiative_share",
      "share",
      "提到主角的叙述句中，主角起句的比例",
      "of the narrated sentences that name the protagonist, the share that begins with them",
      "protagonist",
    ),
    feature("exposition_share", "share", "说明句的比例", "share of narrated sentences with a mark of explanation"),
    feature("tension", "per 1,000 words", "每千字的危急词", "words of danger"),
    feature(
      "tension_slope",
      "per 1,000 words a chapter",
      "危急词密度从开头到结尾的斜率",
      "least-squares slope of tension over fifths of the chapter",
    ),
    feature(
      "cliffhanger",
      "score",
      "末段悬念减安稳：每句的提示数，问句加一",
      "hooks less signs of rest in the last paragraph, a sentence; a question counts one more",
    ),
    feature("sentiment", "balance in [-1, 1]", "褒贬词之差除以之和", "positive less negative words over their sum"),
    feature(
      "sentiment_slope",
      "balance a chapter",
      "褒贬差从开头到结尾的斜率",
      "least-squares slope of sentiment over fifths of the chapter",
    ),
    feature(
      "sentiment_range",
      "balance",
      "五段中褒贬差的最大落差",
      "largest less smallest sentiment among fifths of the chapter",
    ),
    feature(
      "novelty",
      "share",
      "与前文不重复的词串比例",
      "share of word pairs (Chinese: runs of three characters) that no previous chapter holds",
      "previous_chapters",
    ),
    feature("threads_named", "per 1,000 words", "每千字提到未了之事", "mentions of open threads", "threads"),
    feature("rule_breaks", "sentences", "违反世界规则或人设的句数", "sentences that break a rule or a trait", "rules"),
    feature("timeline_regressions", "mentions", "日数倒退的次数", "days named that are earlier than one named before"),
    feature(
      "repeated_phrasing",
      "share",
      "出现不止一次的词串比例",
      "share of runs of five words (Chinese: seven characters) that occur more than once",
    ),
    feature("question_share", "share", "问句比例", "share of sentences that ask"),
    feature(
      "lexical_diversity",
      "share",
      "百字窗内不同字词的平均比例",
      "mean share of distinct words in windows of 100 (moving-average type-token ratio)",
    ),
  ]);
