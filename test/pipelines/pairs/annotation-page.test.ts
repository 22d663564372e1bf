/** The sheet in a real browser: a person answers by keyboard, and sends the file back. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PairQuestion } from "../../../data-schemas/pair-answer.ts";
import { annotationPage } from "../../../pipelines/pairs/annotation-sheet.ts";

const CHROMIUM = "/usr/bin/chromium";
const absent = !existsSync(CHROMIUM);
if (absent)
  console.warn(
    `SKIPPED: the annotation page is not tested in a browser, ${CHROMIUM} is missing (apt-get install chromium)`,
  );

const question = (n: number, language: "zh" | "en", text: string): PairQuestion => ({
  pair_id: `active:${n}`,
  language,
  content_a: `a${n}`,
  content_b: `b${n}`,
  text_a: text,
  text_b: `${text} (B)`,
  worth: 1,
});
const questions = [
  question(1, "en", "Once </script><img src=x onerror=document.title='run'> upon a time"),
  question(2, "zh", "从前有座山"),
  question(3, "en", "The end"),
];

describe.skipIf(absent)("the annotation page", () => {
  let browser: Browser;
  let file: string;
  beforeAll(async () => {
    file = join(mkdtempSync(join(tmpdir(), "esus-page-")), "annotation.html");
    writeFileSync(file, annotationPage(questions));
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
  }, 60_000);
  afterAll(() => browser?.close());

  async function open(locale: string): Promise<{ page: Page; asked: string[] }> {
    const page = await (await browser.newContext({ locale, acceptDownloads: true })).newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("pageerror", (error) => asked.push(`error: ${error.message}`));
    await page.goto(pathToFileURL(file).href);
    return { page, asked };
  }

  it("is answered by keys alone and gives the answers as a file; it asks nothing of any server", async () => {
    const { page, asked } = await open("en-GB");
    await page.fill("#annotator", "J1");
    await page.locator("#annotator").blur();
    expect(await page.locator("#a").textContent()).toContain("</script><img src=x");
    await page.keyboard.press("2");
    expect(await page.locator("#a").getAttribute("lang")).toBe("zh");
    await page.keyboard.press("5");
    await page.keyboard.press("ArrowLeft");
    expect(await page.locator("input[value=b_much]").isChecked()).toBe(true);
    await page.keyboard.press("1");
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("s")]);
    const saved = join(mkdtempSync(join(tmpdir(), "esus-page-")), "answers.json");
    await download.saveAs(saved);
    expect(JSON.parse(readFileSync(saved, "utf8"))).toEqual([
      { pair_id: "active:1", answer: "a_slightly", annotator: "J1" },
      { pair_id: "active:2", answer: "a_much", annotator: "J1" },
    ]);
    expect(await page.title()).toContain("ESUS");
    expect(asked.filter((url) => !url.startsWith("file:") && !url.startsWith("blob:"))).toEqual([]);
  }, 60_000);

  it("speaks the reader's language, and the other at a click; digits in the name answer nothing", async () => {
    const { page } = await open("zh-CN");
    expect(await page.locator("h1").textContent()).toBe("哪一章更好？");
    await page.click("#language");
    expect(await page.locator("h1").textContent()).toBe("Which chapter is better?");
    await page.focus("#annotator");
    await page.keyboard.type("r3");
    expect(await page.inputValue("#annotator")).toBe("r3");
    expect(await page.locator("input[name=answer]:checked").count()).toBe(0);
    // Every control can be reached with the tabulator, and is named.
    for (const id of ["back", "next", "save"])
      expect((await page.locator(`#${id}`).textContent())!.length).toBeGreaterThan(2);
    await page.click("text=4  B, slightly");
    expect(await page.locator("#count").textContent()).toBe("1 / 3 (1)");
  }, 60_000);
});
