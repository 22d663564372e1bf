/** Turns that nobody should learn from, each with its reason. */
import type { GenerationRow } from "../../data-schemas/life.ts";
import { argumentsOf } from "./chat-sample.ts";

export const REFUSALS = [
  "rejected",
  "no-new-turn",
  "malformed-call",
  "malformed-action",
  "failed-call",
  "principle-broken",
  "verdict-unparsable",
] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface FilterOptions {
  /** Whether a turn whose call a tool answered with an error is kept. */
  readonly keepFailedCalls: boolean;
}

/** @returns null: it may be learned from. */
export function refusalOf(row: GenerationRow, { keepFailedCalls }: FilterOptions): Refusal | null {
  if (row.rejected === true) return "rejected";
  const turns = row.outputs.filter(({ role }) => role === "assistant");
  const says = ({ content, tool_calls }: (typeof turns)[number]): boolean =>
    (content ?? "").trim() !== "" || (tool_calls?.length ?? 0) > 0;
  if (!turns.some(says)) return "no-new-turn";
  if (turns.some(({ tool_calls }) => tool_calls?.some((call) => argumentsOf(call) === null))) return "malformed-call";
  if (turns.some(({ content }) => !areActionsWhole(content ?? ""))) return "malformed-action";
  if (
    !keepFailedCalls &&
    row.outputs.some(({ role, content }) => role === "tool" && /^\s*error\b/i.test(content ?? ""))
  )
    return "failed-call";
  const verdicts = (row.verdicts ?? []).map(({ verdict }) => verdict.trim().toLowerCase());
  if (verdicts.some((verdict) => FAILED.has(verdict))) return "principle-broken";
  // It neither passes nor fails silently.
  if (verdicts.some((verdict) => !PASSED.has(verdict))) return "verdict-unparsable";
  return null;
}

const PASSED = new Set(["pass", "passed", "yes", "true", "ok"]);
const FAILED = new Set(["fail", "failed", "no", "false", "violated"]);

/** Every <role_action> is closed and holds calls: name(parameter="…", …). */
function areActionsWhole(content: string): boolean {
  const opened = content.match(/<role_action>/g)?.length ?? 0;
  const closed = content.match(/<\/role_action>/g)?.length ?? 0;
  if (opened !== closed) return false;
  return [...content.matchAll(/<role_action>([\s\S]*?)<\/role_action>/g)].every(([, body]) => isCall(body!.trim()));
}

/** One or several calls, one after the other; quotes may hold anything. */
function isCall(body: string): boolean {
  const bare = body.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  return /^(?:[A-Za-z_]\w*\s*\([^()]*\)\s*(?:[;,]\s*)?)+$/.test(bare);
}
