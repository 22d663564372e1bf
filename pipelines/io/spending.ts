/** What a writer spent, kept beside its answers so that a cap holds over all runs of a folder. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { WriterSettings } from "../../data-schemas/writer.ts";
import { writeFileAtomic } from "./atomic-file.ts";
import { parseJson, toJson } from "./json.ts";

const ledgerSchema = z.strictObject({ cost: z.number().min(0) });
const MILLION = 1e6;

type Prices = Pick<WriterSettings, "pricePerMillionIn" | "pricePerMillionOut" | "costCap">;

export class Spending {
  readonly #path: string;
  readonly #prices: Prices;
  #cost: number;
  #reserved = 0;
  /** Writes of the ledger, one after the other. */
  #written: Promise<unknown> = Promise.resolve();

  private constructor(path: string, prices: Prices, cost: number) {
    this.#path = path;
    this.#prices = prices;
    this.#cost = cost;
  }

  static async open(folder: string, prices: Prices): Promise<Spending> {
    const path = join(folder, "spent.json");
    const text = await readFile(path, "utf8").catch(() => "");
    return new Spending(path, prices, ledgerSchema.safeParse(parseJson(text)).data?.cost ?? 0);
  }

  get cost(): number {
    return this.#cost;
  }

  /** What a request may cost at most: a token a character, and as many back. */
  estimate(characters: number): number {
    const { pricePerMillionIn, pricePerMillionOut } = this.#prices;
    return (characters * (pricePerMillionIn + pricePerMillionOut)) / MILLION;
  }

  /** Sets an amount aside before it is spent. @returns false: it would pass the cap. */
  reserve(amount: number): boolean {
    const { costCap } = this.#prices;
    if (costCap !== undefined && this.#cost + this.#reserved + amount > costCap) return false;
    this.#reserved += amount;
    return true;
  }

  /** @param usage  As the server counts it; null: it does not say, or failed on the way, and the reserved amount counts. */
  async settle(reserved: number, usage: { readonly input: number; readonly output: number } | null): Promise<void> {
    const { pricePerMillionIn, pricePerMillionOut } = this.#prices;
    this.#reserved -= reserved;
    this.#cost +=
      usage === null ? reserved : (usage.input * pricePerMillionIn + usage.output * pricePerMillionOut) / MILLION;
    const ledger = toJson({ cost: this.#cost });
    this.#written = this.#written.then(() => writeFileAtomic(this.#path, ledger));
    await this.#written;
  }

  /** Gives a reserved amount back: the request never came to anything. */
  release(reserved: number): void {
    this.#reserved -= reserved;
  }
}
