/** Who writes rewrites. */
import { grammarRewrites, type Rewrites, type RewriteTask } from "../../models/pairs/rewrites.ts";

export type Written =
  | { readonly ok: true; readonly rewrites: Rewrites }
  | { readonly ok: false; readonly reason: string; readonly detail: string };

export interface RewriteWriter {
  readonly name: string;
  /** Tasks at once. */
  readonly concurrency: number;
  write(task: RewriteTask): Promise<Written>;
  /** Spent so far, and what it was spent on. */
  readonly spent: { readonly cost: number; readonly requests: number; readonly cached: number };
}

export const grammarWriter: RewriteWriter = {
  name: "grammar",
  concurrency: 1,
  write: async (task) => ({ ok: true, rewrites: grammarRewrites(task) }),
  spent: { cost: 0, requests: 0, cached: 0 },
};
