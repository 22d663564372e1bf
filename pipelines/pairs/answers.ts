/** Filled sheets read back: one answer a row, with the annotator's name as a keyed hash. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import {
  PAIR_ANSWERS,
  type PairQuestion,
  pairAnswerSchema,
  pairQuestionSchema,
} from "../../data-schemas/pair-answer.ts";
import { type Refusal, refusalSchema } from "../../data-schemas/refusal.ts";
import { readCsv } from "../io/csv.ts";
import { parseJson } from "../io/json.ts";
import { JsonlWriter, readOwnJsonl } from "../io/jsonl.ts";
import { ACTIVE_PAIRS, ANSWERS, ANSWERS_FILE, QUESTIONS_FILE, REFUSED_FILE } from "../io/layout.ts";
import { describeFiles, requireManifest } from "../io/manifest.ts";
import { defaultKeyFile, pseudonymizer, readerKey } from "../io/pseudonym.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";

export interface AnswersRequest {
  /** Folder of the sheet that was sent out. */
  readonly sheet: string;
  /** Filled sheets: CSV, or the JSON that the page saves. */
  readonly filled: readonly string[];
  readonly out: string;
}

const rowSchema = z.strictObject({ pair_id: z.string(), answer: z.string(), annotator: z.string() });
type SheetRow = z.infer<typeof rowSchema>;
/** What the spreadsheet shows beside. */
const csvRowSchema = z
  .strictObject({ ...rowSchema.shape, language: z.string(), text_a: z.string(), text_b: z.string() })
  .transform(({ pair_id, answer, annotator }) => ({ pair_id, answer, annotator }));

/** @throws {InputError} A file is neither, or the folder holds no sheet. */
export async function readAnswers({ sheet, filled, out }: AnswersRequest): Promise<StageOutcome> {
  const manifest = await requireManifest(sheet, [ACTIVE_PAIRS]);
  const key = await readerKey(defaultKeyFile());
  const pseudonym = pseudonymizer(key);
  // People name their files after themselves: sheets are told apart by number.
  const sheets = (await describeFiles(filled)).map((file, i) => ({ ...file, name: sheetName(i) }));
  const inputs = [...manifest.outputs.filter(({ name }) => name === QUESTIONS_FILE), ...sheets];
  return runStage({ stage: ANSWERS, dir: out, config: {}, inputs }, async () => {
    const questions = new Map<string, PairQuestion>();
    for await (const question of readOwnJsonl(join(sheet, QUESTIONS_FILE), pairQuestionSchema))
      questions.set(question.pair_id, question);
    const answers = await JsonlWriter.create(join(out, ANSWERS_FILE));
    const refusals = await JsonlWriter.create(join(out, REFUSED_FILE));
    const reasons: Record<string, number> = {};
    let [rowsIn, kept, unanswered] = [0, 0, 0];
    const seen = new Set<string>();
    for (const [f, file] of filled.entries()) {
      for (const [i, row] of (await sheetRows(file)).entries()) {
        rowsIn++;
        const reason = refusalOf(row, questions, seen);
        if (reason !== null) {
          reasons[reason] = (reasons[reason] ?? 0) + 1;
          if (reason === "not-answered") unanswered++;
          const refusal: Refusal = { file: sheetName(f), line: i + 1, reason, detail: EXPECTED[reason]! };
          await refusals.write(refusalSchema.parse(refusal));
          continue;
        }
        const { pair_id, answer, annotator } = row!;
        const { content_a, content_b } = questions.get(pair_id)!;
        seen.add(`${annotator.trim()}\0${pair_id}`);
        const level = PAIR_ANSWERS.indexOf(answer.trim() as (typeof PAIR_ANSWERS)[number]) - 2;
        const who = pseudonym("annotator", annotator.trim());
        await answers.write(pairAnswerSchema.parse({ pair_id, content_a, content_b, annotator: who, answer: level }));
        kept++;
      }
    }
    return {
      outputs: [
        { name: ANSWERS_FILE, ...(await answers.commit()) },
        { name: REFUSED_FILE, ...(await refusals.commit()) },
      ],
      rowsIn,
      kept,
      refused: rowsIn - kept,
      reasons,
      licences: manifest.licences,
      summary: { answers: kept, unanswered },
    };
  });
}

const sheetName = (i: number): string => `sheet ${i + 1}`;

const EXPECTED: Readonly<Record<string, string>> = {
  "not-a-row": "expected pair_id, answer and annotator",
  "unknown-pair": "the sheet asked no such pair",
  "not-answered": "the answer is empty",
  "no-annotator": "expected a name or initials, so that two people's answers are told apart",
  "unknown-answer": `expected one of ${PAIR_ANSWERS.join(", ")}`,
  "second-answer": "the same annotator answered the pair before",
};

function refusalOf(
  row: SheetRow | null,
  questions: ReadonlyMap<string, PairQuestion>,
  seen: ReadonlySet<string>,
): string | null {
  if (row === null) return "not-a-row";
  if (!questions.has(row.pair_id)) return "unknown-pair";
  if (row.answer.trim() === "") return "not-answered";
  if (!(PAIR_ANSWERS as readonly string[]).includes(row.answer.trim())) return "unknown-answer";
  if (row.annotator.trim() === "") return "no-annotator";
  return seen.has(`${row.annotator.trim()}\0${row.pair_id}`) ? "second-answer" : null;
}

/** null: a row of another form. */
async function sheetRows(file: string): Promise<(SheetRow | null)[]> {
  if (!file.endsWith(".json")) {
    const rows: (SheetRow | null)[] = [];
    for await (const batch of readCsv(file, csvRowSchema))
      rows.push(...batch.map((row) => (row.ok ? row.value : null)));
    return rows;
  }
  const saved = parseJson(await readFile(file, "utf8"));
  if (!Array.isArray(saved))
    throw new InputError(`${file}: expected a filled annotation.csv, or the answers.json that the page saves`);
  return saved.map((row) => rowSchema.safeParse(row).data ?? null);
}
