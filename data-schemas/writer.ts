/** A model that writes rewrites, reached over the protocol of OpenAI's chat completions. */
import { z } from "zod";

export const writerSchema = z.strictObject({
  /** Of the protocol's root, such as http://localhost:8000/v1. */
  url: z.url(),
  model: z.string().min(1),
  /** Requests at once. */
  concurrency: z.int().min(1).max(64).default(4),
  /** Of one request, seconds. */
  timeoutSeconds: z.number().positive().default(120),
  /** After a 429, a 5xx, a lost connection or a time-out. */
  retries: z.int().min(0).max(10).default(4),
  /** Asked again after an answer that is cut off or no JSON. */
  formatRetries: z.int().min(0).max(5).default(2),
  /** Price of a million tokens, in the currency of the cap. */
  pricePerMillionIn: z.number().min(0).default(0),
  pricePerMillionOut: z.number().min(0).default(0),
  /** No request is begun that could pass it, in this run folder, earlier runs included. Needs a price. Absent: no cap. */
  costCap: z.number().positive().optional(),
});
export type WriterSettings = z.infer<typeof writerSchema>;

/** What the model is to answer. */
export const writtenSchema = z.strictObject({ text: z.string().min(1) });
