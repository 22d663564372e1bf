/** Which chapter each simulated reader reads next. */
import type { Content } from "../../data-schemas/content.ts";
import { integer, type Rng } from "../../models/rng.ts";

/** Rows of the encoded texts. */
type Row = number;

interface Story {
  readonly language: string;
  /** Chapters in order; of each the rows of its tellings. */
  readonly chapters: readonly (readonly Row[])[];
}

/** Two chapters in a row that a reader would not have gone on from: they take up another story. */
const PATIENCE_CHAPTERS = 2;

export class ReadingPlan {
  readonly #stories: readonly Story[];
  readonly #rng: Rng;
  /** Of each reader: story, chapter, bored chapters in a row. */
  readonly #at: { story: number; chapter: number; bored: number }[];

  /** @param contents With the row of each. Readers are spread evenly over the languages that there are. */
  constructor(contents: readonly (Content & { readonly row: Row })[], readers: number, rng: Rng) {
    this.#stories = storiesOf(contents);
    this.#rng = rng;
    const languages = [...new Set(this.#stories.map(({ language }) => language))].sort();
    this.#at = Array.from({ length: readers }, (_, r) => {
      const language = languages[r % languages.length]!;
      const own = this.#stories.flatMap((story, s) => (story.language === language ? [s] : []));
      return { story: own[integer(rng, own.length)]!, chapter: 0, bored: 0 };
    });
  }

  /** Row that each reader is shown. */
  next(): Int32Array {
    return Int32Array.from(this.#at, ({ story, chapter }) => {
      const tellings = this.#stories[story]!.chapters[chapter]!;
      return tellings[integer(this.#rng, tellings.length)]!;
    });
  }

  /** 1 for readers who begin a story: what they asked of another author is not asked of this one. */
  newcomers(): Float32Array<ArrayBuffer> {
    return Float32Array.from(this.#at, ({ chapter }) => (chapter === 0 ? 1 : 0));
  }

  /** @param goesOn Whether each reader would have gone on. */
  advance(goesOn: (reader: number) => boolean): void {
    for (const [r, at] of this.#at.entries()) {
      at.bored = goesOn(r) ? 0 : at.bored + 1;
      at.chapter++;
      if (at.bored >= PATIENCE_CHAPTERS || at.chapter >= this.#stories[at.story]!.chapters.length) {
        at.story = this.#another(at.story);
        at.chapter = 0;
        at.bored = 0;
      }
    }
  }

  #another(story: number): number {
    const { language } = this.#stories[story]!;
    for (let step = 1; step <= this.#stories.length; step++) {
      const next = (story + step) % this.#stories.length;
      if (this.#stories[next]!.language === language) return next;
    }
    return story;
  }
}

/** Chapters of a story by their number where a source counts them, so that several tellings are one chapter; else one by one. */
function storiesOf(contents: readonly (Content & { readonly row: Row })[]): Story[] {
  const byStory = new Map<string, { language: string; chapters: Map<string, Row[]> }>();
  for (const { source, story_id, chapter_id, language, features, row } of contents) {
    const name = `${source}\0${story_id}`;
    const story = byStory.get(name) ?? { language, chapters: new Map<string, Row[]>() };
    byStory.set(name, story);
    const number = features?.["chapter"];
    const key = number === undefined ? (chapter_id ?? "") : String(number);
    const tellings = story.chapters.get(key) ?? [];
    story.chapters.set(key, tellings);
    tellings.push(row);
  }
  return [...byStory.values()].map(({ language, chapters }) => ({
    language,
    chapters: [...chapters].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true })).map(([, rows]) => rows),
  }));
}
