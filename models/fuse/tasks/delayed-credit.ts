/** A long trace, and a complaint some turns after what it is about: which steps were to blame? */
import type { TraceNode } from "../../../data-schemas/fuse-episode.ts";
import { SCENES } from "../../../data-schemas/scene.ts";
import type { Language } from "../../content/language.ts";
import { hash53 } from "../../hash.ts";
import { answer } from "../../population/feedback.ts";
import { ordered } from "../../population/grammar/story.ts";
import { observedOf } from "../../population/record-of-turn.ts";
import { makeRng } from "../../rng.ts";
import {
  clockAt,
  difficultyOf,
  type Episode,
  episodeOf,
  makeStrand,
  nodeOf,
  type SuiteWorld,
} from "../episode-maker.ts";
import { hasRoom } from "../plan.ts";
import { sceneBase } from "../scene-base.ts";
import { offending } from "../wants.ts";

const NODES = 10;
const CULPRITS = 3;

export function delayedCreditEpisode(suite: SuiteWorld, id: string, language: Language): Episode | null {
  const difficulty = difficultyOf(suite, "delayed_credit", id);
  const counts = { positive: 3, anti: 2, neutral: 1 };
  const strand = makeStrand(suite, { key: id, language, difficulty, turn: NODES, counts, silence: "none", not: [] });
  if (strand === null) return null;
  const { want, user_id, reader, feedback } = strand;
  const { story, chapter } = feedback.at;
  const early = Array.from({ length: NODES - difficulty.delayTurns }, (_, i) => i);
  const guilty = new Set(ordered(`${id}/culprits`, early).slice(0, CULPRITS));
  const rng = makeRng(hash53(`${id}/trace`));
  const trace = Array.from({ length: NODES }, (_, i): TraceNode => {
    // All are scenes that could carry it, so that the kind of scene tells nothing.
    const scenes = SCENES.filter((scene) => hasRoom(scene, want.axis));
    const scene = scenes[Math.floor(rng() * scenes.length)]!;
    const clock = clockAt(story, chapter, i);
    const level = guilty.has(i) ? offending(want) : 0;
    const levels = sceneBase(scene, `${id}/node/${i}`, { [want.axis]: level });
    const node = nodeOf(`${id}/n${i}`, user_id, clock, scene, language, levels);
    const felt = answer(reader.reader, reader.mood, { levels, quality: 0, words: 1000 }, null, rng);
    const { implicit } = observedOf({ feedback: felt, comment: null, fulfilled: null });
    return { ...node, observed: { implicit } };
  });
  // The reader speaks under the last chapter, of what came before.
  const late = { ...feedback, about: trace.at(-1)!.id };
  const culprits = trace.filter((_, i) => guilty.has(i)).map((node) => node.id);
  return episodeOf("delayed_credit", id, difficulty, [{ ...strand, feedback: late }], { culprits, trace });
}
