/** A metric of FUSE: a number for an episode, averaged over episodes. Its page and its column are made of what stands here. */
import type { Bilingual } from "../../data-schemas/axis.ts";
import type { EpisodeLog, Task } from "./episode.ts";

export interface FuseMetric {
  readonly name: string;
  readonly title: Bilingual;
  readonly formula: string;
  readonly meaning: Bilingual;
  readonly unit: string;
  readonly better: "lower" | "higher" | "neither";
  /** What an agent gets that changes nothing; null: not defined for it, or as the data have it. */
  readonly floor: number | null;
  /** What the right change gets; null: as the data have it. */
  readonly ceiling: number | null;
  /** Raised when the definition changes: the same name and number never mean two things. */
  readonly protocol: string;
  /** Of which tasks; absent: of all. */
  readonly tasks?: readonly Task[];
  /** @returns null: the episode cannot measure it; it is counted as such and left out. */
  of(log: EpisodeLog, judge: string): number | null;
}
