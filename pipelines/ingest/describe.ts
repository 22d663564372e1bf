/** `esus sources`: what can be ingested, under which licence. */
import { PERMISSIONS } from "../../data-schemas/licence.ts";
import type { CommandResult } from "../io/command.ts";
import type { SourceAdapter } from "./adapter.ts";

export function describeSources(sources: readonly SourceAdapter[]): CommandResult {
  const told = sources.map(({ name, title, format, licence, obtain }) => {
    return { name, title, format, licence, permits: PERMISSIONS[licence], obtain };
  });
  const text = told
    .map(({ name, title, format, licence, permits, obtain }) => {
      const allowed = Object.entries(permits).flatMap(([use, yes]) => (yes ? [use] : []));
      return `${name}\n  ${title}\n  reads: ${format}\n  licence: ${licence} (permits ${allowed.join(", ")})\n  from: ${obtain}`;
    })
    .join("\n\n");
  return { json: { sources: told }, text };
}
