/** Rows of pieces to the arrays of a batch. Every number is of the event itself or of what its reader did before it. */
import { AXES } from "../../data-schemas/ontology.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import type { EventBatch } from "../esus.ts";
import { AT, FEEDBACK_WIDTH, FLAG_CENTRE, FLAGS, TYPICAL_LOG_PACE } from "../feedback-layout.ts";
import { REREADS_MOST, SCROLL_BINS } from "../heads/behaviour.ts";
import { PAIR_LEVELS, pairLevel } from "../heads/pair.ts";
import type { Targets } from "../objective.ts";
import { PROTOTYPES } from "../population/prototypes.ts";
import { MOVERS } from "../state/transition.ts";
import { float32, type HostArray, int32 } from "../tensor/host-array.ts";
import type { ReaderEvent } from "./event.ts";
import type { History, Row } from "./histories.ts";
import type { ReaderData } from "./reader-data.ts";
import { ITEM_PRIOR, READER_PRIOR, STATISTICS, Tally } from "./tallies.ts";

const A = AXES.length;
const P = PROTOTYPES.length;

export interface FilledBatch {
  readonly events: EventBatch<HostArray>;
  readonly targets: Targets<HostArray>;
  /** Of each slot: the event's index where it is scored, else −1. Shape [B · T]. */
  readonly scored: Int32Array;
}

/** @param rows At most B of them. @param hidden Items of which nobody is taken to have said anything yet. */
export function fillBatch(
  data: ReaderData,
  histories: readonly History[],
  rows: readonly Row[],
  B: number,
  T: number,
  hidden: (item: number) => boolean = () => false,
): FilledBatch {
  const filler = new Filler(data, B, T, hidden);
  for (const [b, row] of rows.entries()) {
    let t = 0;
    for (const [segment, piece] of row.entries()) {
      const history = histories[piece.history]!;
      const walk = new Walk(data);
      let at = 0;
      for (const [slot, position] of piece.slots.entries()) {
        // What lies between is walked past: it is remembered in counts.
        for (; at < position; at++) walk.pass(data.events[history[at]!]!);
        const scored = slot >= piece.scoredFrom;
        filler.put(b * T + t++, segment, data.events[history[position]!]!, walk, scored ? history[position]! : -1);
      }
    }
  }
  return filler.batch();
}

/** What is known of a reader while their events go by. */
class Walk {
  readonly #data: ReaderData;
  readonly tally = new Tally();
  /** The known answer just before. */
  before: ReaderEvent | null = null;
  /** How often in a row a request was ignored. */
  ignored = 0;

  constructor(data: ReaderData) {
    this.#data = data;
  }

  pass(event: ReaderEvent): void {
    if (!this.#data.known(event)) return;
    if (event.rating !== null) this.tally.add(event.rating);
    this.ignored = event.fulfilled === 0 ? this.ignored + 1 : 0;
    this.before = event;
  }
}

/** From this many in a row on, being ignored weighs more. */
const AGAIN = 3;

/** What is known of a chapter that is new. */
const UNSEEN = new Tally();

class Filler {
  readonly #data: ReaderData;
  readonly #hidden: (item: number) => boolean;
  readonly #shape: readonly [number, number];
  readonly #contentRow: Int32Array;
  readonly #scored: Int32Array;
  readonly #source: Int32Array;
  readonly #segment: Float32Array;
  readonly #columns = new Map<string, { readonly data: Float32Array; readonly width: number }>();

  constructor(data: ReaderData, B: number, T: number, hidden: (item: number) => boolean) {
    const N = B * T;
    this.#data = data;
    this.#hidden = hidden;
    this.#shape = [B, T];
    this.#contentRow = new Int32Array(N);
    this.#scored = new Int32Array(N).fill(-1);
    this.#source = new Int32Array(N);
    this.#segment = new Float32Array(N).fill(-1);
    for (const [name, width] of Object.entries(WIDTHS))
      this.#columns.set(name, { data: new Float32Array(N * width), width });
  }

  #set(name: keyof typeof WIDTHS, n: number, column: number, value: number): void {
    const { data, width } = this.#columns.get(name)!;
    data[n * width + column] = value;
  }

  put(n: number, segment: number, event: ReaderEvent, walk: Walk, scored: number): void {
    const { marginal, items, known } = this.#data;
    const item = this.#hidden(event.item) ? UNSEEN : items[event.item]!;
    const own = item !== UNSEEN && event.split === "train" ? event.rating : null;
    const stats = (name: "readerStatistics" | "itemStatistics") => this.#columns.get(name)!.data;
    this.#segment[n] = segment;
    this.#scored[n] = scored;
    this.#contentRow[n] = event.content + 1;
    this.#source[n] = event.source;
    walk.tally.write(marginal, READER_PRIOR, null, stats("readerStatistics"), n * STATISTICS);
    item.write(marginal, ITEM_PRIOR, own, stats("itemStatistics"), n * STATISTICS);
    if (known(event)) this.#history(n, event, walk, item.deviation(marginal, ITEM_PRIOR, own));
    for (const axis of event.tags?.higher ?? []) this.#set("asked", n, axis, 1);
    for (const axis of event.tags?.lower ?? []) this.#set("asked", n, axis, -1);
    for (const axis of event.tags?.liked ?? []) this.#set("liked", n, axis, 1);
    if (scored >= 0) this.#targets(n, event, walk);
  }

  /** What the answer adds to the history. Tags are put for every event: `before` leaves out those that are not known. */
  #history(n: number, event: ReaderEvent, { before, ignored }: Walk, expected: number): void {
    const set = (column: number, value: number): void => this.#set("feedback", n, column, value);
    this.#set("known", n, 0, 1);
    if (event.rating !== null) {
      const residual = event.rating - this.#data.marginal.mean - expected;
      set(AT.residual, residual);
      set(AT.residualSquared, residual * residual);
      set(AT.ratingKnown, 1);
      if (event.rating <= 2) this.#set("movers", n, 3, 1);
    }
    if (event.fulfilled !== null) {
      this.#set("movers", n, 0, event.fulfilled / 2);
      if (event.fulfilled === 0) {
        this.#set("movers", n, 1, 1);
        if (ignored + 1 >= AGAIN) this.#set("movers", n, 2, 1);
      }
    }
    for (const [f, flag] of event.flags.entries()) {
      if (flag === null) continue;
      set(AT.flags + f, (flag ? 1 : 0) - FLAG_CENTRE);
      set(AT.flagsKnown + f, 1);
    }
    const pace = this.#pace(event);
    if (pace !== null && event.flags[SKIP] !== true) {
      set(AT.pace, pace);
      set(AT.paceKnown, 1);
    }
    if (event.rereads !== null) {
      set(AT.rereads, Math.log1p(event.rereads));
      set(AT.rereadsKnown, 1);
    }
    if (event.scrollDepth !== null) {
      set(AT.scroll, event.scrollDepth - 0.5);
      set(AT.scrollKnown, 1);
    }
    if (event.day !== null && before?.day != null) {
      set(AT.gap, Math.log1p(Math.max(0, event.day - before.day)));
      set(AT.gapKnown, 1);
    }
  }

  #targets(n: number, event: ReaderEvent, { before }: Walk): void {
    if (event.rating !== null) {
      this.#set("level", n, event.rating - 1, 1);
      this.#set("rated", n, 0, 1);
      // The slot before holds the reader's event before, if the row does.
      const adjacent = n > 0 && this.#segment[n - 1] === this.#segment[n];
      if (adjacent && before !== null && before.rating !== null) {
        this.#set("pairLevel", n, pairLevel(event.rating - before.rating), 1);
        this.#set("paired", n, 0, 1);
      }
    }
    for (const [f, flag] of event.flags.entries()) {
      if (flag === null) continue;
      this.#set("flag", n, f, flag ? 1 : 0);
      this.#set("flagged", n, f, 1);
    }
    const pace = this.#pace(event);
    if (pace !== null) {
      this.#set("pace", n, 0, pace);
      this.#set("timed", n, 0, 1);
      if (event.flags[SKIP] === true) this.#set("censored", n, 0, 1);
    }
    if (event.scrollDepth !== null) {
      this.#set("scroll", n, Math.min(SCROLL_BINS - 1, Math.floor(event.scrollDepth * SCROLL_BINS)), 1);
      this.#set("scrolled", n, 0, 1);
    }
    if (event.rereads !== null) {
      this.#set("rereads", n, 0, Math.min(REREADS_MOST, event.rereads));
      this.#set("reread", n, 0, 1);
    }
    if (event.tags !== null) this.#set("tagged", n, 0, 1);
    if (event.wish !== null) {
      this.#set("wish", n, event.wish + 1, 1);
      this.#set("wished", n, 0, 1);
    }
    if (event.hidden === null) return;
    if (event.hidden.prototype >= 0) this.#set("prototype", n, event.hidden.prototype, 1);
    for (const [i, mood] of event.hidden.state.entries()) this.#set("mood", n, i, mood);
    this.#set("mooded", n, 0, 1);
  }

  /** log of seconds a word above the typical. */
  #pace({ dwellSeconds, content }: ReaderEvent): number | null {
    const words = content < 0 ? 0 : this.#data.words[content]!;
    if (dwellSeconds === null || dwellSeconds <= 0 || words <= 0) return null;
    return Math.log(dwellSeconds / words) - TYPICAL_LOG_PACE;
  }

  batch(): FilledBatch {
    const [B, T] = this.#shape;
    const N = B * T;
    const of = (name: keyof typeof WIDTHS): HostArray => {
      const { data, width } = this.#columns.get(name)!;
      return float32([N, width], data);
    };
    const events = {
      contentRow: int32([N], this.#contentRow),
      segment: float32([B, T], this.#segment),
      known: float32([B, T], this.#columns.get("known")!.data),
      feedback: of("feedback"),
      movers: of("movers"),
      asked: of("asked"),
      liked: of("liked"),
      readerStatistics: of("readerStatistics"),
      itemStatistics: of("itemStatistics"),
      source: int32([N], this.#source),
    };
    const targets = Object.fromEntries(TARGETS.map((name) => [name, of(name)])) as unknown as Targets<HostArray>;
    return { events, targets, scored: this.#scored };
  }
}

const SKIP = FLAGS.findIndex(({ name }) => name === "skip");

const TARGET_WIDTHS = {
  level: LEVELS,
  rated: 1,
  pairLevel: PAIR_LEVELS,
  paired: 1,
  flag: FLAGS.length,
  flagged: FLAGS.length,
  pace: 1,
  censored: 1,
  timed: 1,
  scroll: SCROLL_BINS,
  scrolled: 1,
  rereads: 1,
  reread: 1,
  tagged: 1,
  wish: 1 + A,
  wished: 1,
  prototype: P,
  mood: 4,
  mooded: 1,
} as const satisfies Record<keyof Targets<HostArray>, number>;
const TARGETS = Object.keys(TARGET_WIDTHS) as (keyof typeof TARGET_WIDTHS)[];

const WIDTHS = {
  known: 1,
  feedback: FEEDBACK_WIDTH,
  movers: MOVERS,
  asked: A,
  liked: A,
  readerStatistics: STATISTICS,
  itemStatistics: STATISTICS,
  ...TARGET_WIDTHS,
} as const;
