/** Hard negatives: the prose is as good, one fact is wrong. */
import { axisIndex } from "../../data-schemas/ontology.ts";
import type { ConsistencyPair } from "../../data-schemas/pair.ts";
import type { Language } from "../content/language.ts";
import { withLevel } from "../population/grammar/levels.ts";
import type { Story } from "../population/grammar/story.ts";
import { pairHead, pairScene, sideOf } from "./grammar-chapter.ts";

export const FAULTS = ["world_consistency", "character_consistency", "timeline_consistency"] as const;
type Fault = (typeof FAULTS)[number];

export function consistencyPair(seed: number, fault: Fault, language: Language, n: number): ConsistencyPair {
  const scene = pairScene(seed, `fault/${fault}/${language}/${n}`, language);
  const axis = axisIndex(fault);
  return {
    kind: "consistency",
    ...pairHead("consistency", scene),
    fault,
    rule: ruleOf(scene.story, fault),
    sound: sideOf(scene, withLevel(scene.levels, axis, 1)),
    broken: sideOf(scene, withLevel(scene.levels, axis, -1)),
  };
}

function ruleOf({ rules, trait, language }: Story, fault: Fault): string {
  if (fault === "world_consistency") return rules.map(({ statement }) => statement).join(" ");
  if (fault === "character_consistency") return trait.statement;
  return language === "zh" ? "日子只能往后数。" : "The days count forward.";
}
