/** What a source adapter is: a description of the source, and a stream of what it holds. */
import type { Content } from "../../data-schemas/content.ts";
import type { LicenceClass } from "../../data-schemas/licence.ts";
import type { EsusRecord } from "../../data-schemas/record.ts";
import type { Refusal } from "../../data-schemas/refusal.ts";

/** Exactly one of these comes out for every row that goes in. */
export type Item =
  | { readonly kind: "record"; readonly record: EsusRecord }
  | { readonly kind: "content"; readonly content: Content }
  | { readonly kind: "refused"; readonly refusal: Refusal };

export interface ReadOptions {
  /** Upstream reader id to pseudonym. */
  readonly readerId: (upstreamId: string) => string;
  readonly seed: number;
}

export interface SourceAdapter {
  readonly name: string;
  readonly title: string;
  /** The files it reads, in words. */
  readonly format: string;
  readonly licence: LicenceClass;
  /** Where users get it, and under which terms. */
  readonly obtain: string;
  /** True when it makes its own data and takes no path. */
  readonly generated?: boolean;
  /**
   * The files under the given paths that it will read, in order.
   * @throws {InputError} Something that it needs is not there.
   */
  files(paths: readonly string[]): Promise<readonly string[]>;
  read(files: readonly string[], options: ReadOptions): AsyncGenerator<Item>;
}
