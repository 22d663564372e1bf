/** PUMA: a router alone. Feedback becomes atoms for the components it concerns, and nothing is tried, sourced or taken back. */
import type { Agent, Told } from "../../agent/agent.ts";
import { atomsFor, componentsFor } from "../../agent/atoms.ts";
import { type Routed, route } from "../../agent/router.ts";
import { antiScopeName, scopeName } from "../../agent/scope.ts";
import type { WantReader } from "../../agent/wants.ts";
import { languageOf } from "../../content/narrative-columns.ts";

export function puma(wants: WantReader): Agent {
  return routing("puma", wants, ({ extent, about, spared }) => ({
    scope: scopeName(extent, about),
    antiScope: antiScopeName(spared),
    ttl: "permanent",
  }));
}

/** The over-generaliser: what one reader said of one scene holds everywhere, for everybody, for ever. */
export function overGeneraliser(wants: WantReader): Agent {
  return routing("over-generaliser", wants, () => ({ scope: "all_readers", antiScope: "none", ttl: "permanent" }));
}

function routing(
  name: string,
  wants: WantReader,
  reach: (routed: Routed) => { readonly scope: string; readonly antiScope: string; readonly ttl: string },
): Agent {
  const update = async ({ feedback, trace }: Told) => {
    const routed = route(feedback, wants);
    const language = routed.language ?? languageOf(trace.at(-1)?.text ?? "");
    return routed.candidates.flatMap(({ want }) =>
      atomsFor({
        want,
        components: componentsFor(want, "current_story"),
        language,
        ...reach(routed),
        provenance: [],
        confidence: 1,
      }),
    );
  };
  return {
    name,
    update,
    // The last chapter is blamed first.
    repair: async (told) => ({
      diff: await update(told),
      ranked: told.trace.map(({ id }) => id).reverse(),
      predictedGain: null,
    }),
  };
}
