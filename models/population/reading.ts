/** A planted reader goes through a serial: each turn a telling, an answer, a change of mood. */
import { axisIndex } from "../../data-schemas/ontology.ts";
import type { PopulationSettings, ReaderRequest } from "../../data-schemas/population.ts";
import { hash53 } from "../hash.ts";
import { integer, makeRng, type Rng } from "../rng.ts";
import { answer, type Feedback } from "./feedback.ts";
import { afterReading, type Fulfilled, firstMood, fulfilment, type Mood, poleWanted } from "./mood.ts";
import { makeReader, type PlantedReader } from "./reader.ts";
import type { Serial, Telling } from "./serial.ts";
import { type Comment, verbalise } from "./verbaliser.ts";

export interface ReadingTurn {
  /** From 0. */
  readonly index: number;
  readonly serial: Serial;
  /** From 0. */
  readonly chapter: number;
  readonly telling: Telling;
  /** Before the chapter was read. */
  readonly mood: Mood;
  readonly fulfilled: Fulfilled | null;
  readonly feedback: Feedback;
  readonly comment: Comment | null;
}

/** Two chapters in a row that a reader would not have gone on from: they take up another serial. */
const PATIENCE_CHAPTERS = 2;

/**
 * @param serials  In the reader's language; the reader takes them up in an order of their own.
 * @returns        The turns in their order, `turns` of them, fewer where the serials end.
 */
export function* readSerials(
  seed: number,
  reader: PlantedReader,
  serials: readonly Serial[],
  turns: number,
): Generator<ReadingTurn> {
  const rng = makeRng(hash53(`${seed}/reading/${reader.id}`));
  const first = integer(rng, serials.length);
  let mood = firstMood(reader);
  let index = 0;
  for (let s = 0; s < serials.length && index < turns; s++) {
    const serial = serials[(first + s) % serials.length]!;
    let bored = 0;
    // A request to one author is not one to the next.
    mood = { ...mood, request: null, ignored: 0 };
    for (let chapter = 0; chapter < serial.chapters.length && index < turns && bored < PATIENCE_CHAPTERS; chapter++) {
      const telling = chosen(serial.chapters[chapter]!, mood.request, serial.heeds, rng);
      const turn = takeTurn(reader, mood, telling, index, rng);
      yield { ...turn.shown, telling, serial, chapter };
      mood = turn.next;
      bored = turn.shown.feedback.continues ? 0 : bored + 1;
      index++;
    }
  }
}

/**
 * Every turn of every reader of a population, in order. Where no serial is in a language, nobody reads it.
 *
 * @param serials  Of makeSerials.
 */
export function* readAll(
  seed: number,
  { readers, turns, languages, spread }: PopulationSettings,
  serials: readonly Serial[],
): Generator<{ readonly number: number; readonly reader: PlantedReader; readonly turn: ReadingTurn }> {
  const byLanguage = new Map(
    languages.map((language) => [language, serials.filter(({ story }) => story.language === language)]),
  );
  const read = languages.filter((language) => byLanguage.get(language)!.length > 0);
  for (let number = 0; number < readers; number++) {
    const reader = makeReader(seed, number, read, spread);
    for (const turn of readSerials(seed, reader, byLanguage.get(reader.language)!, turns))
      yield { number, reader, turn };
  }
}

/** The author who listens takes a telling that gives what was asked for, where there is one. */
function chosen(tellings: readonly Telling[], request: ReaderRequest | null, heeds: number, rng: Rng): Telling {
  const any = tellings[integer(rng, tellings.length)]!;
  if (request === null || rng() >= heeds) return any;
  const axis = axisIndex(request.axis);
  return tellings.find(({ levels }) => levels[axis] === poleWanted(request)) ?? any;
}

/** One chapter read in a mood. */
export function takeTurn(
  reader: PlantedReader,
  mood: Mood,
  telling: Pick<Telling, "levels" | "quality" | "words" | "teaches">,
  index: number,
  rng: Rng,
): { shown: Omit<ReadingTurn, "serial" | "chapter" | "telling">; next: Mood } {
  const { request } = mood;
  const fulfilled = request === null ? null : fulfilment(request, telling.levels[axisIndex(request.axis)]!);
  const feedback = answer(reader, mood, telling, fulfilled, rng);
  const { language } = reader;
  const ignored = fulfilled === 0 ? mood.ignored + 1 : 0;
  const plan = { language, atoms: feedback.atoms, request: feedback.request, ignored };
  const comment = feedback.comments ? verbalise(plan, rng) : null;
  const read = { levels: telling.levels, rating: feedback.rating, fulfilled, learned: telling.teaches, index };
  const after = afterReading(reader, mood, read, rng);
  const next = { ...after, request: feedback.request ?? after.request };
  return { shown: { index, mood, fulfilled, feedback, comment }, next };
}
