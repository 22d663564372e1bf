/** The JSON header of a safetensors file: name -> dtype, shape and byte range; plus free-text metadata. */
import { z } from "zod";

const count = z.int().min(0);

export const safetensorsEntrySchema = z.strictObject({
  dtype: z.enum(["F32", "I32", "BOOL"]),
  shape: z.array(count),
  /** Half-open range of bytes behind the header. */
  data_offsets: z.tuple([count, count]),
});

export const safetensorsHeaderSchema = z.record(z.string(), z.unknown()).transform((header, context) => {
  const { __metadata__: metadata, ...arrays } = header;
  const parsed = z
    .strictObject({ metadata: z.record(z.string(), z.string()), arrays: z.record(z.string(), safetensorsEntrySchema) })
    .safeParse({ metadata: metadata ?? {}, arrays });
  if (!parsed.success) {
    context.addIssue({ code: "custom", message: z.prettifyError(parsed.error) });
    return z.NEVER;
  }
  return parsed.data;
});
