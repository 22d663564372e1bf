/** `esus select candidates`: a file of candidates with known truth, for readers of a planted population. */
import { join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { type EsusRecord, recordSchema } from "../../data-schemas/record.ts";
import { madeCandidates } from "../../models/select/made-candidates.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { JsonlWriter, readOwnJsonl } from "../io/jsonl.ts";
import { CANDIDATES_FILE, INGEST, RECORDS_FILE, SELECT_CANDIDATES } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";

export interface MakeCandidatesRequest {
  /** Finished ingest of the embedded population. */
  readonly population: string;
  readonly prompts: number;
  /** Candidates a prompt. */
  readonly each: number;
  readonly seed: number;
  readonly out: string;
}

export async function makeCandidates(request: MakeCandidatesRequest, context: Context): Promise<StageOutcome> {
  const { population, prompts, each, seed, out } = request;
  const { outputs } = await requireManifest(population, [INGEST]);
  const config = { prompts, each, seed };
  return runStage({ stage: SELECT_CANDIDATES, dir: out, config, inputs: outputs }, async () => {
    const last = new Map<string, EsusRecord>();
    // Readers whom no training has seen.
    for await (const record of readOwnJsonl(join(population, RECORDS_FILE), recordSchema))
      if (record.split === "test") last.set(record.user_id, record);
    const readers = [...last.values()];
    const writer = await JsonlWriter.create(join(out, CANDIDATES_FILE));
    let made = 0;
    try {
      for (let n = 0; n < prompts && readers.length > 0; n++) {
        const row = madeCandidates(readers[n % readers.length]!, n, each, seed);
        if (row === null) continue;
        await writer.write(row);
        made++;
        stopIfAsked(context);
      }
      if (made === 0)
        throw new InputError(
          `${population}: has no test reader whose truth is known; expected a population of esus population`,
        );
    } catch (error) {
      await writer.abort();
      throw error;
    }
    return {
      outputs: [{ name: CANDIDATES_FILE, ...(await writer.commit()) }],
      rowsIn: made,
      kept: made,
      refused: 0,
      reasons: {},
      licences: ["synthetic"],
      summary: { candidates: made * each },
    };
  });
}
