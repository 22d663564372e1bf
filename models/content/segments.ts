/** A text as a few windows of whole paragraphs, about equally long: what the content encoder pools over. */

/** At most so many windows a text, however long it is: cost grows with its length only while it is encoded. */
export const SEGMENTS = 6;
/** Shorter windows say too little on their own. In UTF-16 units. */
const SHORTEST = 300;

/** @returns One to SEGMENTS windows, which joined are the text but for blank edges; none for a blank text. */
export function segmentText(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  const target = Math.max(SHORTEST, Math.ceil(trimmed.length / SEGMENTS));
  const windows: string[] = [];
  let from = 0;
  while (from < trimmed.length) {
    const left = trimmed.length - from;
    const last = windows.length === SEGMENTS - 1 || left < target + SHORTEST;
    const end = last ? trimmed.length : paragraphEnd(trimmed, from + target, from + 1.5 * target);
    windows.push(trimmed.slice(from, end));
    from = end;
  }
  return windows;
}

/** Behind the first line break from `near` on; without one before `latest`, at `near`, between whole characters. */
function paragraphEnd(text: string, near: number, latest: number): number {
  const at = text.indexOf("\n", near);
  if (at !== -1 && at < latest) return at + 1;
  return isLowSurrogate(text.charCodeAt(near)) ? near + 1 : near;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
