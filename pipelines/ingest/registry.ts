/** Every source. Adding an adapter here is the whole registration. */
import { unknownName } from "../io/did-you-mean.ts";
import type { SourceAdapter } from "./adapter.ts";
import { ao3 } from "./ao3.ts";
import { goodbooks } from "./goodbooks.ts";
import { goodreadsExport } from "./goodreads-export.ts";
import { goodreadsUcsd } from "./goodreads-ucsd.ts";
import { guofeng } from "./guofeng.ts";
import { longStoryEval } from "./longstoryeval.ts";
import { novels } from "./novels.ts";
import { novelUpdates } from "./novelupdates.ts";
import { qidianWebnovel } from "./qidian-webnovel.ts";
import { records } from "./records.ts";
import { royalRoad } from "./royalroad.ts";
import { simulatorSource } from "./simulator.ts";
import { webNovelBench } from "./webnovelbench.ts";

export const SOURCES: readonly SourceAdapter[] = [
  ao3,
  goodbooks,
  goodreadsExport,
  goodreadsUcsd,
  guofeng,
  longStoryEval,
  novelUpdates,
  novels,
  qidianWebnovel,
  records,
  royalRoad,
  simulatorSource(),
  webNovelBench,
];

/** @throws {UsageError} There is no such source; the message names the nearest. */
export function findSource(name: string): SourceAdapter {
  const found = SOURCES.find((source) => source.name === name);
  if (found !== undefined) return found;
  throw unknownName(
    "no source",
    name,
    SOURCES.map((source) => source.name),
  );
}
