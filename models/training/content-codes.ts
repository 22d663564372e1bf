/** Every text once through the content encoder: what readers are then shown, as numbers. */
import { axisCoordinates, CODE } from "../axes/axis-encoder.ts";
import type { ContentTables } from "../content/content-encoder.ts";
import { type EsusParams, look, type Params } from "../esus.ts";
import { disposeTree, type Engine, readTree } from "../tensor/engine.ts";
import { type HostArray, int32 } from "../tensor/host-array.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";

/** Of C texts, row by row. */
export interface ContentCodes {
  /** [C, E + F]. */
  readonly d: Float32Array;
  /** [C, H]. */
  readonly h: Float32Array;
  /** [C, CODE]. */
  readonly phi: Float32Array;
  /** Before what is small was left out. [C, CODE]. */
  readonly coordinates: Float32Array;
}

interface Inputs {
  readonly params: EsusParams;
  readonly tables: ContentTables<HostArray>;
  readonly rows: HostArray;
}

const BATCH = 512;

function codes({ params, tables, rows }: Mapped<Inputs, HostArray, Tensor>) {
  const { d, h, phi } = look(params as Params, tables, rows);
  return { d, h, phi, coordinates: axisCoordinates((params as Params).axes, d) };
}

/** @param tables Of the checkpoint's normaliser. */
export async function codesOf(
  engine: Engine,
  params: EsusParams,
  tables: ContentTables<HostArray>,
): Promise<ContentCodes> {
  const C = tables.absent.shape[0]! - 1;
  const B = Math.max(1, Math.min(BATCH, C));
  const width = params.content.centre.shape[0]!;
  const H = params.content.bias.shape[0]!;
  const widths = { d: width, h: H, phi: CODE, coordinates: CODE };
  const out = Object.fromEntries(
    Object.entries(widths).map(([name, w]) => [name, new Float32Array(C * w)]),
  ) as unknown as ContentCodes;
  const rowsFrom = (at: number): HostArray =>
    int32(
      [B],
      Int32Array.from({ length: B }, (_, i) => Math.min(C, at + i + 1)),
    );
  const step = await engine.compile<Inputs, ReturnType<typeof codes>>(codes, { params, tables, rows: rowsFrom(0) });
  try {
    for (let at = 0; at < C; at += B) {
      const output = await step({ params, tables, rows: rowsFrom(at) });
      const read = (await readTree(output)) as unknown as Record<keyof ContentCodes, HostArray>;
      disposeTree(output);
      const rows = Math.min(B, C - at);
      for (const [name, w] of Object.entries(widths) as [keyof ContentCodes, number][])
        out[name].set((read[name].data as Float32Array).subarray(0, rows * w), at * w);
    }
  } finally {
    await step.dispose();
  }
  return out;
}
