/** Atoms to what they mean for an agent: preferences that the reader revealed, and a state update for each component. */
import type { Aspect } from "../../data-schemas/aspect.ts";
import type { Atom } from "../../data-schemas/label.ts";
import type { EsusRecord } from "../../data-schemas/record.ts";
import type { CommentLanguage } from "./comment-features.ts";
import { KEEP, PREFERENCE_RULES, type PreferenceRule } from "./preference-rules.ts";

type PreferenceUpdate = NonNullable<EsusRecord["gold_preference_update"]>[number];
type AgentStateUpdate = NonNullable<EsusRecord["gold_agent_state_update"]>[number];

export interface Updates {
  readonly preference: PreferenceUpdate[];
  readonly agentState: AgentStateUpdate[];
}

const COMPONENTS = ["critic", "planner", "retriever", "memory", "generator"] as const;
type Component = (typeof COMPONENTS)[number];
const TARGET: Readonly<Record<Component, string>> = {
  critic: "critic.checklist",
  planner: "planner.policy",
  retriever: "retriever.policy",
  memory: "user.memory",
  generator: "generator.policy",
};

/** @param provenance  The example that the atoms were read from. */
export function updatesOf(atoms: readonly Atom[], language: CommentLanguage, provenance: string): Updates {
  const updates = atoms.map((atom) => {
    // When a chapter comes out is not of the text: nothing that an agent writes answers to it.
    if (atom.aspect === "updates") return { preference: [], agentState: [] };
    if (atom.polarity === "positive") return keep(atom, language, provenance);
    if (atom.wish === null) return { preference: [], agentState: [] };
    return change(atom, PREFERENCE_RULES[atom.wish]!, language, provenance);
  });
  return {
    preference: updates.flatMap(({ preference }) => preference),
    agentState: updates.flatMap(({ agentState }) => agentState),
  };
}

/** A complaint about one chapter is about its arc: the chapter is written. One about scenes holds for the story's scenes. */
function reachOf(atom: Atom, scenes: string | null): { scope: string; ttl: string } {
  const named = atom.scene_type === undefined ? scenes : `${atom.scene_type}_scenes`;
  const where = { chapter: "current_arc", arc: "current_arc", story: "current_story", scene_type: "current_story" }[
    atom.scope
  ];
  const scope = named === null ? where : `${where}_${named}`;
  return { scope, ttl: where === "current_arc" ? "until_arc_resolution" : "story_global" };
}

function change(atom: Atom, rule: PreferenceRule, language: CommentLanguage, provenance: string): Updates {
  const reach = reachOf(atom, rule.scenes);
  const { axis, direction, antiScope } = rule;
  const near = atom.scope === "chapter";
  const agentState = COMPONENTS.map((component) => ({
    target: TARGET[component],
    operation: component === "critic" || component === "planner" ? "add_or_increase_weight" : "add",
    content: rule[component][language],
    // A plan is for what is written next; the others hold as long as the wish does.
    ...(component === "planner" && near ? { scope: "next_1_to_2_chapters", ttl: "2_chapters" } : reach),
    anti_scope: antiScope,
    provenance: [provenance],
  }));
  return { preference: [{ axis, direction, scope: reach.scope, confidence: atom.confidence }], agentState };
}

function keep(atom: Atom, language: CommentLanguage, provenance: string): Updates {
  const { scope, ttl } = reachOf(atom, null);
  const agentState = (["critic", "memory"] as const).map((component) => ({
    target: TARGET[component],
    operation: "add",
    content: `${KEEP[component][language]}${ASPECT_NAMES[atom.aspect][language]}`,
    scope,
    anti_scope: "none",
    ttl,
    provenance: [provenance],
  }));
  return { preference: [{ axis: atom.aspect, direction: "keep", scope, confidence: atom.confidence }], agentState };
}

const ASPECT_NAMES: Readonly<Record<Aspect, { zh: string; en: string }>> = {
  characters: { zh: "人物", en: "the characters" },
  plot: { zh: "情节", en: "the plot" },
  pacing: { zh: "节奏", en: "the pace" },
  agency: { zh: "主角的主动性", en: "how the protagonist decides" },
  world: { zh: "世界设定", en: "the world" },
  lore: { zh: "设定的讲法", en: "how the setting is told" },
  continuity: { zh: "前后一致", en: "the consistency" },
  writing: { zh: "文笔", en: "the prose" },
  translation: { zh: "翻译", en: "the translation" },
  romance: { zh: "感情线", en: "the romance" },
  themes: { zh: "主题", en: "the themes" },
  emotion: { zh: "情感", en: "the emotion" },
  humour: { zh: "幽默", en: "the humour" },
  originality: { zh: "新意", en: "the originality" },
  expectation: { zh: "期待的满足", en: "how it keeps its promise" },
  enjoyment: { zh: "可读性", en: "how it entertains" },
  updates: { zh: "更新", en: "the updates" },
};
