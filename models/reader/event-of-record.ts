/** A record of the interchange format as an event of numbers. */
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import type { EsusRecord } from "../../data-schemas/record.ts";
import { FLAGS } from "../feedback-layout.ts";
import { PROTOTYPES } from "../population/prototypes.ts";
import type { HiddenLabels, ReaderEvent } from "./event.ts";

type Answered = Omit<
  ReaderEvent,
  "exampleId" | "split" | "reader" | "source" | "item" | "story" | "content" | "wish" | "day"
>;

const WANTED = new Map<string, { readonly kind: "higher" | "lower" | "liked"; readonly axis: number }>(
  AXES.flatMap(({ id, tags }, axis) => [
    [tags.low, { kind: "higher", axis }] as const,
    [tags.high, { kind: "lower", axis }] as const,
    [`liked_${id}`, { kind: "liked", axis }] as const,
  ]),
);

/** What the record says of the answer itself. Whose it is, and of what, the caller knows. */
export function answerOf(record: EsusRecord): Answered {
  const { explicit, implicit } = record.observed_feedback;
  const { turn_index, order_basis } = record;
  // Where behaviour was logged, no comment is a reader who wrote none; elsewhere it may be one that was not collected.
  const commented = implicit?.continue_clicked === undefined ? null : explicit?.comment !== undefined;
  return {
    turn: turn_index === undefined || order_basis === "none" || order_basis === "publication" ? null : turn_index,
    rating: explicit?.rating ?? null,
    tags: explicit?.tags === undefined ? null : tagsOf(explicit.tags),
    fulfilled: (explicit?.prior_feedback_fulfilled ?? null) as ReaderEvent["fulfilled"],
    flags: FLAGS.map(({ field }) => (field === "commented" ? commented : (implicit?.[field] ?? null))),
    dwellSeconds: implicit?.dwell_time_sec ?? null,
    scrollDepth: implicit?.scroll_depth ?? null,
    rereads: implicit?.reread_count ?? null,
    hidden: hiddenOf(record),
  };
}

/** Tags that are not of the ontology say nothing here. */
function tagsOf(tags: readonly string[]): NonNullable<ReaderEvent["tags"]> {
  const found = { higher: [] as number[], lower: [] as number[], liked: [] as number[] };
  for (const tag of tags) {
    const meaning = WANTED.get(tag);
    if (meaning !== undefined) found[meaning.kind].push(meaning.axis);
  }
  return found;
}

function hiddenOf({ hidden_user_state: state }: EsusRecord): HiddenLabels | null {
  if (state?.trust_t === undefined || state.fatigue_t === undefined) return null;
  if (state.curiosity_t === undefined || state.frustration_t === undefined) return null;
  const tastes = Object.entries(state.stable_preferences ?? {}).filter(([id]) => AXES.some((axis) => axis.id === id));
  return {
    prototype: PROTOTYPES.findIndex(({ id }) => id === state.prototype),
    state: [state.trust_t, state.fatigue_t, state.curiosity_t, state.frustration_t],
    utility: state.utility ?? null,
    thresholds: state.rating_thresholds ?? null,
    tastes: new Map(tastes.map(([id, value]) => [axisIndex(id), value])),
  };
}

/** What was being asked for when the record was made: an axis index, or −1. null: it does not say. */
export function requestBefore({ hidden_user_state: state }: EsusRecord): number | null {
  if (state === undefined) return null;
  const axis = state.open_request?.axis;
  return axis === undefined || !AXES.some(({ id }) => id === axis) ? -1 : axisIndex(axis);
}
