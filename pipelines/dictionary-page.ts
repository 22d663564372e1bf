/** `npm run dictionary`: every file that ESUS reads or writes, field by field, from its schema. */
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "./io/atomic-file.ts";
import { PACKAGE_ROOT } from "./io/package-root.ts";
import { FILE_SCHEMAS } from "./schemas.ts";

export const DICTIONARY = join(PACKAGE_ROOT, "data-schemas", "dictionary.md");

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly additionalProperties?: Schema | boolean;
}

/** Values beyond which a list of them says less than their number. */
const LISTED = 12;

export function dictionaryPage(): string {
  const parts = Object.entries(FILE_SCHEMAS).map(([name, schema]) => {
    const rows = [...fields(z.toJSONSchema(schema, { io: "input" }) as Schema, "")];
    const lines = rows.map(({ path, type, needed }) => `| \`${path}\` | ${type} | ${needed ? "yes" : ""} |`);
    return `## ${name}\n\n[JSON Schema](json/${name}.schema.json)\n\n| field | type | required |\n|---|---|---|\n${lines.join("\n")}`;
  });
  return `# Data dictionary / 数据字典\n\nMade by \`npm run dictionary\` from the schemas in \`data-schemas/\`, whose comments say what each field means. 由架构生成；含义见源文件注释。\n\n${parts.join("\n\n")}\n`;
}

export async function writeDictionary(): Promise<void> {
  await writeFileAtomic(DICTIONARY, dictionaryPage());
}

interface Field {
  readonly path: string;
  readonly type: string;
  readonly needed: boolean;
}

function* fields(schema: Schema, prefix: string): Generator<Field> {
  for (const option of schema.oneOf ?? schema.anyOf ?? []) yield* fields(option, prefix);
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    yield {
      path,
      type: typeOf(child),
      needed: schema.required?.includes(name) === true && child.default === undefined,
    };
    yield* fields(child, path);
    if (child.items !== undefined) yield* fields(child.items, `${path}[]`);
  }
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined)
    return schema.enum.length > LISTED
      ? `one of ${schema.enum.length} names`
      : schema.enum.map((value) => `\`${value}\``).join(", ");
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  const named = schema.properties === undefined && typeof schema.additionalProperties === "object";
  if (schema.type === "object") return named ? `${typeOf(schema.additionalProperties as Schema)} by name` : "object";
  const bounds = [
    schema.minimum === undefined ? "" : `≥ ${schema.minimum}`,
    schema.maximum === undefined || schema.maximum >= Number.MAX_SAFE_INTEGER ? "" : `≤ ${schema.maximum}`,
  ];
  return [schema.type ?? "anything", ...bounds.filter((bound) => bound !== "")].join(" ");
}
