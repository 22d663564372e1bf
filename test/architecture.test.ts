/** Data flows one way. Each folder lists the folders, packages and built-ins that it may use; nothing else passes. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = normalize(join(import.meta.dirname, ".."));

interface Rule {
  readonly folders: readonly string[];
  readonly packages: readonly string[];
  readonly node: boolean;
  /** Packages that only this sub-folder may use. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

const ARRAY_LIBRARIES = [
  "@jax-js/jax",
  "onnxruntime-node",
  "@bufbuild/protobuf",
  "webgpu",
  "@tensorflow/tfjs-core",
  "@tensorflow/tfjs-backend-wasm",
  "@tensorflow/tfjs-backend-cpu",
  "@tensorflow/tfjs-node",
  "@tensorflow/tfjs-node-gpu",
];

/** The table of the house. */
const RULES: Readonly<Record<string, Rule>> = {
  "data-schemas": { folders: ["data-schemas"], packages: ["zod"], node: false },
  models: {
    folders: ["models", "data-schemas"],
    packages: [],
    node: false,
    only: { "models/tensor": ARRAY_LIBRARIES },
  },
  eval: { folders: ["eval", "data-schemas"], packages: ["d3-array"], node: false },
  pipelines: {
    folders: ["pipelines", "eval", "models", "data-schemas"],
    packages: ["zod", "csv-parse", "cli-progress", "fastest-levenshtein", "yauzl"],
    node: true,
    only: {
      "pipelines/io/parquet.ts": ["hyparquet", "hyparquet-writer"],
      "pipelines/io/encoded-texts.ts": ["apache-arrow"],
      "pipelines/encode/onnx-encoder.ts": ["@huggingface/transformers"],
      "pipelines/cli.ts": ["@commander-js/extra-typings"],
      "pipelines/cli-options.ts": ["@commander-js/extra-typings"],
      "pipelines/cli-population.ts": ["@commander-js/extra-typings"],
      "pipelines/cli-simulator.ts": ["@commander-js/extra-typings"],
      "pipelines/cli-fuse.ts": ["@commander-js/extra-typings"],
      "pipelines/cli-output.ts": ["@commander-js/extra-typings"],
      "pipelines/cli-select.ts": ["@commander-js/extra-typings"],
      "pipelines/report/drawing.ts": ["@observablehq/plot", "linkedom"],
      "pipelines/select/tokenizer.ts": ["gpt-tokenizer", "@huggingface/tokenizers"],
      "pipelines/io/chat-client.ts": ["openai"],
      "pipelines/io/typescript.js": ["tsx"],
    },
  },
  notebooks: { folders: ["notebooks", "eval", "data-schemas", "pipelines"], packages: ["zod"], node: true },
};

/** Files at the top of pipelines/ wire stages together; a stage itself reads another's files, not its code. */
const SHARED_IN_PIPELINES = ["io"];

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.split(sep).join("/")}`)
    .filter((name) => /\.(ts|js)$/.test(name));
}

const files = Object.keys(RULES).flatMap(sourcesIn);
const textOf = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));

/** Static and dynamic imports, type imports and re-exports. */
function importsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([\w@./:-]+)["']/g)].map(([, specifier]) => specifier!);
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function violations(file: string, source: string): string[] {
  const [folder = "", sub = ""] = file.split("/");
  const rule = RULES[folder]!;
  const stage = folder === "pipelines" && file.split("/").length > 2 ? sub : null;
  return importsOf(source).flatMap((specifier) => {
    if (specifier.startsWith("node:")) return rule.node ? [] : [`${specifier}: ${folder}/ may not use Node`];
    if (!specifier.startsWith(".")) {
      const name = packageOf(specifier);
      const here = Object.entries(rule.only ?? {}).filter(([place]) => file === place || file.startsWith(`${place}/`));
      const allowed = [...rule.packages, ...here.flatMap(([, packages]) => packages)];
      return allowed.includes(name) ? [] : [`${name}: not a package of ${file}`];
    }
    const target = normalize(join(dirname(file), specifier))
      .split(sep)
      .join("/");
    const [top = "", targetSub = ""] = target.split("/");
    if (!rule.folders.includes(top)) return [`${target}: ${folder}/ may import ${rule.folders.join(", ")}`];
    const foreign = top === "pipelines" && targetSub !== stage && !SHARED_IN_PIPELINES.includes(targetSub);
    const confined = stage !== null || folder === "notebooks";
    return confined && foreign ? [`${target}: a stage reads another stage's files, not its code`] : [];
  });
}

it.each(files)("%s imports only what its folder may", (file) => {
  expect(violations(file, textOf.get(file)!)).toEqual([]);
});

it("catches what it is there to catch", () => {
  expect(violations("eval/a.ts", 'import { x } from "../models/x.ts";')).toHaveLength(1);
  expect(violations("models/a.ts", 'import fs from "node:fs";')).toHaveLength(1);
  expect(violations("models/reader/a.ts", 'import { jit } from "@jax-js/jax";')).toHaveLength(1);
  expect(violations("pipelines/train/a.ts", 'export { x } from "../ingest/x.ts";')).toHaveLength(1);
  expect(violations("pipelines/train/a.ts", 'const x = await import("../encode/x.ts");')).toHaveLength(1);
  expect(violations("pipelines/train/a.ts", 'import { x } from "../run.ts";')).toHaveLength(1);
  expect(violations("pipelines/run.ts", 'import { x } from "./ingest/x.ts";')).toEqual([]);
  expect(violations("models/tensor/a.ts", 'import { jit } from "@jax-js/jax";')).toEqual([]);
});

it("has no import cycle, type imports included", () => {
  const graph = new Map(
    files.map((file) => {
      const targets = importsOf(textOf.get(file)!).filter((specifier) => specifier.startsWith("."));
      return [
        file,
        targets.map((specifier) =>
          normalize(join(dirname(file), specifier))
            .split(sep)
            .join("/"),
        ),
      ];
    }),
  );
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const target of graph.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle !== null) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of files) expect(visit(file, [])).toBeNull();
});

describe("outside pipelines/ nothing depends on chance, clock or environment", () => {
  const FORBIDDEN = [/\bMath\.random\b/, /\bDate\b(?!\w)\s*[.(]|\bnew Date\b/, /\bperformance\.now\b/, /\bprocess\./];
  it.each(files.filter((file) => !file.startsWith("pipelines/") && !file.startsWith("notebooks/")))("%s", (file) => {
    const code = textOf
      .get(file)!
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/\/\/.*$/gm, "");
    for (const pattern of FORBIDDEN) expect(code).not.toMatch(pattern);
  });
});

describe("files", () => {
  it.each(files)("%s is at most 300 lines and named by its noun", (file) => {
    expect(textOf.get(file)!.split("\n").length).toBeLessThanOrEqual(301);
    expect(file).not.toMatch(/\b(utils?|helpers?|common|misc|lib|index)\b/);
  });
});
