/** Which terms of the loss earn their place: each left out, the same population, split, seed and steps. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOSS_TERMS, trainConfigSchema } from "../../data-schemas/train-config.ts";
import { OrtEngine } from "../../models/tensor/ort-engine.ts";
import { evaluate } from "../../pipelines/eval/eval.ts";
import { readEvalTable } from "../../pipelines/io/eval-table.ts";
import { train } from "../../pipelines/train/train.ts";
import type { BenchRow } from "../contender.ts";
import { makeWorld, QUIET } from "./world.ts";

const READERS = 1000;
const EPOCHS = 12;
const METRICS = [
  ["all", "ordinalNll"],
  ["all", "pairAccuracy"],
  ["reader", "prototype recovered, 8 or more answers known"],
  ["reader", "cos(mu, mu of the opposite reader)"],
  ["axes", "recall of planted axes"],
  ["axes", "dead coordinates"],
  ["state", "trust: mean absolute error"],
  ["calibration", "rating above 3: ECE"],
] as const;

export async function benchAblations(): Promise<{ rows: BenchRow[]; notes: string[] }> {
  const folders = await makeWorld(READERS);
  const engine = new OrtEngine({ threads: 2 });
  const dir = mkdtempSync(join(tmpdir(), "esus-ablations-"));
  const rows: BenchRow[] = [];
  for (const left of ["nothing", ...LOSS_TERMS.filter((term) => term !== "ordinal")]) {
    const lossWeights = left === "nothing" ? {} : { [left]: 0 };
    const config = trainConfigSchema.parse({ epochs: EPOCHS, patience: EPOCHS, lossWeights });
    const [checkpoint, out] = [join(dir, `${left}-train`), join(dir, `${left}-eval`)];
    await train({ ...folders, out: checkpoint, config, engine }, QUIET);
    await evaluate({ ...folders, checkpoint, compared: [], out, engine }, QUIET);
    const { cells } = await readEvalTable(out);
    for (const [group, metric] of METRICS) {
      const cell = cells.find((each) => each.group === group && each.metric === metric && each.model === "ESUS");
      if (cell?.estimate.value == null) continue;
      const { value, low, high, n } = cell.estimate;
      rows.push({
        task: `without ${left}`,
        contender: metric,
        median: value,
        min: low ?? value,
        max: high ?? value,
        unit: cell.unit,
        runs: n,
      });
    }
  }
  return {
    rows,
    notes: [`ablations: ${READERS} readers, ${EPOCHS} epochs; min and max are the 95% interval over readers`],
  };
}
