/** A thread that makes lines of a source ready to be written. It answers each request in turn. */
import { parentPort, workerData } from "node:worker_threads";
import type { Line } from "../io/lines.ts";
import { linesOf } from "../io/lines.ts";
import { pseudonymizer } from "../io/pseudonym.ts";
import type { Item } from "./adapter.ts";
import type { LineRequest, LineWorkerData } from "./line-pool.ts";
import { prepare } from "./prepare.ts";
import { findSource } from "./registry.ts";

const { source, unit, key } = workerData as LineWorkerData;
const adapter = findSource(source);
const pseudonym = pseudonymizer(Buffer.from(key));
const options = { readerId: (id: string) => pseudonym(source, id), seed: 0 };
const decoder = new TextDecoder("utf-8");
const later = new TextDecoder("utf-8", { ignoreBOM: true });
const itemsOfFile = new Map<string, (line: Line) => Item>();

parentPort!.on("message", ({ id, file, firstLine, bytes }: LineRequest) => {
  try {
    const known = itemsOfFile.get(file);
    const toItem = known ?? adapter.lineItem!(file, options)!;
    itemsOfFile.set(file, toItem);
    // A byte order mark may stand at the start of the file only.
    const text = (firstLine === 1 ? decoder : later).decode(bytes);
    const lines = text === "" ? [] : linesOf(text.endsWith("\n") ? text.slice(0, -1) : text, firstLine);
    const prepared = prepare(lines.map(toItem), unit);
    const { units, splits, days } = prepared.records;
    parentPort!.postMessage({ id, prepared }, [units.buffer, splits.buffer, days.buffer] as ArrayBuffer[]);
  } catch (error) {
    parentPort!.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
