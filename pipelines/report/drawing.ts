/** Plots as SVG, drawn where there is no browser. */
import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { Bilingual } from "../../data-schemas/axis.ts";
import { escaped, inBoth, type PageLanguage } from "./words.ts";

export const INK = { ours: "#0b5fa5", other: "#8a4b08", quiet: "#5b6470", good: "#1b7a43", bad: "#b3261e" } as const;

const { document } = parseHTML("<html><body></body></html>");

/** A figure in both languages, with a caption that says what to see. @param draw Options of Plot, with labels in the language. */
export function figure(caption: Bilingual, draw: (language: PageLanguage) => Plot.PlotOptions): string {
  return inBoth((language) => {
    const options = draw(language);
    const drawn = Plot.plot({
      width: 720,
      marginLeft: 60,
      marginBottom: 44,
      style: { fontSize: "13px", overflow: "visible" },
      ...options,
      ariaLabel: caption[language],
      document: document as never,
    });
    return `<figure>${(drawn as unknown as { outerHTML: string }).outerHTML}<figcaption>${escaped(caption[language])}</figcaption></figure>`;
  });
}

export { Plot };
