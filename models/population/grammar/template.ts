/** Templates: {name} is filled in, of [a|b] one is chosen. Parsed once. */
import { internal } from "../../../data-schemas/errors.ts";
import { hash53 } from "../../hash.ts";

type Part = { readonly text: string } | { readonly name: string } | { readonly choices: readonly (readonly Part[])[] };

/** What {name} stands for. */
export type Names = Readonly<Record<string, string>>;

const TOKEN = /\{(\w+)\}|\[([^\]]*)\]/g;
const PARSED = new Map<string, readonly Part[]>();

function parse(template: string): readonly Part[] {
  const known = PARSED.get(template);
  if (known !== undefined) return known;
  const parts: Part[] = [];
  let end = 0;
  for (const match of template.matchAll(TOKEN)) {
    if (match.index > end) parts.push({ text: template.slice(end, match.index) });
    const [whole, name, choices] = match;
    if (name !== undefined) parts.push({ name });
    else parts.push({ choices: choices!.split("|").map(parse) });
    end = match.index + whole.length;
  }
  if (end < template.length) parts.push({ text: template.slice(end) });
  PARSED.set(template, parts);
  return parts;
}

/**
 * @param key  Which of the choices are made: equal keys, equal text.
 * @throws {Error} internal: the template asks for a name that there is not.
 */
export function fill(template: string, names: Names, key: string): string {
  let choice = 0;
  const write = (parts: readonly Part[]): string =>
    parts
      .map((part) => {
        if ("text" in part) return part.text;
        if ("choices" in part) return write(part.choices[pick(`${key}#${choice++}`, part.choices.length)]!);
        const value = names[part.name];
        if (value === undefined) throw internal(`a template asks for {${part.name}}, which is not filled`);
        return value;
      })
      .join("");
  return write(parse(template));
}

/** Names that a template asks for. */
export function namesIn(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

/** An integer in [0, below), fixed by the key. */
export function pick(key: string, below: number): number {
  return hash53(key) % below;
}
