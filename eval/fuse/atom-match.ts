/**
 * Predicted and right atoms, one to one, by the largest total agreement (Hungarian method). Agreement is the weighted share
 * of an atom's parts that are the same; contents are the same when they ask for the same way on the same axis.
 */
import type { EpisodeLog } from "../../data-schemas/fuse-log.ts";
import { assign } from "../axis-match.ts";

type ReadAtom = EpisodeLog["gold"][number];

/** Weights of the parts; they sum to 1. */
const WEIGHTS = { target: 0.2, operation: 0.1, content: 0.3, scope: 0.1, antiScope: 0.1, ttl: 0.1, provenance: 0.1 };

export function sameContent(a: ReadAtom, b: ReadAtom): boolean {
  // What only forgets names its sources, not a content.
  if (a.atom.operation === "remove" && b.atom.operation === "remove")
    return overlap(a.atom.provenance, b.atom.provenance) > 0;
  return a.asks !== null && b.asks !== null && a.asks.axis === b.asks.axis && a.asks.direction === b.asks.direction;
}

/** Target, operation and content are the same. */
export function sameRoute(a: ReadAtom, b: ReadAtom): boolean {
  return a.atom.target === b.atom.target && a.atom.operation === b.atom.operation && sameContent(a, b);
}

/** In [0, 1]. */
export function agreement(a: ReadAtom, b: ReadAtom): number {
  const parts = {
    target: a.atom.target === b.atom.target ? 1 : 0,
    operation: a.atom.operation === b.atom.operation ? 1 : 0,
    content: sameContent(a, b) ? 1 : 0,
    scope: overlap(a.scenes, b.scenes),
    antiScope: overlap(a.antiScenes, b.antiScenes),
    ttl: a.atom.ttl === b.atom.ttl ? 1 : 0,
    provenance: overlap(a.atom.provenance, b.atom.provenance),
  };
  return Object.entries(WEIGHTS).reduce((sum, [part, weight]) => sum + weight * parts[part as keyof typeof parts], 0);
}

/** Jaccard's index; two empty sets are the same. */
function overlap(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return 1;
  // A few names each.
  const both = a.filter((each, i) => b.includes(each) && a.indexOf(each) === i).length;
  return both / (distinct(a) + distinct(b) - both);
}

function distinct(names: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < names.length; i++) if (names.indexOf(names[i]!) === i) count++;
  return count;
}

/** Total agreement of the best matching. */
export function matchedAgreement(predicted: readonly ReadAtom[], gold: readonly ReadAtom[]): number {
  const [rows, columns] = predicted.length <= gold.length ? [predicted, gold] : [gold, predicted];
  if (rows.length === 0) return 0;
  const gain = rows.map((row) => columns.map((column) => agreement(row, column)));
  return assign(gain).reduce((sum, column, row) => sum + gain[row]![column]!, 0);
}

/** Pairs of the same route, each atom once. */
export function routeHits(predicted: readonly ReadAtom[], gold: readonly ReadAtom[]): number {
  const left = [...gold];
  let hits = 0;
  for (const atom of predicted) {
    const at = left.findIndex((other) => sameRoute(atom, other));
    if (at < 0) continue;
    left.splice(at, 1);
    hits++;
  }
  return hits;
}
