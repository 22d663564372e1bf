/** The page: one file, no request leaves it, in Chinese or English at the press of a button. */
import type { Artefacts } from "./artefacts.ts";
import {
  axisSection,
  learningSection,
  readerMapSection,
  reliabilitySection,
  trajectorySection,
} from "./reader-sections.ts";
import { fuseSection, ratingSection, selectionSection, stageSection } from "./table-sections.ts";
import { both, says } from "./words.ts";

const SECTIONS = [
  ["ratings", says("评分：与基线相比", "Ratings beside their baselines"), ratingSection],
  ["reliability", says("概率可信吗", "Do the probabilities hold"), reliabilitySection],
  ["learning", says("学习曲线", "How it learnt"), learningSection],
  ["axes", says("叙事轴", "Narrative axes"), axisSection],
  ["readers", says("读者与类型", "Readers and their kinds"), readerMapSection],
  ["trajectory", says("一位读者的历程", "One reader's way through a story"), trajectorySection],
  ["fuse", says("FUSE-Hard：反馈改变了智能体吗", "FUSE-Hard: did feedback change the agent"), fuseSection],
  ["selection", says("微调数据的选择", "Selection of fine-tuning data"), selectionSection],
  ["stages", says("阶段、许可与拒收", "Stages, licences and refusals"), stageSection],
] as const;

export function reportPage(artefacts: Artefacts): string {
  const filled = SECTIONS.map(([id, title, of]) => ({ id, title, body: of(artefacts) })).filter(
    ({ body }) => body !== "",
  );
  const links = filled.map(({ id, title }) => `<li><a href="#${id}">${both(title)}</a></li>`).join("");
  const sections = filled.map(({ id, title, body }) => `<section id="${id}"><h2>${both(title)}</h2>${body}</section>`);
  return `<!doctype html>
<html lang="en" data-lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>ESUS</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">${both(says("跳到正文", "Skip to the content"))}</a>
<header><h1>ESUS ${both(says("报告", "report"))}</h1><button type="button" id="language" aria-label="中文 / English">中文</button></header>
<nav aria-label="contents"><ul>${links}</ul></nav>
<main id="main" tabindex="-1">${sections.join("\n")}</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light; --ink: #1c2430; --line: #d5dae1; --link: #0b5fa5; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; font: 16px/1.55 system-ui, "Noto Sans CJK SC", "PingFang SC", sans-serif; color: var(--ink); background: #fff; }
html[data-lang="en"] [lang="zh"], html[data-lang="zh"] [lang="en"] { display: none; }
header { display: flex; justify-content: space-between; align-items: center; gap: 1rem; }
h1 { margin: 0.3rem 0; } h2 { margin-top: 2.5rem; border-bottom: 2px solid var(--line); padding-bottom: 0.2rem; }
button { font: inherit; padding: 0.4rem 1rem; min-height: 44px; border: 1px solid var(--ink); border-radius: 6px; background: #fff; color: var(--ink); cursor: pointer; }
:is(a, button, summary, .wide):focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
a { color: var(--link); } nav ul { display: flex; flex-wrap: wrap; gap: 0.4rem 1.2rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 0.4rem 0; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 0.7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; } thead th { white-space: nowrap; }
figure { margin: 1rem 0; overflow-x: auto; } figure svg { max-width: 100%; height: auto; } figure > svg { min-width: 34rem; } figure { font-size: 0.85rem; } td, tbody th { white-space: nowrap; } td.words { white-space: normal; min-width: 14rem; } figcaption { color: #444c57; font-size: 0.92rem; }
details { margin: 0.6rem 0; border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem 0.9rem; } summary { cursor: pointer; padding: 0.3rem 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem; } .pair h4 { margin: 0.4rem 0; }
@media print { nav, button, .skip { display: none; } }
`;

const SCRIPT = `
const root = document.documentElement, button = document.getElementById("language");
const show = (language) => { root.dataset.lang = root.lang = language; button.textContent = language === "zh" ? "English" : "中文"; };
button.addEventListener("click", () => show(root.dataset.lang === "zh" ? "en" : "zh"));
if (navigator.language.startsWith("zh")) show("zh");
`;
