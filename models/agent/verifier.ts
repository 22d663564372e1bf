/**
 * Tries an update before it is committed: the simulator reads scenes of every kind, written without it and with it, for the
 * reader who asked. Where it helps is its scope, where it harms its anti-scope; where it helps nowhere it is not committed.
 */
import type { DiffAtom } from "../../data-schemas/agent-state.ts";
import { SCENES, type SceneType } from "../../data-schemas/scene.ts";
import type { Language } from "../content/language.ts";

/** A scene of the agent's own, written for nobody else to read. */
export interface Draft {
  readonly scene: SceneType;
  readonly language: Language;
  /** null: without the update. */
  readonly diff: readonly DiffAtom[] | null;
}

/** What a reader would make of drafts, each in [0, 1]. */
export type Rehearse = (user_id: string, drafts: readonly Draft[]) => Promise<readonly number[]>;

export interface Verdict {
  readonly helps: readonly SceneType[];
  readonly harms: readonly SceneType[];
  /** Mean gain over the scenes where it helps; 0: it helps nowhere. */
  readonly gain: number;
}

/** Less is not noticed. */
const NOTICED = 0.01;

export async function verify(
  rehearse: Rehearse,
  user_id: string,
  language: Language,
  diff: readonly DiffAtom[],
): Promise<Verdict> {
  const drafts = SCENES.flatMap((scene) => [
    { scene, language, diff: null },
    { scene, language, diff },
  ]);
  const judged = await rehearse(user_id, drafts);
  const gains = SCENES.map((scene, i) => ({ scene, gain: judged[2 * i + 1]! - judged[2 * i]! }));
  const helps = gains.filter(({ gain }) => gain > NOTICED);
  return {
    helps: helps.map(({ scene }) => scene),
    harms: gains.filter(({ gain }) => gain < -NOTICED).map(({ scene }) => scene),
    gain: helps.length === 0 ? 0 : helps.reduce((sum, { gain }) => sum + gain, 0) / helps.length,
  };
}
