/** The year's reward: how an agent did beside the others in each component. */
import { InputError } from "../../data-schemas/errors.ts";

export interface TotalOptions {
  readonly social: number;
  readonly subjective: number;
  readonly economic: number;
}
export const TOTAL: TotalOptions = { social: 0.4, subjective: 0.4, economic: 0.2 };

export type Component = keyof TotalOptions;

/** (x − mean) / population SD; an SD of 0 counts as 1. */
export function zScores(values: ReadonlyMap<string, number>): Map<string, number> {
  const all = [...values.values()];
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  const sd = Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / all.length);
  return new Map([...values].map(([name, value]) => [name, (value - mean) / (sd === 0 ? 1 : sd)]));
}

/**
 * @param where Said in errors.
 * @throws {InputError} The components are of different agents: what is missing is no 0.
 */
export function totalRewards(
  components: Readonly<Record<Component, ReadonlyMap<string, number>>>,
  where: string,
  weights: TotalOptions = TOTAL,
): Map<string, number> {
  const names = Object.keys(weights) as Component[];
  const agents = [...components.social.keys()].sort();
  for (const name of names) {
    const others = [...components[name].keys()].sort();
    if (others.join("\0") !== agents.join("\0")) {
      const missing = agents.filter((agent) => !components[name].has(agent)).length;
      const more = others.filter((agent) => !components.social.has(agent)).length;
      throw new InputError(
        `${where}: the ${name} reward is of other agents than the social one (${missing} missing, ${more} more); all components must be of the same agents`,
      );
    }
  }
  const scored = names.map((name) => [weights[name], zScores(components[name])] as const);
  return new Map(agents.map((agent) => [agent, scored.reduce((sum, [weight, z]) => sum + weight * z.get(agent)!, 0)]));
}
