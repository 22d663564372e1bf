/** The passages that speak for an axis in a story. */
import { internal } from "../../../data-schemas/errors.ts";
import type { Language } from "../../content/language.ts";
import { AGENCY_EN } from "../devices/agency-en.ts";
import { AGENCY_ZH } from "../devices/agency-zh.ts";
import { CONTINUITY_EN } from "../devices/continuity-en.ts";
import { CONTINUITY_ZH } from "../devices/continuity-zh.ts";
import type { DeviceBank } from "../devices/device.ts";
import { EMOTIONAL_PEAK_EN } from "../devices/emotional-peak-en.ts";
import { EMOTIONAL_PEAK_ZH } from "../devices/emotional-peak-zh.ts";
import { LORE_DENSITY_EN } from "../devices/lore-density-en.ts";
import { LORE_DENSITY_ZH } from "../devices/lore-density-zh.ts";
import { PACING_EN } from "../devices/pacing-en.ts";
import { PACING_ZH } from "../devices/pacing-zh.ts";
import { STYLE_EN } from "../devices/style-en.ts";
import { STYLE_ZH } from "../devices/style-zh.ts";
import { TROPE_EN } from "../devices/trope-en.ts";
import { TROPE_ZH } from "../devices/trope-zh.ts";
import type { Story } from "./story.ts";

export const DEVICES: Readonly<Record<Language, DeviceBank>> = {
  en: {
    ...PACING_EN,
    ...AGENCY_EN,
    ...LORE_DENSITY_EN,
    ...TROPE_EN,
    ...CONTINUITY_EN,
    ...STYLE_EN,
    ...EMOTIONAL_PEAK_EN,
  },
  zh: {
    ...PACING_ZH,
    ...AGENCY_ZH,
    ...LORE_DENSITY_ZH,
    ...TROPE_ZH,
    ...CONTINUITY_ZH,
    ...STYLE_ZH,
    ...EMOTIONAL_PEAK_ZH,
  },
};

/** Passages for an axis: those of the bank, or of the world and the protagonist. */
export function devicesOf({ language, rules, trait }: Story, axis: string): DeviceBank[string] {
  if (axis === "world_consistency")
    return { low: rules.flatMap(({ broken }) => broken), high: rules.flatMap(({ kept }) => kept) };
  if (axis === "character_consistency") return { low: trait.broken, high: trait.kept };
  const poles = DEVICES[language][axis];
  if (poles === undefined) throw internal(`no passages for the axis ${axis} in ${language}`);
  return poles;
}
