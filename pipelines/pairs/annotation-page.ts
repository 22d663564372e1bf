/** Style and behaviour of the annotation page. Answers stay in the page until they are saved to a file. */

export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, "Noto Sans CJK SC", sans-serif; }
body { margin: 0 auto; max-width: 80rem; padding: 1rem; }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
article { white-space: pre-wrap; border: 1px solid; padding: 1rem; height: 55vh; overflow: auto; }
fieldset { margin: 1rem 0; display: flex; flex-wrap: wrap; gap: 1rem; }
:focus-visible { outline: 3px solid Highlight; }
@media (max-width: 50rem) { main { grid-template-columns: 1fr; } article { height: 35vh; } }
`;

export const PAGE_SCRIPT = `
const pairs = JSON.parse(document.getElementById("pairs").textContent);
const LEVELS = ["a_much", "a_slightly", "tie", "b_slightly", "b_much"];
const SAY = {
  en: {
    title: "Which chapter is better?", question: "Which would you rather read on from?",
    help: "Keys: 1 to 5 answer, left and right arrows go back and on, S saves. Nothing is sent anywhere.",
    name: "Your name or initials:", back: "Back", next: "Next", save: "Save answers",
    other: "中文", a_much: "1  A, by far", a_slightly: "2  A, slightly", tie: "3  no difference",
    b_slightly: "4  B, slightly", b_much: "5  B, by far",
  },
  zh: {
    title: "哪一章更好？", question: "你更愿意接着读哪一章？",
    help: "按键：1 到 5 作答，左右箭头前后翻，S 保存。不会发送到任何地方。",
    name: "你的名字或代号：", back: "上一题", next: "下一题", save: "保存答案",
    other: "English", a_much: "1  A 好得多", a_slightly: "2  A 稍好", tie: "3  差不多",
    b_slightly: "4  B 稍好", b_much: "5  B 好得多",
  },
};
let language = navigator.language.startsWith("zh") ? "zh" : "en";
let at = 0;
let unsaved = false;
const answers = new Map();
const byId = (id) => document.getElementById(id);
for (const level of LEVELS) {
  const label = document.createElement("label");
  const input = Object.assign(document.createElement("input"), { type: "radio", name: "answer", value: level });
  input.addEventListener("change", () => choose(level));
  const text = document.createElement("span");
  text.dataset.say = level;
  label.append(input, " ", text);
  byId("answers").append(label);
}
function choose(level) {
  answers.set(pairs[at].pair_id, level);
  unsaved = true;
  show();
}
function go(step) {
  at = Math.min(pairs.length - 1, Math.max(0, at + step));
  show();
  byId("a").scrollTop = byId("b").scrollTop = 0;
}
function show() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = SAY[language][node.dataset.say];
  byId("language").textContent = SAY[language].other;
  byId("a").lang = byId("b").lang = pairs[at].language;
  byId("a").textContent = "A\\n\\n" + pairs[at].text_a;
  byId("b").textContent = "B\\n\\n" + pairs[at].text_b;
  const answer = answers.get(pairs[at].pair_id);
  for (const input of document.querySelectorAll("input[name=answer]")) input.checked = input.value === answer;
  byId("progress").max = pairs.length;
  byId("progress").value = answers.size;
  byId("count").textContent = (at + 1) + " / " + pairs.length + " (" + answers.size + ")";
}
function save() {
  const annotator = byId("annotator").value.trim();
  const rows = [...answers].map(([pair_id, answer]) => ({ pair_id, answer, annotator }));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(rows, null, 1)], { type: "application/json" }));
  link.download = "answers.json";
  link.click();
  unsaved = false;
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
byId("language").addEventListener("click", () => { language = language === "zh" ? "en" : "zh"; show(); });
byId("back").addEventListener("click", () => go(-1));
byId("next").addEventListener("click", () => go(1));
byId("save").addEventListener("click", save);
document.addEventListener("keydown", (event) => {
  if (event.repeat || event.target.id === "annotator" || event.ctrlKey || event.metaKey || event.altKey) return;
  const level = LEVELS[Number(event.key) - 1];
  if (level !== undefined) { choose(level); go(1); }
  else if (event.key === "ArrowLeft") go(-1);
  else if (event.key === "ArrowRight") go(1);
  else if (event.key.toLowerCase() === "s") save();
  else return;
  event.preventDefault();
});
window.addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
show();
`;
