/** A sentence encoder of a few hundred bytes in the layout of the Hugging Face hub: each token is a row of a table. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Graph, Node } from "../../../models/tensor/graph.ts";
import { encodeOnnx } from "../../../models/tensor/onnx-model.ts";

const WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "sword", "rain", "剑", "雨", "她"];
export const TINY_WIDTH = 4;

/** @param shift Makes another encoder of the same shape. */
export function tinyEncoder(shift = 0): string {
  const dir = join(mkdtempSync(join(tmpdir(), "esus-onnx-")), "tiny");
  mkdirSync(join(dir, "onnx"), { recursive: true });
  const write = (name: string, value: unknown): void => writeFileSync(join(dir, name), JSON.stringify(value));
  write("config.json", {
    model_type: "bert",
    architectures: ["BertModel"],
    hidden_size: TINY_WIDTH,
    vocab_size: WORDS.length,
  });
  write("tokenizer_config.json", {
    tokenizer_class: "BertTokenizer",
    model_max_length: 64,
    do_lower_case: true,
    pad_token: "[PAD]",
    unk_token: "[UNK]",
    cls_token: "[CLS]",
    sep_token: "[SEP]",
  });
  const special = WORDS.slice(0, 4).map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  write("tokenizer.json", {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: special,
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: null,
    decoder: null,
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 20,
      vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
    },
  });
  const table = Array.from({ length: WORDS.length * TINY_WIDTH }, (_, i) => Math.sin(1 + i * 1.7 + shift));
  const gather: Node = { op: "Gather", inputs: [0, 1], outputs: [4], attributes: { axis: 0 } };
  const shape = [WORDS.length, TINY_WIDTH];
  const graph: Graph = {
    values: [
      { dtype: "float32", shape, constant: { dtype: "float32", shape, data: table }, producer: null },
      ...[1, 2, 3].map(() => ({ dtype: "int64", shape: [1, 1], constant: null, producer: null }) as const),
      { dtype: "float32", shape: [1, 1, TINY_WIDTH], constant: null, producer: gather },
    ],
    nodes: [gather],
    inputs: [1, 2, 3].map((id) => ({ name: `in${id}`, id })),
    outputs: [{ name: "out", id: 4 }],
  };
  const tokens = ["batch", "tokens"];
  const bytes = encodeOnnx(graph, {
    inputNames: ["input_ids", "attention_mask", "token_type_ids"],
    outputNames: ["last_hidden_state"],
    inputShapes: [tokens, tokens, tokens],
    outputShapes: [["batch", "tokens", TINY_WIDTH]],
  });
  writeFileSync(join(dir, "onnx/model.onnx"), bytes);
  return dir;
}
