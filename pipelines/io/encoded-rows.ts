/** One encoded text, and many of them as the arrays of a table. */

import type { Language } from "../../models/content/language.ts";
import { NARRATIVE_COLUMNS } from "../../models/content/narrative-columns.ts";
import { SEGMENTS } from "../../models/content/segments.ts";
import type { EncodedTexts } from "./encoded-texts.ts";

export interface EncodedRow {
  readonly id: string;
  readonly hash: string;
  readonly language: Language;
  readonly segments: number;
  /** Shape [segments, width]. */
  readonly embedding: Float32Array;
  /** null: not measured. Shape [columns]. */
  readonly columns: ArrayLike<number> | null;
}

/** @param code Version of the code that measured them; empty: the table is not kept. */
export function gatherRows(
  rows: readonly EncodedRow[],
  { name, width }: { readonly name: string; readonly width: number },
  code = "",
): EncodedTexts {
  const F = NARRATIVE_COLUMNS.length;
  const stride = SEGMENTS * width;
  const embedding = new Float32Array(rows.length * stride);
  const columns = new Float32Array(rows.length * F);
  for (const [i, row] of rows.entries()) {
    embedding.set(row.embedding, i * stride);
    if (row.columns !== null) columns.set(Float32Array.from(row.columns), i * F);
  }
  return {
    encoder: name,
    code,
    width,
    columnNames: NARRATIVE_COLUMNS,
    ids: rows.map(({ id }) => id),
    hashes: rows.map(({ hash }) => hash),
    languages: rows.map(({ language }) => language),
    segments: Uint8Array.from(rows, ({ segments }) => segments),
    embedding,
    measured: Uint8Array.from(rows, (row) => (row.columns === null ? 0 : 1)),
    columns,
  };
}
