/** One encoded text, and many of them as the arrays of a table. */
import type { Language } from "../../models/content/language.ts";
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

export function gatherRows(
  rows: readonly EncodedRow[],
  about: Pick<EncodedTexts, "encoder" | "code" | "width" | "columnNames">,
): EncodedTexts {
  const F = about.columnNames.length;
  const stride = SEGMENTS * about.width;
  const embedding = new Float32Array(rows.length * stride);
  const columns = new Float32Array(rows.length * F);
  for (const [i, row] of rows.entries()) {
    embedding.set(row.embedding, i * stride);
    if (row.columns !== null) columns.set(Float32Array.from(row.columns), i * F);
  }
  return {
    ...about,
    ids: rows.map(({ id }) => id),
    hashes: rows.map(({ hash }) => hash),
    languages: rows.map(({ language }) => language),
    segments: Uint8Array.from(rows, ({ segments }) => segments),
    embedding,
    measured: Uint8Array.from(rows, (row) => (row.columns === null ? 0 : 1)),
    columns,
  };
}
