/**
 * Finds many cues in a text in one pass (Aho and Corasick, "Efficient string matching", CACM 18 (1975)). English cues
 * match whole words; a trailing * lets the last word go on. Chinese has no spaces between words, so there cues match
 * anywhere.
 */

export interface CueHit {
  /** Index of the cue as it was given. */
  readonly cue: number;
  /** Of its first character in the text, and of the one behind its last. */
  readonly at: number;
  readonly end: number;
}

interface Node {
  readonly next: Map<number, number>;
  fail: number;
  /** Cues that end here, those of shorter suffixes included. */
  ends: number[];
}

/** Those that lie in no longer one. */
export function longestHits(hits: readonly CueHit[]): CueHit[] {
  const kept: CueHit[] = [];
  // By their start, the longest first: what ends no later than one before it lies inside that one.
  let reach = -1;
  for (const hit of [...hits].sort((a, b) => a.at - b.at || b.end - a.end)) {
    if (hit.end <= reach) continue;
    reach = hit.end;
    kept.push(hit);
  }
  return kept;
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const HAN = /\p{Script=Han}/u;

export class CueMatcher {
  readonly #nodes: Node[] = [newNode()];
  readonly #lengths: number[] = [];
  readonly #open: boolean[] = [];
  readonly #spaced: boolean[] = [];

  /** @param cues  Lower case. */
  constructor(cues: readonly string[]) {
    for (const [index, cue] of cues.entries()) {
      const open = cue.endsWith("*");
      const text = open ? cue.slice(0, -1) : cue;
      this.#lengths.push(text.length);
      this.#open.push(open);
      this.#spaced.push(!HAN.test(text));
      this.#insert(text, index);
    }
    this.#link();
  }

  /** Hits in the order in which they end. @param text  Lower case, with straight apostrophes. */
  find(text: string): CueHit[] {
    const hits: CueHit[] = [];
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      let next = this.#nodes[state]!.next.get(unit);
      while (next === undefined && state !== 0) {
        state = this.#nodes[state]!.fail;
        next = this.#nodes[state]!.next.get(unit);
      }
      state = next ?? 0;
      for (const cue of this.#nodes[state]!.ends) {
        const at = i + 1 - this.#lengths[cue]!;
        if (this.#stands(text, cue, at, i + 1)) hits.push({ cue, at, end: i + 1 });
      }
    }
    return hits;
  }

  #stands(text: string, cue: number, start: number, end: number): boolean {
    if (!this.#spaced[cue]) return true;
    if (start > 0 && WORD_CHARACTER.test(text[start - 1]!)) return false;
    return this.#open[cue]! || end === text.length || !WORD_CHARACTER.test(text[end]!);
  }

  #insert(text: string, cue: number): void {
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      let next = this.#nodes[state]!.next.get(unit);
      if (next === undefined) {
        next = this.#nodes.push(newNode()) - 1;
        this.#nodes[state]!.next.set(unit, next);
      }
      state = next;
    }
    this.#nodes[state]!.ends.push(cue);
  }

  /** Breadth first: a node's failure link is shallower than the node. */
  #link(): void {
    const queue = [...this.#nodes[0]!.next.values()];
    for (let head = 0; head < queue.length; head++) {
      const node = this.#nodes[queue[head]!]!;
      for (const [unit, child] of node.next) {
        let fail = node.fail;
        while (fail !== 0 && !this.#nodes[fail]!.next.has(unit)) fail = this.#nodes[fail]!.fail;
        const target = this.#nodes[fail]!.next.get(unit);
        const link = target === undefined || target === child ? 0 : target;
        this.#nodes[child]!.fail = link;
        this.#nodes[child]!.ends = [...this.#nodes[child]!.ends, ...this.#nodes[link]!.ends];
        queue.push(child);
      }
    }
  }
}

function newNode(): Node {
  return { next: new Map(), fail: 0, ends: [] };
}
