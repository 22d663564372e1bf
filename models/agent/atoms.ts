/** Atoms of a change: which components a want concerns, in which words, and what takes it back. */
import {
  COMPONENTS,
  type Component,
  type DiffAtom,
  type Operation,
  TARGETS,
  type Target,
} from "../../data-schemas/agent-state.ts";
import type { AxisFamily } from "../../data-schemas/axis.ts";
import type { Want } from "../../data-schemas/fuse-episode.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import type { Language } from "../content/language.ts";
import { wordsFor } from "./wants.ts";

/** The component that puts an axis into a scene. */
export const OWNER: Readonly<Record<AxisFamily, Component>> = {
  pacing: "planner_policy",
  agency: "planner_policy",
  trope: "planner_policy",
  lore_density: "retriever_policy",
  continuity: "retriever_policy",
  style: "generator_policy",
  emotional_peak: "generator_policy",
};

export function ownerOf(axis: string): Component {
  return OWNER[AXES[axisIndex(axis)]!.family];
}

/** How far a want reaches: the arc at hand, or the whole story. */
export type Extent = "current_arc" | "current_story";

/** How each component is told, in both languages. */
const TOLD: Readonly<Record<Component, Readonly<Record<Language, string>>>> = {
  user_memory: { zh: "这位读者想要", en: "This reader wants" },
  critic_checklist: { zh: "检查是否做到", en: "Check for" },
  planner_policy: { zh: "安排", en: "Plan for" },
  retriever_policy: { zh: "取材时偏向", en: "Retrieve towards" },
  generator_policy: { zh: "写法上要", en: "Write towards" },
};

function targetOf(component: Component): Target {
  return TARGETS[COMPONENTS.indexOf(component)]!;
}

/** As the interchange format has it: what is checked and planned gains weight, the rest is added. */
function operationFor(component: Component): Operation {
  return component === "critic_checklist" || component === "planner_policy" ? "add_or_increase_weight" : "add";
}

/** Components that a want changes: who checks, who puts it in, and, where it is to last, who remembers. */
export function componentsFor({ axis }: Want, extent: Extent): Component[] {
  const both: Component[] = ["critic_checklist", ownerOf(axis)];
  return extent === "current_story" ? [...both, "user_memory"] : both;
}

export interface AtomPlan {
  readonly want: Want;
  readonly components: readonly Component[];
  readonly language: Language;
  readonly scope: string;
  readonly antiScope: string;
  readonly ttl: string;
  readonly provenance: readonly string[];
  readonly confidence: number;
}

export function atomsFor(plan: AtomPlan): DiffAtom[] {
  const { want, components, language, scope, antiScope, ttl, provenance, confidence } = plan;
  return components.map((component) => ({
    target: targetOf(component),
    operation: operationFor(component),
    content: `${TOLD[component][language]}${language === "zh" ? "" : " "}${wordsFor(want, language)}`,
    scope,
    anti_scope: antiScope,
    ttl,
    provenance: [...provenance],
    confidence,
  }));
}

export const ttlOf = (extent: Extent): string => (extent === "current_arc" ? "until_arc_resolution" : "story_global");

/** Forgets what was derived from a feedback, in every component. */
export function forgetAtoms(feedback: string, components: readonly Component[] = COMPONENTS): DiffAtom[] {
  return components.map((component) => ({
    target: targetOf(component),
    operation: "remove",
    content: "",
    scope: "current_story",
    anti_scope: "none",
    ttl: "permanent",
    provenance: [feedback],
    confidence: 1,
  }));
}
