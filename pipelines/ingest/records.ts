/**
 * Records in the interchange format itself, as JSON Lines or Parquet: another run's, or another tool's. Their reader ids are
 * taken for the pseudonyms that the format asks for; comments are masked and splits said anew, as for every source.
 */
import { type EsusRecord, recordSchema } from "../../data-schemas/record.ts";
import { type RowBatches, readJsonl } from "../io/jsonl.ts";
import { readParquet } from "../io/parquet.ts";
import { archiveOf } from "../io/zip.ts";
import type { SourceAdapter } from "./adapter.ts";
import { itemsOf, tableName, wholeRows } from "./tables.ts";

const PARQUET = /\.parquet$/;
/** Files of a run folder that hold no records. */
const OTHERS = /^(?:contents|facts|refused|labels|metrics|predictions)\.jsonl$/;

function rowsOf(file: string): RowBatches<EsusRecord> {
  return PARQUET.test(file) ? readParquet(file, recordSchema) : readJsonl(file, recordSchema);
}

export const records: SourceAdapter = {
  name: "records",
  title: "Records in the interchange format (data-schemas/record.ts), of ESUS or of other tools",
  format:
    "JSON Lines (plain, gz, in zips) or .parquet (plain); where a folder has NAME.jsonl and NAME.parquet, the first",
  licence: "restricted_dta",
  obtain: "esus ingest --parquet; or written by hand: data-schemas/json/record.schema.json",

  select(files) {
    const lines = files.filter((file) => /\.jsonl(?:\.gz)?$/.test(file) && !OTHERS.test(tableName(file)));
    const names = new Set(lines.map((file) => file.replace(/\.jsonl(?:\.gz)?$/, "")));
    const tables = files.filter(
      (file) => PARQUET.test(file) && archiveOf(file) === file && !names.has(file.replace(PARQUET, "")),
    );
    return files.filter((file) => lines.includes(file) || tables.includes(file));
  },

  async *read(files) {
    for (const file of files) yield* wholeRows(itemsOf(file, rowsOf(file), (record) => ({ records: [record] })));
  },
};
