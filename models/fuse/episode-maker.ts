/** What all tasks share: a reader with a want, a chapter that offends it, the complaint, the right change, the probes. */
import type { Clock } from "../../data-schemas/agent-state.ts";
import type {
  Difficulty,
  FeedbackEvent,
  PublicEpisode,
  SealedEpisode,
  Task,
  TraceNode,
  Want,
} from "../../data-schemas/fuse-episode.ts";
import type { SceneType } from "../../data-schemas/scene.ts";
import { SCENES } from "../../data-schemas/scene.ts";
import type { Extent } from "../agent/atoms.ts";
import type { Language } from "../content/language.ts";
import { hash53 } from "../hash.ts";
import { ARC, ordered } from "../population/grammar/story.ts";
import { pick } from "../population/grammar/template.ts";
import { makeRng, type Rng } from "../rng.ts";
import { antiGoldAtoms, goldAtoms } from "./gold.ts";
import { narrate } from "./narrator.ts";
import { hasRoom, type Levels, type Reading } from "./plan.ts";
import { antiScenes, type MadeProbe, makeProbes, type Probing, withNames } from "./probes.ts";
import { sceneBase } from "./scene-base.ts";
import { complaint, offending, type Saying, wantOf } from "./wants.ts";
import type { FuseWorld, KnownReader } from "./world.ts";

export interface Episode {
  readonly shown: PublicEpisode;
  readonly sealed: SealedEpisode;
}

export type Part = "public" | "sealed";

/** How hard a suite is made. */
export interface Knobs {
  /** Share of episodes whose anti-probes are near. */
  readonly near: number;
  /** Turns that feedback on a long trace comes late. */
  readonly delayTurns: number;
  /** Readers in an isolation episode. */
  readonly readers: number;
  readonly noise: number;
  /** Share of episodes in which nothing is said. */
  readonly implicit: number;
}
export const KNOBS: Knobs = { near: 0.5, delayTurns: 4, readers: 3, noise: 0.15, implicit: 0.1 };

/** Of a suite: its readers, which part it is, and how contents are read. */
export interface SuiteWorld {
  readonly world: FuseWorld;
  readonly part: Part;
  readonly knobs: Knobs;
  readonly read: Reading;
}

/** Readers that episodes are drawn from. */
const POOL = 240;
/** Stories in each language. */
const STORIES = 6;
const ARCS = 4;

/** One reader's part of an episode. */
export interface Strand {
  readonly user_id: string;
  readonly reader: KnownReader;
  readonly want: Want;
  readonly extent: Extent;
  readonly node: TraceNode;
  readonly feedback: FeedbackEvent;
  readonly probes: readonly MadeProbe[];
}

export interface StrandPlan {
  readonly key: string;
  readonly language: Language;
  readonly difficulty: Difficulty;
  readonly turn: number;
  readonly counts: Readonly<Record<"positive" | "anti" | "neutral", number>>;
  readonly silence: Saying["silence"];
  /** Readers that are taken already. */
  readonly not: readonly number[];
  /** This reader and no other. */
  readonly reader?: number;
  readonly extent?: Extent;
  /** What strands of one story share; by default each has its own. */
  readonly storyKey?: string;
}

export function difficultyOf({ knobs }: SuiteWorld, task: Task, key: string): Difficulty {
  const rng = makeRng(hash53(`${key}/difficulty`));
  const distance = rng() < knobs.near ? "near" : "far";
  const implicitOnly = rng() < knobs.implicit && (task === "sealed_probes" || task === "state_diff");
  return {
    distance,
    delayTurns: task === "delayed_credit" ? knobs.delayTurns : 0,
    readers: task === "isolation" ? knobs.readers : 1,
    noise: task === "label" ? 0 : knobs.noise,
    implicitOnly,
  };
}

export function clockAt(story: string, chapter: number, turn: number): Clock {
  return { turn, story, arc: Math.floor(chapter / ARC), chapter };
}

const userId = ({ world }: SuiteWorld, number: number): string => `fuse_${world.seed.toString(36)}_${number}`;

export function storyOf({ world, part }: SuiteWorld, language: Language, key: string): string {
  return `fuse/${part}/${world.seed}/${language}/${pick(`${key}/story`, STORIES)}`;
}

/** Tries readers until one has a want whose probes can be noticed. @returns null: none of the pool has. */
export function makeStrand(suite: SuiteWorld, plan: StrandPlan): Strand | null {
  if (plan.reader !== undefined) return strandOf(suite, plan, suite.world.reader(plan.reader));
  const first = pick(`${plan.key}/reader`, POOL);
  for (let i = 0; i < POOL; i++) {
    const number = (first + i) % POOL;
    if (plan.not.includes(number)) continue;
    const reader = suite.world.reader(number);
    if (reader.reader.language !== plan.language) continue;
    const strand = strandOf(suite, plan, reader);
    if (strand !== null) return strand;
  }
  return null;
}

function strandOf(suite: SuiteWorld, plan: StrandPlan, reader: KnownReader): Strand | null {
  const { key, language, difficulty, turn, counts } = plan;
  const want = wantOf(reader, suite.part, key);
  if (want === null) return null;
  const rng = makeRng(hash53(`${plan.storyKey ?? key}/strand`));
  const story = storyOf(suite, language, plan.storyKey ?? key);
  // In the first half of an arc, so that some of it is left.
  const chapter = ARC * Math.floor(ARCS * rng()) + Math.floor(2 * rng());
  const at = clockAt(story, chapter, turn);
  const extent = plan.extent ?? (rng() < 0.5 ? "current_arc" : "current_story");
  const user_id = userId(suite, reader.number);
  const left = Array.from({ length: ARC - 1 - (chapter % ARC) }, (_, i) => chapter + 1 + i);
  const later = extent === "current_story" ? [...left, chapter + ARC, chapter + ARC + 1] : left;
  const clocks = ordered(`${key}/clocks`, later).map((each) => clockAt(story, each, turn + each - chapter));
  const { distance } = difficulty;
  const probing: Probing = { reader, user_id, want, extent, at, clocks, distance, language, key, read: suite.read };
  const probes = (["positive", "anti", "neutral"] as const).flatMap((kind) => {
    const made = makeProbes(probing, kind, counts[kind], null);
    return made.length < Math.min(2, counts[kind]) ? [null] : made;
  });
  if (probes.includes(null)) return null;
  const scenes = SCENES.filter((scene) => hasRoom(scene, want.axis));
  const scene = scenes[pick(`${key}/scene`, scenes.length)]!;
  const levels = offendingScene(scene, at, want);
  const feedbackId = `${key}/f${turn}`;
  const saying: Saying = {
    key,
    language,
    extent,
    noise: difficulty.noise,
    silence: plan.silence,
    ...named(rng, scene, want, distance),
  };
  const node = nodeOf(`${key}/n${turn}`, user_id, at, scene, language, levels);
  const feedback: FeedbackEvent = {
    id: feedbackId,
    kind: "feedback",
    user_id,
    at,
    about: node.id,
    observed: complaint(reader, want, levels, saying),
  };
  return { user_id, reader, want, extent, node, feedback, probes: probes as MadeProbe[] };
}

/** Readers name the scenes that they mean more often than those they want left alone. */
function named(rng: Rng, scene: SceneType, { axis }: Want, distance: "near" | "far"): Pick<Saying, "about" | "spared"> {
  const about = rng() < 0.5 ? [scene] : [];
  const spared = rng() < 0.4 ? antiScenes(axis, distance).slice(0, 1) : [];
  return { about, spared };
}

export function offendingScene(scene: SceneType, at: Clock, want: Want): Levels {
  return sceneBase(scene, `${at.story}/${at.chapter}/${scene}`, { [want.axis]: offending(want) });
}

export function nodeOf(
  id: string,
  user_id: string,
  clock: Clock,
  scene: SceneType,
  language: Language,
  levels: Levels,
): TraceNode {
  return { id, user_id, clock, scene, text: narrate({ scene, language, clock }, levels).text };
}

/** An episode of strands whose feedback comes in one after the other. */
export function episodeOf(
  task: Task,
  id: string,
  difficulty: Difficulty,
  strands: readonly Strand[],
  more: Partial<Pick<SealedEpisode, "culprits">> & { readonly trace?: readonly TraceNode[] } = {},
): Episode {
  const main = strands[0]!;
  const { language } = main.reader.reader;
  const golds = strands.map(({ want, extent, feedback }) => [
    feedback.id,
    goldAtoms(want, extent, language, feedback.id),
  ]);
  const antis = strands.map(({ want, extent, feedback }) => [
    feedback.id,
    antiGoldAtoms(want, extent, language, feedback.id),
  ]);
  const probes = withNames(
    id,
    strands.flatMap((strand) => strand.probes),
  );
  return {
    shown: {
      id,
      task,
      language,
      trace: [...(more.trace ?? strands.map(({ node }) => node))],
      feedback: strands.map(({ feedback }) => feedback),
      probes: probes.map(({ probe }) => probe),
    },
    sealed: {
      id,
      readers: Object.fromEntries(strands.map(({ user_id, reader }) => [user_id, reader.number])),
      prototype: main.reader.reader.prototype.id,
      difficulty,
      wants: Object.fromEntries(strands.map(({ feedback, want }) => [feedback.id, want])),
      gold: Object.fromEntries(golds),
      antiGold: Object.fromEntries(antis),
      probes: Object.fromEntries(probes.map(({ probe, truth }) => [probe.id, truth])),
      culprits: more.culprits ?? [],
    },
  };
}
