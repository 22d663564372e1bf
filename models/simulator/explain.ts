/** Why a reader rated a chapter as they did, in words: the axes that moved the reward most, and where the text shows them. */
import { AXES } from "../../data-schemas/ontology.ts";
import { cuesIn } from "../axes/meters.ts";
import type { Language } from "../content/language.ts";
import { PROTOTYPES } from "../population/prototypes.ts";

/** One axis's part in an answer. */
export interface Reason {
  readonly axis: string;
  /** w: how much its high pole is liked. */
  readonly liking: number;
  /** φ: where the chapter stands. */
  readonly level: number;
  /** w·φ, of the reward. */
  readonly part: number;
  /** Passages of the chapter that show it, at most EVIDENCE; none where what shows it is no passage. */
  readonly evidence: readonly string[];
}

export interface Explanation {
  readonly reward: number;
  /** Share of Σ|parts| that the reasons are. */
  readonly told: number;
  readonly reasons: readonly Reason[];
  readonly text: string;
}

export interface Answered {
  readonly reward: number;
  /** w∘φ and φ; named axes first. */
  readonly parts: ArrayLike<number>;
  readonly phi: ArrayLike<number>;
  /** P of each prototype. */
  readonly prototypes: ArrayLike<number>;
  readonly rating: number;
}

const REASONS = 3;
const EVIDENCE = 2;

/** @param chapter Its text, for evidence. */
export function explain(answered: Answered, chapter: string, language: Language): Explanation {
  const { parts, phi, reward } = answered;
  const order = AXES.map((_, k) => k).sort((a, b) => Math.abs(parts[b]!) - Math.abs(parts[a]!));
  const picked = order.slice(0, REASONS).filter((k) => parts[k] !== 0);
  const reasons = picked.map((k): Reason => {
    const side = phi[k]! > 0 ? 1 : -1;
    return {
      axis: AXES[k]!.id,
      liking: phi[k] === 0 ? 0 : parts[k]! / phi[k]!,
      level: phi[k]!,
      part: parts[k]!,
      evidence: cuesIn(chapter, language, k, side).slice(0, EVIDENCE),
    };
  });
  const all = Array.from({ length: parts.length }, (_, k) => Math.abs(parts[k]!)).reduce((a, b) => a + b, 0);
  const told = all === 0 ? 0 : reasons.reduce((sum, { part }) => sum + Math.abs(part), 0) / all;
  return { reward, told, reasons, text: said(answered, reasons, language) };
}

/** Prototypes that a reader is at least this much like are named. */
const LIKE = 0.2;

function said({ rating, prototypes }: Answered, reasons: readonly Reason[], language: Language): string {
  const kinds = PROTOTYPES.map(({ name }, p) => ({ name: name[language], share: prototypes[p]! }))
    .filter(({ share }) => share >= LIKE)
    .sort((a, b) => b.share - a.share)
    .map(({ name, share }) => `${share.toFixed(1)} ${name}`);
  const why = reasons.map(({ axis, level, part, evidence }) => {
    const { name, low, high } = AXES.find(({ id }) => id === axis)!;
    const pole = (level > 0 ? high : low)[language];
    const shown = evidence
      .map((passage) => (language === "zh" ? `「${passage}」` : `"${passage}"`))
      .join(language === "zh" ? "、" : ", ");
    const sign = `${part > 0 ? "+" : "−"}${Math.abs(part).toFixed(2)}`;
    if (language === "zh") return `${name.zh}（${pole}）${sign}${shown === "" ? "" : `，见${shown}`}`;
    return `${name.en} (${pole}) ${sign}${shown === "" ? "" : `, as in ${shown}`}`;
  });
  if (language === "zh")
    return `评${rating}星。读者类型：${kinds.join("、") || "不明"}。原因：${why.join("；") || "无突出之处"}。`;
  return `${rating} stars. Reader: ${kinds.join(", ") || "of no kind in particular"}. Because of: ${why.join("; ") || "nothing that stands out"}.`;
}
