/** The published format, byte by byte, and its damages. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../data-schemas/errors.ts";
import { bool, float32, HostArray, int32 } from "../../../models/tensor/host-array.ts";
import { decodeSafetensors, encodeSafetensors } from "../../../models/tensor/safetensors.ts";

describe("encodeSafetensors", () => {
  it("writes the bytes of the format", () => {
    // 8 bytes of length, a header padded with spaces to a multiple of 8, then the values in the order of the names.
    const file = encodeSafetensors({ b: float32([2], [1, -2]), a: { k: int32([1], [7]) } });
    const header =
      '{"a.k":{"dtype":"I32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}}';
    const length = Math.ceil(header.length / 8) * 8;
    expect(new DataView(file.buffer).getBigUint64(0, true)).toBe(BigInt(length));
    expect(new TextDecoder().decode(file.subarray(8, 8 + length))).toBe(header.padEnd(length));
    // 7 as int32; 1 and -2 as IEEE 754 singles: 0x3f800000, 0xc0000000, little-endian.
    expect([...file.subarray(8 + length)]).toEqual([7, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0]);
  });

  it("does not depend on the order of keys", () => {
    const [a, b] = [float32([1], [1]), float32([1], [2])];
    expect(encodeSafetensors({ a, b }, { x: "1", y: "2" })).toEqual(encodeSafetensors({ b, a }, { y: "2", x: "1" }));
  });
});

describe("decodeSafetensors", () => {
  it("reads back what was written", () => {
    const array = fc
      .tuple(fc.array(fc.nat(3), { maxLength: 3 }), fc.constantFrom("float32", "int32", "bool"), fc.nat())
      .map(([shape, dtype, seed]) => {
        const n = shape.reduce((size, dim) => size * dim, 1);
        const values = Array.from({ length: n }, (_, i) => ((seed + i * 7919) % 1000) - 500);
        return dtype === "float32"
          ? float32(shape, values)
          : dtype === "int32"
            ? int32(shape, values)
            : bool(
                shape,
                values.map((v) => (v > 0 ? 1 : 0)),
              );
      });
    const tree = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), array, { minKeys: 1, maxKeys: 4 });
    fc.assert(
      fc.property(tree, fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.string()), (arrays, metadata) => {
        const read = decodeSafetensors(encodeSafetensors(arrays, metadata), "memory");
        expect(read.metadata).toEqual({ ...metadata });
        expect(read.tree).toEqual({ ...arrays });
      }),
    );
  });

  it("copes with a Node Buffer that is a window of a larger one", () => {
    const file = encodeSafetensors({ a: float32([2], [3, 4]) });
    const window = Buffer.concat([Buffer.from("xyz"), file]).subarray(3);
    expect(decodeSafetensors(window, "window").tree).toEqual({ a: float32([2], [3, 4]) });
  });

  const good = encodeSafetensors({ a: float32([2], [3, 4]) });
  const withHeader = (json: string): Uint8Array => {
    const header = new TextEncoder().encode(json);
    const file = new Uint8Array(8 + header.length + 8);
    new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
    file.set(header, 8);
    return file;
  };
  it.each([
    ["empty", new Uint8Array(0), /has 0 bytes/],
    ["cut in the header", good.subarray(0, 20), /header claims \d+ bytes, the file has 20/],
    ["cut in the data", good.subarray(0, good.length - 4), /its arrays end at byte 8 of 4/],
    ["not JSON", withHeader("not json"), /its header is not JSON/],
    ["another dtype", withHeader('{"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}}'), /arrays\.a\.dtype/],
    [
      "a range that does not fit the shape",
      withHeader('{"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}}'),
      /needs 12/,
    ],
    [
      "an unknown field",
      withHeader('{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1}}'),
      /Unrecognized key/,
    ],
  ])("refuses a file that is %s", (_, bytes, message) => {
    expect(() => decodeSafetensors(bytes, "p.safetensors")).toThrow(InputError);
    expect(() => decodeSafetensors(bytes, "p.safetensors")).toThrow(message);
    expect(() => decodeSafetensors(bytes, "p.safetensors")).toThrow(/^p\.safetensors: /);
  });

  it("leaves the prototype of every object alone", () => {
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    const tree = { constructor: { b: float32([1], [1]) } };
    expect(decodeSafetensors(encodeSafetensors(tree), "x").tree).toEqual(tree);
  });

  it("HostArray refuses values that do not fit", () => {
    expect(() => new HostArray("float32", [2], new Float32Array(3))).toThrow("shape [2] holds 2 values, got 3");
    expect(() => new HostArray("int32", [1], new Float32Array(1))).toThrow(
      "dtype int32 is stored as Int32Array, got Float32Array",
    );
    expect(() => new HostArray("float32", [-1], new Float32Array(0))).toThrow("sizes must be integers >= 0, got [-1]");
  });
});
