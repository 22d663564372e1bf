/** What a story-writing agent is to FUSE: it answers feedback with changes of its state, and late feedback with culprits too. */
import type { AgentState, DiffAtom } from "../../data-schemas/agent-state.ts";
import type { FeedbackEvent, Probe, TraceNode } from "../../data-schemas/fuse-episode.ts";
import type { LiveState } from "./state-log.ts";

export interface Told {
  readonly episode: string;
  readonly state: AgentState;
  /** What was written up to the feedback, oldest first. */
  readonly trace: readonly TraceNode[];
  readonly feedback: FeedbackEvent;
}

export interface Repair {
  readonly diff: readonly DiffAtom[];
  /** Nodes of the trace, the likeliest culprit first. */
  readonly ranked: readonly string[];
  /** What the repair should bring, in units of the judge; null: the agent does not say. */
  readonly predictedGain: number | null;
}

export interface Agent {
  readonly name: string;
  update(told: Told): Promise<readonly DiffAtom[]>;
  repair(told: Told): Promise<Repair>;
  /** What of its state an agent that retrieves looks at for a scene; by default all of it. */
  retrieve?(state: LiveState, probe: Probe): Promise<LiveState>;
}
