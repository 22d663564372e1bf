/** The ontology and the narrative features as a page for people: data-schemas/ontology.md. `npm run ontology` writes it. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AXIS_FAMILIES, type Axis } from "../data-schemas/axis.ts";
import { FEATURES } from "../data-schemas/feature.ts";
import { AXES, ONTOLOGY_VERSION } from "../data-schemas/ontology.ts";

const PAGE = join(import.meta.dirname, "..", "data-schemas", "ontology.md");

export function renderOntology(): string {
  const qualities = AXES.filter(({ kind }) => kind === "quality").length;
  const families = AXIS_FAMILIES.map((family) => {
    const own = AXES.filter((axis) => axis.family === family);
    return `## ${family.replaceAll("_", " ")}\n\n${own.map(renderAxis).join("\n\n")}`;
  });
  const features = FEATURES.map(
    ({ id, unit, definition, needs }) =>
      `| ${id} | ${unit} | ${definition.en} | ${definition.zh} | ${needs.replaceAll("_", " ")} |`,
  );
  return `# Axes and narrative features · 叙事轴与叙事特征

Written by \`npm run ontology\` from data-schemas/ontology/ and data-schemas/feature.ts; change those.

Ontology version ${ONTOLOGY_VERSION}: ${AXES.length} axes in ${AXIS_FAMILIES.length} families, ${AXES.length - qualities} of taste and ${qualities} of quality. Readers differ on a taste; on
a quality all want the high pole, so it is never swapped. A level of −1 is the low pole, +1 the high one.
口味轴因人而异；质量轴人人都要高的一端，因此从不对调。

${families.join("\n\n")}

## Narrative features

Words are words of English and characters of Chinese. A feature whose need is not known is null, never 0.

| feature | unit | definition | 定义 | needs |
|---|---|---|---|---|
${features.join("\n")}
`;
}

function renderAxis(axis: Axis): string {
  const { id, kind, name, low, high, tags, aspect, wish, acts, movedBy, moves, leavesAlone } = axis;
  const wishes = [wish.low, wish.high].filter((each) => each !== null);
  return `### ${id} · ${name.en} · ${name.zh}${kind === "quality" ? " (quality · 质量)" : ""}

- −1: ${low.en} · ${low.zh} (tag \`${tags.low}\`)
- +1: ${high.en} · ${high.zh} (tag \`${tags.high}\`)
- acts on: ${acts.join(", ")}; spoken of as ${aspect}; asked for as ${wishes.length === 0 ? "nothing that a rule names" : wishes.join(", ")}
- moved by: ${movedBy.en} · ${movedBy.zh}${moves.length === 0 ? "" : `; moves the features ${moves.join(", ")}`}
- leaves alone above all: ${leavesAlone.join(", ")}`;
}

export async function writeOntology(): Promise<void> {
  await writeFile(PAGE, renderOntology());
}
