/**
 * Devices of the grammar: passages that carry one pole of one axis and nothing else, made to stand between any two steps
 * of a plot. {hero} and the like are filled from the story; of [a|b] one is chosen.
 */
export interface Poles {
  readonly low: readonly string[];
  readonly high: readonly string[];
}

/** By axis. */
export type DeviceBank = Readonly<Record<string, Poles>>;
