/** The two older shapes of the interchange format into this one: states as lists of words, atoms without their source. */
import type { AgentState, DiffAtom, StateItem } from "../../data-schemas/agent-state.ts";
import { COMPONENTS, OPERATIONS, TARGETS } from "../../data-schemas/agent-state.ts";
import { InputError } from "../../data-schemas/errors.ts";
import type { EsusRecord } from "../../data-schemas/record.ts";

type OldState = NonNullable<EsusRecord["agent_state_before"]>;
type OldAtom = NonNullable<EsusRecord["gold_agent_state_update"]>[number];

/** Words of a state that nobody's feedback made: they hold for everybody, everywhere, and cannot be retracted. */
export function migrateState(old: OldState): AgentState {
  const item = (component: string, content: string, i: number): StateItem => ({
    id: `${component}.${i}`,
    user_id: "*",
    content,
    scope: "all_readers",
    anti_scope: "none",
    ttl: "permanent",
    weight: 1,
    confidence: 1,
    provenance: [],
    created_turn: 0,
  });
  return Object.fromEntries(
    COMPONENTS.map((component) => [component, old[component].map((content, i) => item(component, content, i))]),
  ) as unknown as AgentState;
}

/**
 * @param source What it is derived from, where the atom does not say.
 * @param confidence Of the record that it stands in.
 * @throws {InputError} The target or the operation is unknown.
 */
export function migrateAtom(old: OldAtom, source: string, confidence: number): DiffAtom {
  const target = TARGETS.find((each) => each === old.target);
  const operation = OPERATIONS.find((each) => each === old.operation);
  if (target === undefined || operation === undefined)
    throw new InputError(
      `atom of ${source}: expected a target of ${TARGETS.join(", ")} and an operation of ${OPERATIONS.join(", ")}`,
    );
  const { content, scope, anti_scope, ttl } = old;
  return { target, operation, content, scope, anti_scope, ttl, provenance: old.provenance ?? [source], confidence };
}
