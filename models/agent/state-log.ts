/**
 * An agent's state as a log of events: the state is the fold of it. What was derived from feedback that is taken back is as
 * if it had never been; what it had replaced or weakened is there again.
 */
import {
  type AgentState,
  type Clock,
  COMPONENTS,
  type Component,
  componentOf,
  type DiffAtom,
  type StateEvent,
  type StateItem,
} from "../../data-schemas/agent-state.ts";
import { isExpired } from "./lifetime.ts";
import { isForEverybody } from "./scope.ts";

export type StateLog = readonly StateEvent[];

/** An item with the place in the story where it was made: scopes and TTLs count from there. */
export interface LiveItem extends StateItem {
  readonly made: Clock;
}
export type LiveState = Readonly<Record<Component, readonly LiveItem[]>>;

/** For whom an item of scope all_readers acts. */
export const EVERYBODY = "*";

/** Whether two contents speak of the same matter: what replace, decrease_weight and remove look for. */
export type SameMatter = (a: string, b: string) => boolean;
const sameWords: SameMatter = (a, b) => a.trim() === b.trim();

/** S ⊕ ΔS. @param id Of the diff, unique in the log. */
export function applyDiff(
  log: StateLog,
  diff: readonly DiffAtom[],
  by: { readonly id: string; readonly user_id: string; readonly at: Clock },
): StateLog {
  const { user_id, at } = by;
  return [...log, ...diff.map((atom, i) => ({ kind: "applied" as const, id: `${by.id}.${i}`, user_id, at, atom }))];
}

/** Takes a feedback back. Earlier events only: what is said later stands. */
export function retract(
  log: StateLog,
  provenance: string,
  by: { readonly id: string; readonly user_id: string; readonly at: Clock },
): StateLog {
  return [...log, { kind: "retracted", id: by.id, user_id: by.user_id, at: by.at, provenance }];
}

interface Folded extends LiveItem {
  readonly component: Component;
  /** Events that made it what it is. */
  readonly because: readonly string[];
}

/** @param now Items that have expired by then are gone. null: none has. */
function fold(log: StateLog, now: Clock | null, same: SameMatter): Folded[] {
  let items: Folded[] = [];
  for (const [i, event] of log.entries()) {
    if (event.kind === "retracted") continue;
    const { provenance, operation, target } = event.atom;
    const gone = takenBackAfter(log, i, event.user_id, target);
    const left = provenance.filter((id) => !gone.has(id));
    // What only says to forget is not derived from what it forgets.
    if (operation !== "remove" && provenance.length > 0 && left.length === 0) continue;
    items = step(items, event, operation === "remove" ? provenance : left, same);
  }
  return items.filter(({ ttl, made }) => now === null || !isExpired(ttl, made, now));
}

/** Feedback that its reader took back later: everywhere, or, by an atom that only forgets, in one component. */
function takenBackAfter(log: StateLog, index: number, user: string, target: DiffAtom["target"]): Set<string> {
  const gone = new Set<string>();
  for (const event of log.slice(index + 1)) {
    if (event.user_id !== user) continue;
    if (event.kind === "retracted") gone.add(event.provenance);
    else if (isForgetting(event.atom) && event.atom.target === target)
      for (const source of event.atom.provenance) gone.add(source);
  }
  return gone;
}

const isForgetting = ({ operation, content, provenance }: DiffAtom): boolean =>
  operation === "remove" && content === "" && provenance.length > 0;

type Applied = Extract<StateEvent, { kind: "applied" }>;

function step(items: Folded[], event: Applied, provenance: readonly string[], same: SameMatter): Folded[] {
  const { atom, id, user_id, at } = event;
  const component = componentOf(atom.target);
  const mine = (item: Folded): boolean => item.component === component && authorOf(item) === user_id;
  const made: Folded = {
    id: `${id}@${user_id}`,
    user_id: isForEverybody(atom.scope) ? EVERYBODY : user_id,
    content: atom.content,
    scope: atom.scope,
    anti_scope: atom.anti_scope,
    ttl: atom.ttl,
    weight: 1,
    confidence: atom.confidence,
    provenance: [...provenance],
    created_turn: at.turn,
    made: at,
    component,
    because: [id],
  };
  switch (atom.operation) {
    case "add":
      return [...items, made];
    case "add_or_increase_weight": {
      // What has expired, or reaches otherwise, is another item.
      const known = items.findIndex(
        (item) =>
          mine(item) &&
          item.content === atom.content &&
          item.scope === atom.scope &&
          item.anti_scope === atom.anti_scope &&
          item.ttl === atom.ttl &&
          !isExpired(item.ttl, item.made, at),
      );
      if (known < 0) return [...items, made];
      return items.map((item, i) => {
        if (i !== known) return item;
        const all = [...new Set([...item.provenance, ...provenance])];
        return { ...item, weight: item.weight + 1, provenance: all, because: [...item.because, id] };
      });
    }
    case "decrease_weight":
      return items.map((item) =>
        mine(item) && same(item.content, atom.content)
          ? { ...item, weight: item.weight / 2, because: [...item.because, id] }
          : item,
      );
    case "replace":
      return [...items.filter((item) => !(mine(item) && same(item.content, atom.content))), made];
    case "remove":
      // What was derived from its sources was left out already.
      if (isForgetting(atom)) return items;
      return items.filter((item) => {
        if (!mine(item)) return true;
        const derived = provenance.length === 0 || item.provenance.some((source) => provenance.includes(source));
        const meant = atom.content === "" || same(item.content, atom.content);
        return !(derived && meant);
      });
  }
}

/** The state as it stands. @param same Whether two contents speak of one matter; by default, of equal words. */
export function stateAt(log: StateLog, now: Clock | null, same: SameMatter = sameWords): LiveState {
  const items = fold(log, now, same);
  const of = (component: Component): LiveItem[] =>
    items
      .filter((item) => item.component === component)
      .map(({ component: _component, because: _because, ...item }) => item);
  return Object.fromEntries(COMPONENTS.map((component) => [component, of(component)])) as unknown as LiveState;
}

/** Without one component. */
export function mask(state: LiveState, component: Component): LiveState {
  return { ...state, [component]: [] };
}

/** With some components only. */
export function only(state: LiveState, components: readonly Component[]): LiveState {
  return COMPONENTS.filter((component) => !components.includes(component)).reduce(mask, state);
}

/** Why an item exists: the events that made it what it is, oldest first; empty: there is no such item. */
export function explain(log: StateLog, item: string, same: SameMatter = sameWords): StateEvent[] {
  const because = fold(log, null, same).find(({ id }) => id === item)?.because ?? [];
  return log.filter(({ id }) => because.includes(id));
}

/** Whose feedback an item was made from, also where it acts for everybody. */
export function authorOf({ id }: Pick<StateItem, "id">): string {
  return id.slice(id.indexOf("@") + 1);
}

/** All items, component by component. */
export function itemsOf(state: LiveState): LiveItem[] {
  return COMPONENTS.flatMap((component) => state[component]);
}

/** As it is written down. */
export function shownState(state: LiveState): AgentState {
  const shown = (component: Component): StateItem[] => state[component].map(({ made: _made, ...item }) => item);
  return Object.fromEntries(COMPONENTS.map((component) => [component, shown(component)])) as unknown as AgentState;
}
