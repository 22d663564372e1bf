/** `esus select best-of-n`: candidates judged by simulated readers; the best of each prompt become fine-tuning data. */
import { join } from "node:path";
import { type CandidatesRow, candidatesRowSchema } from "../../data-schemas/candidates.ts";
import { InputError } from "../../data-schemas/errors.ts";
import { type KeepOptions, keepBest, lengthSlope, withoutLength } from "../../models/select/best-of.ts";
import { answerSample, lossTokens } from "../../models/select/chat-sample.ts";
import { wordsOf } from "../../models/select/diversity.ts";
import type { Trainer } from "../../models/select/trainer-rows.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { toJson } from "../io/json.ts";
import { JsonlWriter, readJsonl } from "../io/jsonl.ts";
import { BEST_OF_N, ENCODE, INGEST, REFUSED_FILE, SELECTION_REPORT_FILE, TRAIN } from "../io/layout.ts";
import { describeFiles, requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import type { TextCoder } from "../io/text-coder.ts";
import { bestOfReport, type Judged, type JudgedPrompt } from "./best-of-report.ts";
import { ExportFiles, writeDatasetInfo } from "./export-files.ts";
import type { RefusedRow } from "./life-run.ts";
import { type PanelRequest, ReaderPanel } from "./reader-panel.ts";
import { openTokenizer, tokenizerKey } from "./tokenizer.ts";

export interface BestOfRequest extends PanelRequest {
  readonly candidates: string;
  readonly out: string;
  readonly keep: KeepOptions;
  /** Whether what a text gets for its length is taken off. */
  readonly lengthControl: boolean;
  readonly tokenizer: string;
  readonly trainers: readonly Trainer[];
  readonly openCoder: () => Promise<TextCoder>;
  readonly engine: Engine;
}

/** Rewards that a threshold is tried at in a plan: shares of the candidates that it would refuse. */
const QUANTILES = [0, 0.25, 0.5, 0.75, 0.9] as const;

export interface BestOfPlan {
  readonly prompts: number;
  readonly candidates: number;
  readonly thresholds: readonly { readonly threshold: number; readonly rows: number; readonly tokens: number }[];
}

/** How many rows and tokens each threshold would keep; nothing is written. */
export async function planBestOf(request: BestOfRequest, context: Context): Promise<BestOfPlan> {
  const { prompts } = await judged(request, context);
  const count = await openTokenizer(request.tokenizer);
  const all = prompts.flatMap(({ candidates }) => candidates.map(({ reward }) => reward)).sort((a, b) => a - b);
  const thresholds = QUANTILES.map((share) => {
    const threshold = all[Math.min(all.length - 1, Math.floor(share * all.length))]!;
    const kept = prompts.flatMap((prompt) => keepBest(prompt, { ...request.keep, threshold }));
    return { threshold, rows: kept.length, tokens: kept.reduce((sum, { text }) => sum + count(text), 0) };
  });
  return { prompts: prompts.length, candidates: all.length, thresholds };
}

export async function selectBestOf(request: BestOfRequest, context: Context): Promise<StageOutcome> {
  const { candidates, out, keep, lengthControl, tokenizer, trainers, kinds, ofAKind, seed, engine } = request;
  const trained = await requireManifest(request.checkpoint, [TRAIN]);
  const ingests = await Promise.all(request.histories.map((dir) => requireManifest(dir, [INGEST])));
  const encoding = request.encoded === null ? [] : (await requireManifest(request.encoded, [ENCODE])).outputs;
  const inputs = [
    ...(await describeFiles([candidates])),
    ...trained.outputs,
    ...ingests.flatMap(({ outputs }) => outputs),
    ...encoding,
  ];
  const config = {
    keep: { ...keep },
    lengthControl,
    tokenizer: await tokenizerKey(tokenizer),
    trainers: [...trainers],
    kinds: [...kinds],
    ofAKind,
    seed,
    engine: engine.description,
  };
  return runStage({ stage: BEST_OF_N, dir: out, config, inputs }, async () => {
    const { prompts, refused, slope } = await judged(request, context);
    const count = await openTokenizer(tokenizer);
    const files = await ExportFiles.create(out, trainers);
    const kept: { prompt: JudgedPrompt; chosen: Judged[] }[] = [];
    let tokens = 0;
    try {
      for (const prompt of prompts) {
        const chosen = keepBest(prompt, keep);
        kept.push({ prompt, chosen });
        for (const { id, text, reward, plain } of chosen) {
          const sample = answerSample(prompt.messages, text);
          const carried = lossTokens(sample, count);
          tokens += carried;
          await files.write(sample, {
            kind: "best-of-n",
            prompt: prompt.prompt,
            candidate: id,
            reward,
            plain,
            tokens: carried,
          });
        }
      }
    } catch (error) {
      await files.abort();
      throw error;
    }
    const exported = await files.commit();
    const all = prompts.reduce((sum, { candidates: each }) => sum + each.length, 0);
    const rows = kept.reduce((sum, { chosen }) => sum + chosen.length, 0);
    const report = bestOfReport(kept, slope, lengthControl, seed);
    const reasons: Record<string, number> = {};
    for (const { reason } of refused) reasons[reason] = (reasons[reason] ?? 0) + 1;
    if (all > rows) reasons["not-chosen"] = all - rows;
    const writer = await JsonlWriter.create(join(out, REFUSED_FILE));
    for (const row of refused) await writer.write(row);
    return {
      outputs: [
        ...exported,
        ...(trainers.includes("sharegpt") ? [await writeDatasetInfo(out)] : []),
        { name: REFUSED_FILE, ...(await writer.commit()) },
        {
          name: SELECTION_REPORT_FILE,
          ...(await writeFileAtomic(join(out, SELECTION_REPORT_FILE), `${toJson(report, 2)}\n`)),
          rows: null,
        },
      ],
      rowsIn: all + refused.length,
      kept: rows,
      refused: all - rows + refused.length,
      reasons,
      licences: trained.licences,
      summary: { prompts: prompts.length, rows, tokens: { roleplay: tokens, general: 0 }, ...report },
    };
  });
}

async function judged(
  request: BestOfRequest,
  context: Context,
): Promise<{ prompts: JudgedPrompt[]; refused: RefusedRow[]; slope: number }> {
  const coder = await request.openCoder();
  const panel = await ReaderPanel.open(request.engine, request, coder);
  const refused: RefusedRow[] = [];
  const plain: JudgedPrompt[] = [];
  const users = new Map<string, string | null>();
  try {
    for await (const rows of readJsonl(request.candidates, candidatesRowSchema)) {
      for (const row of rows) {
        if (!row.ok) {
          refused.push({ file: request.candidates, line: row.line, reason: row.reason, detail: row.detail });
          continue;
        }
        const { user_id: user = null, prompt_id } = row.value;
        if (user !== null && panel.known?.rows.has(user) !== true) {
          refused.push({
            file: request.candidates,
            line: row.line,
            reason: "unknown-reader",
            detail: "give its history with --histories",
          });
          continue;
        }
        users.set(prompt_id, user);
        plain.push(await judgedPrompt(row.value, user, panel, coder));
        context.progress.update(plain.length);
      }
      stopIfAsked(context);
    }
  } finally {
    await panel.dispose();
    await coder.close();
  }
  if (plain.length === 0)
    throw new InputError(
      `${request.candidates}: has no prompt whose candidates can be judged (${refused.length} rows refused); expected rows of data-schemas/candidates.ts`,
    );
  const slope = lengthSlope(plain);
  const controlled = request.lengthControl ? withoutLength(plain) : plain;
  const prompts = plain.map((prompt, i) => ({ ...prompt, candidates: controlled[i]!.candidates }));
  return { prompts, refused, slope };
}

async function judgedPrompt(
  row: CandidatesRow,
  user: string | null,
  panel: ReaderPanel,
  coder: TextCoder,
): Promise<JudgedPrompt> {
  const { prompt_id, prompt, candidates, story_bible } = row;
  const rows = await coder.encode(
    candidates.map(({ id, text }) => ({ id, text, ...(story_bible === undefined ? {} : { bible: story_bible }) })),
  );
  const rewards = await panel.reward(user, rows);
  return {
    prompt: prompt_id,
    user,
    messages: typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt,
    candidates: candidates.map(({ id, text, oracle }, i) => ({
      id,
      text,
      reward: rewards[i]!,
      plain: rewards[i]!,
      length: wordsOf(text).length,
      oracle: oracle ?? null,
    })),
  };
}
