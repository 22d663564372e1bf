/** A turn of the population in the interchange format, and the chapter that was read. */
import type { Content } from "../../data-schemas/content.ts";
import { AXES, byAxis } from "../../data-schemas/ontology.ts";
import type { EsusRecord } from "../../data-schemas/record.ts";
import { PREFERENCE_RULES } from "../label/preference-rules.ts";
import { bibleOf, type Story } from "./grammar/story.ts";
import type { PlantedReader } from "./reader.ts";
import type { ReadingTurn } from "./reading.ts";

type Telling = ReadingTurn["telling"];

const serialId = (telling: Telling): string => telling.id.slice(0, telling.id.indexOf(":"));
const chapterId = (telling: Telling): string => telling.id.slice(telling.id.indexOf(":") + 1);

export function contentOfTelling(
  source: string,
  story: Story,
  serial: number,
  chapter: number,
  telling: Telling,
  text: string,
): Content {
  const { language } = story;
  const bible = bibleOf(story);
  const planted = telling.levels.flatMap((level, k) =>
    level === 0 ? [] : [[`planted_${AXES[k]!.id}`, level] as const],
  );
  return {
    content_id: `${source}:${telling.id}`,
    story_id: serialId(telling),
    chapter_id: chapterId(telling),
    source,
    license_class: "synthetic",
    language,
    title: telling.title,
    text,
    story_bible: bible,
    features: {
      serial,
      chapter: chapter + 1,
      planted_quality: rounded(telling.quality),
      ...Object.fromEntries(planted),
    },
  };
}

export function recordOfTurn(source: string, reader: PlantedReader, turn: ReadingTurn): EsusRecord {
  const { telling, mood, feedback, comment } = turn;
  return {
    schema_version: 1,
    example_id: `${source}:${reader.id}:${turn.index}`,
    source,
    license_class: "synthetic",
    label_origin: "simulator",
    confidence: 1,
    user_id: reader.id,
    story_id: serialId(telling),
    chapter_id: chapterId(telling),
    turn_index: turn.index,
    order_basis: "time",
    language: reader.language,
    story_state: {
      open_threads: telling.teaches.slice(0, 1),
      world_rules: turn.serial.story.rules.map(({ id }) => id),
    },
    generated_content_ref_or_text: `content:${source}:${telling.id}`,
    observed_feedback: observedOf(turn),
    hidden_user_state: {
      prototype: reader.prototype.id,
      ...(mood.request === null ? {} : { open_request: mood.request, ignored_requests: mood.ignored }),
      stable_preferences: byAxis(mood.tastes.entries(), rounded),
      dynamic_preferences: byAxis(mood.needs, rounded),
      rating_thresholds: reader.thresholds.map(rounded),
      utility: rounded(feedback.utility),
      trust_t: rounded(mood.trust),
      fatigue_t: rounded(mood.fatigue),
      curiosity_t: rounded(mood.curiosity),
      frustration_t: rounded(mood.frustration),
      story_knowledge_t: [...mood.knowledge],
    },
    ...(comment === null ? {} : { gold_preference_update: plantedUpdates(comment.wishes) }),
    provenance: { hidden_user_state: "planted", gold_preference_update: "planted" },
  };
}

/** What anybody could see of an answer. */
export function observedOf({ feedback, comment, fulfilled }: Pick<ReadingTurn, "feedback" | "comment" | "fulfilled">) {
  return {
    explicit: {
      rating: feedback.rating,
      tags: [...feedback.tags],
      ...(comment === null ? {} : { comment: comment.text }),
      ...(fulfilled === null ? {} : { prior_feedback_fulfilled: fulfilled }),
    },
    implicit: {
      dwell_time_sec: feedback.dwellSeconds,
      scroll_depth: rounded(feedback.scrollDepth),
      continue_clicked: feedback.continues,
      skipped: feedback.skipped,
      reread_count: feedback.rereads,
      regenerate_requested: feedback.regenerates,
      liked: feedback.liked,
      favourited: feedback.favourited,
    },
  };
}

/** The wishes that a comment was made from; none behind praise. */
function plantedUpdates(wishes: readonly string[]) {
  return wishes.map((wish) => {
    const { axis, direction } = PREFERENCE_RULES[wish]!;
    return { axis, direction, scope: "current_story", confidence: 1 };
  });
}

function rounded(value: number): number {
  return Math.round(1000 * value) / 1000;
}
