/** Scenes that were written and encoded already: agents are probed on the same ones again and again. */
import { narrate, type Place, sceneKey } from "../../models/fuse/narrator.ts";
import type { Levels } from "../../models/fuse/plan.ts";
import type { EncodedRow } from "../io/encoded-rows.ts";
import { sha256 } from "../io/hash.ts";
import type { Chapter, TextCoder } from "../io/text-coder.ts";

export interface CodedText {
  readonly hash: string;
  readonly row: EncodedRow;
}

/** Beyond it the oldest are forgotten, so that memory stays flat. */
const MOST = 20_000;

export class TextCache {
  readonly #coder: TextCoder;
  readonly #known = new Map<string, CodedText>();

  constructor(coder: TextCoder) {
    this.#coder = coder;
  }

  /** A planned scene in the narrator's words. */
  scene(place: Place, levels: Levels): Promise<CodedText> {
    return this.#of(sceneKey(place, levels), () => narrate(place, levels));
  }

  /** Words as they are. */
  text(text: string): Promise<CodedText> {
    return this.#of(`text/${sha256(text)}`, () => ({ text }));
  }

  async #of(key: string, write: () => Omit<Chapter, "id">): Promise<CodedText> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { text, ...rest } = write();
    const [row] = await this.#coder.encode([{ id: key, text, ...rest }]);
    const made = { hash: sha256(text).slice(0, 16), row: row! };
    if (this.#known.size >= MOST) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(key, made);
    return made;
  }
}
