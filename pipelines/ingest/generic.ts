/** A user's own table, by a column map: no code is needed for a new source. Columns that the map does not name are left. */
import { z } from "zod";
import type { ColumnMap } from "../../data-schemas/column-map.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import { readCsv } from "../io/csv.ts";
import { readJsonElements } from "../io/json-elements.ts";
import { type RowBatches, readJsonl } from "../io/jsonl.ts";
import type { SourceAdapter } from "./adapter.ts";
import { present } from "./fields.ts";
import { itemsOf, RowRefused, wholeRows } from "./tables.ts";
import { parseDate, textOrNull } from "./upstream-values.ts";

type Cell = string | number | boolean | null;
type Cells = Readonly<Record<string, unknown>>;

const cellsSchema = z.record(z.string(), z.unknown());
const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export function genericSource(map: ColumnMap): SourceAdapter {
  return {
    name: "generic",
    title: `a table of your own, mapped to "${map.source}"`,
    format: `${map.format}, plain, gz or zip`,
    licence: "restricted_dta",
    obtain: "yours",
    select: (files) => files,
    async *read(files, { readerId }) {
      for (const file of files)
        yield* wholeRows(itemsOf(file, rowsOf(file, map), (cells, line) => itemOf(cells, line, map, readerId)));
    },
  };
}

function rowsOf(file: string, { format, delimiter }: ColumnMap): RowBatches<Cells> {
  if (format === "csv") return readCsv(file, cellsSchema, { delimiter });
  return format === "jsonl" ? readJsonl(file, cellsSchema) : readJsonElements(file, cellsSchema);
}

function itemOf(cells: Cells, line: number, map: ColumnMap, readerId: (upstream: string) => string) {
  const { columns, source, license_class, language } = map;
  const cell = (column: string | undefined): Cell => {
    if (column === undefined) return null;
    const value = cells[column];
    if (value === undefined) throw new RowRefused("no-column", `the row has no column "${column}"`);
    const parsed = cellSchema.safeParse(value);
    if (!parsed.success) throw new RowRefused("no-cell", `${column}: expected a text, a number, true, false or null`);
    return typeof parsed.data === "string" ? textOrNull(parsed.data) : parsed.data;
  };
  const required = (name: "reader" | "story"): string => {
    const value = cell(columns[name]);
    if (value === null) throw new RowRefused(`no-${name}`, `${columns[name]}: expected a value`);
    return String(value);
  };
  const number = (column: string | undefined, low: number, high: number): number | null => {
    const value = cell(column);
    if (value === null) return null;
    const parsed = Number(value);
    if (!(parsed >= low && parsed <= high))
      throw new RowRefused("out-of-range", `${column}: expected a number from ${low} to ${high}`);
    return parsed;
  };

  const likes = number(columns.likes, 0, Number.MAX_SAFE_INTEGER);
  if (likes !== null && !Number.isInteger(likes))
    throw new RowRefused("out-of-range", `${columns.likes}: expected a whole number`);
  const story = `${source}:${required("story")}`;
  const chapter = cell(columns.chapter);
  const content = chapter === null ? story : `${story}:${String(chapter)}`;
  const user = readerId(`${source}\0${required("reader")}`);
  const raw = columns.rating === undefined ? null : ratingCell(cell(columns.rating.column), columns.rating);
  const continued = cell(columns.continued);
  const occurred = timeOf(columns.time === undefined ? null : cell(columns.time.column), columns.time?.form);
  const text = cell(columns.text);
  const explicit = {
    ...(columns.rating === undefined ? {} : { rating: raw === null ? null : scaled(raw, columns.rating) }),
    ...(raw === null ? {} : { sub_scores: { rating_raw: raw } }),
    ...present({ comment: textOf(cell(columns.comment)), likes }),
  };
  const implicit = {
    ...present({
      dwell_time_sec: number(columns.dwell_seconds, 0, Number.MAX_VALUE),
      scroll_depth: number(columns.scroll_depth, 0, 1),
    }),
    ...(continued === null ? {} : { continue_clicked: truth(continued, columns.continued!) }),
  };
  return {
    ...(text === null && columns.title === undefined
      ? {}
      : {
          contents: [
            {
              content_id: content,
              story_id: story,
              ...(chapter === null ? {} : { chapter_id: String(chapter) }),
              source,
              license_class,
              language,
              title: textOf(cell(columns.title)) ?? "",
              text: textOf(text) ?? "",
            },
          ],
        }),
    records: [
      {
        schema_version: 1 as const,
        example_id: `${source}:${line}:${user}:${content}`,
        source,
        license_class,
        label_origin: columns.rating === undefined ? "human_comment" : "rating",
        confidence: 1,
        user_id: user,
        story_id: story,
        ...(chapter === null ? {} : { chapter_id: String(chapter) }),
        ...present({ occurred_at: occurred }),
        order_basis: occurred === null ? ("none" as const) : ("time" as const),
        language,
        generated_content_ref_or_text: `content:${content}`,
        observed_feedback: { explicit, implicit },
      },
    ],
  };
}

const textOf = (cell: Cell): string | null => (cell === null ? null : String(cell));

function ratingCell(
  cell: Cell,
  { column, low, high, none }: NonNullable<ColumnMap["columns"]["rating"]>,
): number | null {
  if (cell === null || (none !== undefined && String(cell) === String(none))) return null;
  const value = Number(cell);
  if (!(value >= low && value <= high))
    throw new RowRefused("rating-out-of-range", `${column}: expected ${low} to ${high}`);
  return value;
}

function scaled(value: number, { low, high }: { low: number; high: number }): number {
  return Math.round(1 + ((LEVELS - 1) * (value - low)) / (high - low));
}

function timeOf(cell: Cell, form: NonNullable<ColumnMap["columns"]["time"]>["form"] | undefined): string | null {
  if (cell === null || form === undefined) return null;
  const date = parseDate(String(cell), form);
  if (date === null) throw new RowRefused("date-form", `expected a date of the form "${form}"`);
  return date;
}

function truth(cell: Cell, column: string): boolean {
  const text = String(cell).toLowerCase();
  if (["true", "1", "yes"].includes(text)) return true;
  if (["false", "0", "no"].includes(text)) return false;
  throw new RowRefused("not-yes-or-no", `${column}: expected true or false`);
}
