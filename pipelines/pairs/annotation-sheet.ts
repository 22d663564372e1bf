/** Chosen pairs as a sheet for people: CSV for spreadsheets, and one HTML page that needs nothing but itself. */
import type { PairQuestion } from "../../data-schemas/pair-answer.ts";
import { PAGE_SCRIPT, PAGE_STYLE } from "./annotation-page.ts";

const COLUMNS = ["pair_id", "language", "text_a", "text_b", "answer", "annotator"] as const;

/** The answer column is left empty: a_much, a_slightly, tie, b_slightly or b_much goes there. */
export function annotationCsv(questions: readonly PairQuestion[]): string {
  const rows = questions.map(({ pair_id, language, text_a, text_b }) => [pair_id, language, text_a, text_b, "", ""]);
  // The mark tells spreadsheets that it is UTF-8.
  return `\ufeff${[COLUMNS, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

/** Spreadsheets run cells that begin like a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function annotationPage(questions: readonly PairQuestion[]): string {
  const shown = questions.map(({ pair_id, language, text_a, text_b }) => ({ pair_id, language, text_a, text_b }));
  // A closing tag inside a text must not end the script.
  const data = JSON.stringify(shown).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ESUS: which chapter is better? 哪一章更好？</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1 data-say="title"></h1>
<p data-say="help"></p>
<label><span data-say="name"></span> <input id="annotator" autocomplete="off"></label>
<button id="language" type="button"></button>
<progress id="progress" value="0"></progress> <output id="count"></output>
</header>
<main>
<article id="a" tabindex="0" aria-label="A"></article>
<article id="b" tabindex="0" aria-label="B"></article>
</main>
<fieldset id="answers"><legend data-say="question"></legend></fieldset>
<nav>
<button id="back" type="button" data-say="back"></button>
<button id="next" type="button" data-say="next"></button>
<button id="save" type="button" data-say="save"></button>
</nav>
<script type="application/json" id="pairs">${data}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}
