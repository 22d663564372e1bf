/** The released layout of Agentopia: config.json, persona/NAME/…, reward/…; years and weeks are folders and files. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import {
  type GenerationRow,
  generationRowSchema,
  lifeConfigSchema,
  type RatingRow,
  ratingRowSchema,
  stateRowSchema,
} from "../../data-schemas/life.ts";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import type { Society, TimedState, World } from "../../models/life/society.ts";
import { mapConcurrent } from "../io/concurrent.ts";
import { sha256File } from "../io/hash.ts";
import { parseJson } from "../io/json.ts";
import { describeIssues, readJsonl } from "../io/jsonl.ts";
import { addTo, type FiledRow, isWithin, type LifeRun, type Refuse, type Span, timedState } from "./life-run.ts";

const AT_ONCE = 16;

export class ReleasedRun implements LifeRun {
  readonly inputs: readonly FileEntry[];
  readonly #dir: string;
  readonly #world: World;
  readonly #files: readonly string[];
  /** Files of each agent's generations, in the order of time. */
  readonly #weeks: ReadonlyMap<string, readonly Week[]>;

  private constructor(dir: string, world: World, files: readonly string[], inputs: readonly FileEntry[]) {
    this.#dir = dir;
    this.#world = world;
    this.#files = files;
    this.#weeks = weeksOf(files);
    this.inputs = inputs;
  }

  /** @throws {InputError} It is no such run. */
  static async open(dir: string): Promise<ReleasedRun> {
    const path = join(dir, "config.json");
    const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
      throw new InputError(
        `${path}: cannot be read (${cause.code}); expected the folder of a run, or a .jsonl file of the flat form`,
        { cause },
      );
    });
    const parsed = lifeConfigSchema.safeParse(parseJson(text));
    if (!parsed.success)
      throw new InputError(`${path}: is no configuration of a run: ${describeIssues(parsed.error, lifeConfigSchema)}`);
    const { name, language, time, reward } = parsed.data.world;
    const world = {
      name,
      language,
      startYear: time.start_year,
      years: time.n_year,
      weeks: time.n_week,
      periodWeeks: reward?.period_weeks ?? time.n_week,
    };
    const all = await readdir(dir, { recursive: true });
    const files = all.filter((file) => file.endsWith(".jsonl") || file === "config.json").sort();
    const inputs = await mapConcurrent(files, AT_ONCE, async (file) => {
      const { size } = await stat(join(dir, file));
      return { name: file, sha256: await sha256File(join(dir, file)), bytes: size, rows: null };
    });
    return new ReleasedRun(dir, world, files, inputs);
  }

  async society(refuse: Refuse): Promise<Society> {
    const ratings: RatingRow[] = [];
    const states = new Map<string, TimedState[]>();
    for (const file of this.#matching(/^reward\/rankings\/.*\.jsonl$/)) {
      for await (const row of this.#rows(file, ratingRowSchema, refuse)) ratings.push(row);
    }
    for (const file of this.#matching(/^persona\/[^/]+\/state\.jsonl$/)) {
      const agent = file.split("/")[1]!;
      for await (const { time, content } of this.#rows(file, stateRowSchema, refuse)) {
        const { vitality, fulfillment, assets } = content;
        addTo(states, agent, timedState({ time, vitality, fulfillment, deposit: assets.deposit }));
      }
    }
    return { world: this.#world, ratings, states };
  }

  async *generations(agent: string, span: Span): AsyncGenerator<readonly FiledRow<GenerationRow>[]> {
    const weeks = (this.#weeks.get(agent) ?? []).filter((week) => isWithin(week, span));
    for (const { file } of weeks) {
      for await (const rows of readJsonl(join(this.#dir, file), generationRowSchema))
        yield rows.map((row) => ({ ...row, file }));
    }
  }

  #matching(pattern: RegExp): string[] {
    return this.#files.filter((file) => pattern.test(file));
  }

  async *#rows<S extends z.ZodType>(file: string, schema: S, refuse: Refuse): AsyncGenerator<z.output<S>> {
    for await (const rows of readJsonl(join(this.#dir, file), schema)) {
      for (const row of rows) {
        if (row.ok) yield row.value;
        else refuse({ file: relative(".", file), line: row.line, reason: row.reason, detail: row.detail });
      }
    }
  }
}

interface Week {
  readonly file: string;
  readonly year: number;
  readonly week: number;
}

const PARTITION = /^persona\/([^/]+)\/generation\/year=(\d+)\/week=(\d+)\.jsonl$/;

function weeksOf(files: readonly string[]): Map<string, Week[]> {
  const weeks = new Map<string, Week[]>();
  for (const file of files) {
    const [, agent, year, week] = PARTITION.exec(file) ?? [];
    if (agent !== undefined) addTo(weeks, agent, { file, year: Number(year), week: Number(week) });
  }
  for (const list of weeks.values()) list.sort((a, b) => a.year - b.year || a.week - b.week);
  return weeks;
}
