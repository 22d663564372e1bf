/** A suite: for each task as many episodes as are asked for, in both languages by turns. The same seed gives the same suite. */
import { internal } from "../../data-schemas/errors.ts";
import { TASKS, type Task } from "../../data-schemas/fuse-episode.ts";
import type { Language } from "../content/language.ts";
import type { Episode, SuiteWorld } from "./episode-maker.ts";
import { delayedCreditEpisode } from "./tasks/delayed-credit.ts";
import { driftEpisode } from "./tasks/drift.ts";
import { isolationEpisode } from "./tasks/isolation.ts";
import { oneReaderEpisode } from "./tasks/one-reader.ts";

type Make = (suite: SuiteWorld, id: string, language: Language) => Episode | null;

const MAKERS: Readonly<Record<Task, Make>> = {
  label: (suite, id, language) => oneReaderEpisode(suite, "label", id, language),
  state_diff: (suite, id, language) => oneReaderEpisode(suite, "state_diff", id, language),
  sealed_probes: (suite, id, language) => oneReaderEpisode(suite, "sealed_probes", id, language),
  masking: (suite, id, language) => oneReaderEpisode(suite, "masking", id, language),
  delayed_credit: delayedCreditEpisode,
  drift: driftEpisode,
  isolation: isolationEpisode,
};

const LANGUAGES: readonly Language[] = ["zh", "en"];
/** A want whose probes nobody would notice is drawn again, with another number. */
const TRIES = 20;

/** @param perTask Episodes of each task, the easy one included. */
export function* makeSuite(suite: SuiteWorld, perTask: number): Generator<Episode> {
  for (const task of TASKS) {
    for (let n = 0; n < perTask; n++) yield made(suite, task, n);
  }
}

function made(suite: SuiteWorld, task: Task, n: number): Episode {
  const language = LANGUAGES[n % LANGUAGES.length]!;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const id = `${suite.part}.${suite.world.seed.toString(36)}.${task}.${language}.${n}${attempt === 0 ? "" : `.${attempt}`}`;
    const episode = MAKERS[task](suite, id, language);
    if (episode !== null) return episode;
  }
  throw internal(`suite: no episode of ${task} in ${language} could be made in ${TRIES} attempts`);
}
