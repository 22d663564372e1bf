/** What a finished selection says on the terminal. */
import type { StageOutcome } from "../io/stage.ts";
import { grouped } from "../io/text-table.ts";

export function selectionText({ manifest: { summary, stage } }: StageOutcome): string {
  const { tokens, generalShare, releasedCounter, guard } = summary as {
    tokens: { roleplay: number; general: number };
    generalShare?: number | null;
    releasedCounter?: number;
    guard?: { shareOfBest: { value: number | null; low: number | null; high: number | null } } | null;
  };
  const parts = [`tokens that carry loss: ${grouped(tokens.roleplay)} chosen, ${grouped(tokens.general)} general`];
  if (generalShare != null && tokens.general > 0) parts.push(`general share ${(100 * generalShare).toFixed(2)} %`);
  if (releasedCounter !== undefined) parts.push(`the released counter would have said ${grouped(releasedCounter)}`);
  const best = guard?.shareOfBest;
  if (best?.value != null)
    parts.push(
      `of what the planted truth would have gained by choosing itself, the choice gains ${best.value.toFixed(3)}`,
    );
  return `${stage}: ${parts.join("; ")}`;
}
