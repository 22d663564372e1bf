/** The flat form: one JSON Lines file for a whole run (data-schemas/life.ts). */
import { basename } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { flatRowSchema, type GenerationRow, type RatingRow } from "../../data-schemas/life.ts";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import { parseLifeTime } from "../../models/life/life-time.ts";
import type { Society, TimedState, World } from "../../models/life/society.ts";
import { readJsonl } from "../io/jsonl.ts";
import { describeFiles } from "../io/manifest.ts";
import { addTo, type FiledRow, isWithin, type LifeRun, type Refuse, type Span, timedState } from "./life-run.ts";

export class FlatRun implements LifeRun {
  readonly inputs: readonly FileEntry[];
  readonly #path: string;

  private constructor(path: string, inputs: readonly FileEntry[]) {
    this.#path = path;
    this.inputs = inputs;
  }

  static async open(path: string): Promise<FlatRun> {
    return new FlatRun(path, await describeFiles([path]));
  }

  /** @throws {InputError} The file does not say what world it is of. */
  async society(refuse: Refuse): Promise<Society> {
    let world: World | null = null;
    const ratings: RatingRow[] = [];
    const states = new Map<string, TimedState[]>();
    for await (const rows of readJsonl(this.#path, flatRowSchema)) {
      for (const row of rows) {
        if (!row.ok) refuse({ file: basename(this.#path), line: row.line, reason: row.reason, detail: row.detail });
        else if (row.value.kind === "world") {
          const { name, language, start_year, years, weeks, period_weeks } = row.value;
          world = { name, language, startYear: start_year, years, weeks, periodWeeks: period_weeks };
        } else if (row.value.kind === "rating") {
          const { kind: _kind, ...rating } = row.value;
          ratings.push(rating);
        } else if (row.value.kind === "state") addTo(states, row.value.agent_name, timedState(row.value));
      }
    }
    if (world === null)
      throw new InputError(`${this.#path}: has no row of kind "world"; expected it first (data-schemas/life.ts)`);
    return { world, ratings, states };
  }

  /** Reads the file once more: what cannot be read was refused already. */
  async *generations(agent: string, span: Span): AsyncGenerator<readonly FiledRow<GenerationRow>[]> {
    for await (const rows of readJsonl(this.#path, flatRowSchema)) {
      const wanted: FiledRow<GenerationRow>[] = [];
      for (const row of rows) {
        if (!row.ok || row.value.kind !== "generation" || row.value.agent_name !== agent) continue;
        if (!isWithin(parseLifeTime(row.value.time), span)) continue;
        const { kind: _kind, agent_name: _name, ...generation } = row.value;
        wanted.push({ ok: true, line: row.line, value: generation, file: basename(this.#path) });
      }
      if (wanted.length > 0) yield wanted;
    }
  }
}
