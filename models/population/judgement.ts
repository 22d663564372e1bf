/** What a planted reader makes of a chapter, as the share of the stars that they are expected to give. */
import { internal } from "../../data-schemas/errors.ts";
import { type ChapterRead, utilityOf } from "./feedback.ts";
import type { Mood } from "./mood.ts";
import type { PlantedReader } from "./reader.ts";

/**
 * (E[stars] − 1) / 4, in [0, 1]: the mean over thresholds of P(felt > threshold), the noise of `answer` integrated out.
 */
export function expectedStars(
  reader: Pick<PlantedReader, "thresholds" | "noise">,
  mood: Mood,
  chapter: ChapterRead,
): number {
  const utility = utilityOf(mood, chapter, null);
  if (reader.noise <= 0) throw internal("expectedStars: a reader without noise");
  const above = reader.thresholds.map((threshold) => 1 - heavyTailedCdf((threshold - utility) / reader.noise));
  return above.reduce((sum, p) => sum + p, 0) / above.length;
}

/** P(heavyTailed ≤ x): Student's t with 4 degrees of freedom, scaled to unit variance. */
export function heavyTailedCdf(x: number): number {
  const t = x * Math.SQRT2;
  const share = (t * t) / (4 + t * t);
  return 0.5 + (Math.sign(t) * Math.sqrt(share) * (3 - share)) / 4;
}
