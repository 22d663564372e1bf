/** Points of simulated time, such as Y2020-W01-contact-S1. */
import { internal } from "../../data-schemas/errors.ts";

export interface LifeTime {
  readonly year: number;
  readonly week: number;
  /** begin, plan, settle, activity-D3, … */
  readonly phase: string;
}

export function parseLifeTime(text: string): LifeTime {
  const match = /^Y(\d+)-W(\d+)-(.+)$/.exec(text);
  if (match === null) throw internal(`"${text}" is no time of a life`);
  return { year: Number(match[1]), week: Number(match[2]), phase: match[3]! };
}
