/** A request and three answers: what was asked, too much of it, and something else. */
import type { AxisLevel } from "../../data-schemas/axis.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import type { RewritePair } from "../../data-schemas/pair.ts";
import type { ReaderRequest } from "../../data-schemas/population.ts";
import type { Language } from "../content/language.ts";
import { writeChapter } from "../population/grammar/chapter.ts";
import { withLevel } from "../population/grammar/levels.ts";
import { pick } from "../population/grammar/template.ts";
import { poleWanted } from "../population/mood.ts";
import { namedLevels, type PairScene, pairHead, pairScene, sideOf } from "./grammar-chapter.ts";
import { type Original, rewriteChecker } from "./verifier.ts";

export interface RewriteTask {
  readonly scene: PairScene;
  readonly request: ReaderRequest;
  readonly original: Original;
  /** Of the original, the requested axis at the wrong pole. */
  readonly levels: readonly AxisLevel[];
}

export interface Rewrites {
  readonly aligned: string;
  readonly over_corrected: string;
  readonly irrelevant: string;
}

export function rewriteTask(seed: number, axis: number, language: Language, n: number): RewriteTask {
  const { id } = AXES[axis]!;
  const scene = pairScene(seed, `rewrite/${id}/${language}/${n}`, language);
  // Nobody asks for less of a quality.
  const higher = AXES[axis]!.kind === "quality" || pick(`${seed}/${scene.id}/direction`, 2) === 0;
  const levels = withLevel(scene.levels, axis, higher ? -1 : 1);
  const { text, facts } = writeChapter({ story: scene.story, index: scene.index, telling: 0, levels });
  const request = { axis: id, direction: higher ? "higher" : "lower" } as const;
  return { scene, request, original: { story: scene.story, text, facts }, levels };
}

/** Passages of an axis in a chapter that overdoes it: all that there are. */
const OVERDONE = 5;

/** The grammar's own rewrites. */
export function grammarRewrites({ scene, request, levels }: RewriteTask): Rewrites {
  const axis = axisIndex(request.axis);
  const wanted = poleWanted(request);
  const still = levels.flatMap((level, k) => (level === 0 && k !== axis && AXES[k]!.kind === "taste" ? [k] : []));
  const other = still[pick(`${scene.id}/other`, still.length)]!;
  const side = wanted === 1 ? -1 : 1;
  const aligned = withLevel(levels, axis, wanted);
  // Overdone: every passage of the axis, and of no other more than there were.
  const overdone = writeChapter({
    story: scene.story,
    index: scene.index,
    telling: 0,
    levels: aligned,
    strengths: { [request.axis]: OVERDONE },
  });
  return {
    aligned: sideOf(scene, aligned).text,
    over_corrected: overdone.text,
    irrelevant: sideOf(scene, withLevel(levels, other, side)).text,
  };
}

/** @param sd  Of each of COLUMNS over chapters of the language. */
export function rewritePair(task: RewriteTask, rewrites: Rewrites, writer: string, sd: Float64Array): RewritePair {
  const check = rewriteChecker(task.original, task.request, sd);
  return {
    kind: "rewrite",
    ...pairHead("rewrite", task.scene),
    request: task.request,
    writer,
    original: { text: task.original.text, levels: namedLevels(task.levels) },
    ...rewrites,
    checks: {
      aligned: check(rewrites.aligned),
      over_corrected: check(rewrites.over_corrected),
      irrelevant: check(rewrites.irrelevant),
    },
  };
}
