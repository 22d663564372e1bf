/**
 * A preference that changes: the reader asks for one thing, praises another, corrects themselves, asks for something else,
 * and takes that back.
 */

import type { DiffAtom } from "../../../data-schemas/agent-state.ts";
import type { FeedbackEvent, TraceNode, Want } from "../../../data-schemas/fuse-episode.ts";
import { SCENES } from "../../../data-schemas/scene.ts";
import { forgetAtoms } from "../../agent/atoms.ts";
import { opposite } from "../../agent/wants.ts";
import type { Language } from "../../content/language.ts";
import {
  difficultyOf,
  type Episode,
  makeStrand,
  nodeOf,
  offendingScene,
  type Strand,
  type SuiteWorld,
} from "../episode-maker.ts";
import { antiGoldAtoms, goldAtoms } from "../gold.ts";
import { hasRoom } from "../plan.ts";
import { type MadeProbe, withNames } from "../probes.ts";
import { complaint } from "../wants.ts";

/** Turn of each event of the timeline. */
const TURN = { old: 0, praise: 1, correction: 2, second: 3, retraction: 4 } as const;
const TURNS = Object.keys(TURN).length;

export function driftEpisode(suite: SuiteWorld, id: string, language: Language): Episode | null {
  const difficulty = difficultyOf(suite, "drift", id);
  const common = { language, difficulty, silence: "none", not: [], storyKey: id, extent: "current_story" } as const;
  const main = makeStrand(suite, {
    ...common,
    key: id,
    turn: TURN.correction,
    counts: { positive: 3, anti: 2, neutral: 0 },
  });
  if (main === null) return null;
  const second = secondStrand(suite, id, main, common);
  if (second === null) return null;
  const { user_id, reader, want, feedback } = main;
  const before = opposite(want);
  const scene = SCENES.find((each) => hasRoom(each, want.axis))!;
  const at = (turn: number) => ({ ...feedback.at, turn });
  const levels = offendingScene(scene, feedback.at, before);
  const node = (turn: number): TraceNode => nodeOf(`${id}/n${turn}`, user_id, at(turn), scene, language, levels);
  const nodes = [node(TURN.old), node(TURN.praise), main.node, second.node, node(TURN.retraction)];
  const event = (turn: number, more: Omit<FeedbackEvent, "id" | "user_id" | "at" | "about">): FeedbackEvent => ({
    id: `${id}/f${turn}`,
    user_id,
    at: at(turn),
    about: nodes[turn]!.id,
    ...more,
  });
  const saying = {
    key: `${id}/old`,
    language,
    extent: "current_story",
    about: [],
    spared: [],
    noise: 0,
    silence: "none",
  } as const;
  const old = event(TURN.old, { kind: "feedback", observed: complaint(reader, before, levels, saying) });
  const taken = { ...second.feedback, id: `${id}/f${TURN.second}`, about: second.node.id, at: at(TURN.second) };
  const timeline: FeedbackEvent[] = [
    old,
    event(TURN.praise, {
      kind: "feedback",
      observed: { explicit: { rating: 5, tags: [], comment: PRAISE[language] } },
    }),
    { ...feedback, id: `${id}/f${TURN.correction}`, kind: "correction", retracts: old.id },
    taken,
    event(TURN.retraction, {
      kind: "retraction",
      retracts: taken.id,
      observed: { explicit: { comment: TAKE_BACK[language] } },
    }),
  ];
  const changed = timeline[TURN.correction]!;
  const golds: [string, DiffAtom[]][] = [
    [old.id, goldAtoms(before, "current_story", language, old.id)],
    [timeline[TURN.praise]!.id, []],
    [changed.id, [...forgetAtoms(old.id), ...goldAtoms(want, "current_story", language, changed.id)]],
    [taken.id, goldAtoms(second.want, "current_story", language, taken.id)],
    [timeline[TURN.retraction]!.id, forgetAtoms(taken.id)],
  ];
  const probes = withNames(id, [...main.probes, ...alongTheWay(main, before), ...second.probes]);
  return {
    shown: {
      id,
      task: "drift",
      language,
      trace: nodes,
      feedback: timeline,
      probes: probes.map(({ probe }) => probe),
    },
    sealed: {
      id,
      readers: { [user_id]: reader.number },
      prototype: reader.reader.prototype.id,
      difficulty,
      wants: {
        [old.id]: before,
        [timeline[TURN.praise]!.id]: null,
        [changed.id]: want,
        [taken.id]: second.want,
        [timeline[TURN.retraction]!.id]: null,
      },
      gold: Object.fromEntries(golds),
      antiGold: { [changed.id]: antiGoldAtoms(want, "current_story", language, changed.id) },
      probes: Object.fromEntries(probes.map(({ probe, truth }) => [probe.id, truth])),
      culprits: [],
    },
  };
}

/** The same reader wants something else as well. */
function secondStrand(
  suite: SuiteWorld,
  id: string,
  main: Strand,
  common: Omit<Parameters<typeof makeStrand>[1], "key" | "turn" | "counts">,
): Strand | null {
  for (let i = 0; i < 8; i++) {
    const plan = {
      ...common,
      key: `${id}/second${i}`,
      turn: TURN.second,
      counts: { positive: 2, anti: 0, neutral: 0 },
    };
    const strand = makeStrand(suite, { ...plan, reader: main.reader.number });
    if (strand !== null && strand.want.axis !== main.want.axis) return strand;
  }
  return null;
}

/** A scene after each turn in which neither pole stands yet, so that it shows which way the state pulls. */
function alongTheWay(main: Strand, before: Want): MadeProbe[] {
  const pattern = main.probes.find(({ truth }) => truth.kind === "positive")!;
  const { [main.want.axis]: _offending, ...levels } = pattern.truth.levels;
  return Array.from({ length: TURNS }, (_, after) => ({
    probe: pattern.probe,
    truth: { ...pattern.truth, levels, want: after < TURN.correction ? before : main.want, after },
  }));
}

const PRAISE = { zh: "这章写得真好。", en: "Loved this one." } as const;
const TAKE_BACK = {
  zh: "上一条我收回，当我没说过。",
  en: "I take my last comment back. Forget that I said it.",
} as const;
