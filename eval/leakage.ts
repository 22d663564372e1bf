/**
 * Whether an axis can be moved alone: the standardised effect of its edit on every measured column. On target it should
 * be at least one SD, beside it at most 0.15 SD on average (absolute mean effects).
 */

/** One pair: what was measured on its high and on its low side. Shape [columns]. */
export interface EditEffect {
  readonly axis: string;
  readonly low: readonly number[];
  readonly high: readonly number[];
}

export interface LeakageRow {
  readonly axis: string;
  readonly pairs: number;
  /** Mean of high − low in SD of the column over chapters. */
  readonly effects: readonly number[];
  readonly onTarget: number;
  /** Mean of |effect| over columns that the axis must leave alone. */
  readonly offTarget: number;
  /** The three columns outside the axis that move most. */
  readonly worst: readonly { readonly column: string; readonly effect: number }[];
  readonly passes: boolean;
}

const ON_TARGET_AT_LEAST = 1;
const OFF_TARGET_AT_MOST = 0.15;

/**
 * @param columns  Names; a column of an axis has the axis's name.
 * @param sd       Of each column over chapters that were not edited; a column with 0 does not vary and is left out.
 * @param moves    Columns that an axis moves by definition, its own aside.
 */
export function leakage(
  edits: readonly EditEffect[],
  columns: readonly string[],
  sd: readonly number[],
  moves: (axis: string) => readonly string[],
): LeakageRow[] {
  const byAxis = new Map<string, EditEffect[]>();
  for (const edit of edits) byAxis.set(edit.axis, [...(byAxis.get(edit.axis) ?? []), edit]);
  return [...byAxis].map(([axis, own]) => {
    const effects = columns.map((_, c) => {
      if (sd[c] === 0) return 0;
      return own.reduce((sum, { low, high }) => sum + high[c]! - low[c]!, 0) / own.length / sd[c]!;
    });
    const mine = new Set([axis, ...moves(axis)]);
    const outside = columns.flatMap((column, c) =>
      mine.has(column) || sd[c] === 0 ? [] : [{ column, effect: effects[c]! }],
    );
    const onTarget = effects[columns.indexOf(axis)]!;
    const offTarget = outside.reduce((sum, { effect }) => sum + Math.abs(effect), 0) / outside.length;
    const worst = [...outside].sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect)).slice(0, 3);
    const passes = onTarget >= ON_TARGET_AT_LEAST && offTarget <= OFF_TARGET_AT_MOST;
    return { axis, pairs: own.length, effects, onTarget, offTarget, worst, passes };
  });
}
