/** `esus report`: what a run found, as one page for a colleague. */
import { join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { joinLicences } from "../../data-schemas/licence.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { REPORT, REPORT_FILE } from "../io/layout.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import { readArtefacts } from "./artefacts.ts";
import { reportPage } from "./page.ts";

/**
 * @param dir Of `esus run`.
 * @throws {InputError} There is no finished stage in it.
 */
export async function report(dir: string): Promise<StageOutcome & { path: string }> {
  const artefacts = await readArtefacts(dir).catch((cause: NodeJS.ErrnoException) => {
    throw new InputError(`${dir}: cannot be read (${cause.code ?? cause.message}); expected the folder of a run`, {
      cause,
    });
  });
  const { stages } = artefacts;
  if (stages.length === 0) throw new InputError(`${dir}: has no finished stage; expected the folder of esus run`);
  const out = join(dir, REPORT);
  const inputs = stages.flatMap(({ manifest }) => manifest.outputs);
  const outcome = await runStage({ stage: REPORT, dir: out, config: {}, inputs }, async () => {
    const page = await writeFileAtomic(join(out, REPORT_FILE), reportPage(artefacts));
    const licences = new Set(stages.flatMap(({ manifest }) => manifest.licences));
    return {
      outputs: [{ name: REPORT_FILE, ...page, rows: null }],
      rowsIn: stages.length,
      kept: stages.length,
      refused: 0,
      reasons: {},
      licences: licences.size === 0 ? [] : [joinLicences(...([...licences] as [string, ...string[]]))],
      summary: {},
    };
  });
  return { ...outcome, path: join(out, REPORT_FILE) };
}
