/** Tables of text for the terminal, aligned also where characters are two columns wide. */

/** The first column is aligned left, the others right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column]!))));
  const pad = (cell: string, column: number): string => {
    const space = " ".repeat(widths[column]! - columnsOf(cell));
    return column === 0 ? cell + space : space + cell;
  };
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}

/** A value with its interval, where there is one. */
export function formatInterval(value: number, low: number | null, high: number | null): string {
  return low === null || high === null
    ? value.toFixed(3)
    : `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** Columns that a terminal gives the text: East Asian wide characters take two. */
export function columnsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}

export function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
