/**
 * Licence classes and what each permits. The class travels with every row into every derived file; where rows of several
 * classes meet, the most restrictive wins.
 */
import { z } from "zod";

/** From the least to the most restrictive. */
export const LICENCE_CLASSES = [
  "public_domain",
  "synthetic",
  "author_consented",
  "metadata_only",
  "noncommercial",
  "restricted_dta",
] as const;
export type LicenceClass = (typeof LICENCE_CLASSES)[number];

/**
 * One class, or several joined by "|" when a row was derived from several: the most restrictive of them holds.
 */
export const licenceClassSchema = z.string().refine((value) => value.split("|").every(isLicenceClass), {
  error: `expected one of ${LICENCE_CLASSES.join(", ")}, or several joined by "|"`,
});

function isLicenceClass(value: string): value is LicenceClass {
  return (LICENCE_CLASSES as readonly string[]).includes(value);
}

/** The class that holds for a joined value. @throws {RangeError} A part is no licence class. */
export function strictestLicence(value: string): LicenceClass {
  const ranks = value.split("|").map((part) => (LICENCE_CLASSES as readonly string[]).indexOf(part));
  if (ranks.includes(-1)) throw new RangeError(`strictestLicence: "${value}" is not made of licence classes`);
  return LICENCE_CLASSES[Math.max(...ranks)]!;
}

/** The class of what was derived from several rows: each of theirs, once, joined. */
export function joinLicences(...values: readonly string[]): string {
  const parts = new Set(values.flatMap((value) => value.split("|")));
  return LICENCE_CLASSES.filter((licence) => parts.has(licence)).join("|");
}

export interface Permissions {
  readonly train: boolean;
  readonly evaluate: boolean;
  readonly publishText: boolean;
  /** Example ids, story ids and labels, without text and without reader ids. */
  readonly publishLabels: boolean;
  readonly redistribute: boolean;
}

export const PERMISSIONS: Readonly<Record<LicenceClass, Permissions>> = {
  public_domain: { train: true, evaluate: true, publishText: true, publishLabels: true, redistribute: true },
  synthetic: { train: true, evaluate: true, publishText: true, publishLabels: true, redistribute: true },
  author_consented: { train: true, evaluate: true, publishText: false, publishLabels: true, redistribute: false },
  metadata_only: { train: true, evaluate: true, publishText: false, publishLabels: true, redistribute: false },
  noncommercial: { train: true, evaluate: true, publishText: false, publishLabels: false, redistribute: false },
  restricted_dta: { train: true, evaluate: true, publishText: false, publishLabels: false, redistribute: false },
};
