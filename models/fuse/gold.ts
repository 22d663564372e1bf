/** The right change for a want, and changes that would be wrong. */
import type { DiffAtom } from "../../data-schemas/agent-state.ts";
import type { Want } from "../../data-schemas/fuse-episode.ts";
import { SCENES, type SceneType } from "../../data-schemas/scene.ts";
import { atomsFor, componentsFor, type Extent, ttlOf } from "../agent/atoms.ts";
import { antiScopeName, scopeName } from "../agent/scope.ts";
import { opposite } from "../agent/wants.ts";
import type { Language } from "../content/language.ts";
import { hasRoom } from "./plan.ts";

/** Scenes that carry an axis, and scenes that do not. */
function roomFor(axis: string): { readonly scope: SceneType[]; readonly anti: SceneType[] } {
  return {
    scope: SCENES.filter((scene) => hasRoom(scene, axis)),
    anti: SCENES.filter((scene) => !hasRoom(scene, axis)),
  };
}

export function goldAtoms(want: Want, extent: Extent, language: Language, feedback: string): DiffAtom[] {
  const { scope, anti } = roomFor(want.axis);
  return atomsFor({
    want,
    components: componentsFor(want, extent),
    language,
    scope: scopeName(extent, scope),
    antiScope: antiScopeName(anti),
    ttl: ttlOf(extent),
    provenance: [feedback],
    confidence: 1,
  });
}

/** Everywhere and for ever; and the other way. */
export function antiGoldAtoms(want: Want, extent: Extent, language: Language, feedback: string): DiffAtom[] {
  const common = { components: componentsFor(want, extent), language, provenance: [feedback], confidence: 1 };
  return [
    ...atomsFor({ ...common, want, scope: "current_story", antiScope: "none", ttl: "permanent" }),
    ...atomsFor({ ...common, want: opposite(want), scope: "current_story", antiScope: "none", ttl: "story_global" }),
  ];
}
