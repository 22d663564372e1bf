/** A model as judge: how much would this reader like this scene? A judgement that fails is null, with the reason. */
import { z } from "zod";
import type { KnownReader } from "../../models/fuse/world.ts";
import { observedOf } from "../../models/population/record-of-turn.ts";
import type { ChatClient } from "../io/chat-client.ts";
import { toJson } from "../io/json.ts";

const judgementSchema = z.strictObject({ score: z.number().min(0).max(10) });
/** Answers of the reader that the model is shown. */
const SHOWN = 12;

export interface Judgement {
  readonly value: number | null;
  readonly why?: string;
}

export async function chatJudge(chat: ChatClient, { history }: KnownReader, text: string): Promise<Judgement> {
  const answers = history.slice(-SHOWN).map((turn) => {
    const { rating, tags, comment } = observedOf(turn).explicit as { rating: number; tags: string[]; comment?: string };
    return { chapter: turn.telling.title, rating, tags, ...(comment === undefined ? {} : { comment }) };
  });
  const user = toJson({ reader: answers, scene: text });
  const answer = await chat.ask({ system: RUBRIC, user }, judgementSchema, '{"score": 0 to 10}');
  return answer.ok ? { value: answer.value.score / 10 } : { value: null, why: answer.reason };
}

const RUBRIC = `You are told how one reader answered earlier chapters of serials (stars from 1 to 5, tags, comments), and a new
scene. Say how much this very reader would like the scene: 0 they would put the story down, 5 they would not care either way,
10 exactly what they want. Judge by their taste, not by yours. Answer with one JSON object: {"score": number}.`;
