/** The report in a real browser: it renders, asks nothing of any server, and can be read and used by anybody. */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AXES } from "../../../data-schemas/ontology.ts";
import { recordSchema } from "../../../data-schemas/record.ts";
import type { Artefacts } from "../../../pipelines/report/artefacts.ts";
import { reportPage } from "../../../pipelines/report/page.ts";
import { report } from "../../../pipelines/report/report.ts";

const estimate = { value: 0.5, low: 0.4, high: 0.6, n: 100, clusters: 20 };
const cell = {
  group: "all",
  unit: "u",
  better: "higher",
  floor: 0,
  ceiling: 1,
  protocol: "x-1",
  estimate,
  difference: null,
} as const;
const turn = (reader: number, t: number): Artefacts["simulated"][number] => ({
  record: recordSchema.parse({
    example_id: `e${reader}.${t}`,
    source: "esus",
    license_class: "synthetic",
    label_origin: "esus",
    confidence: 1,
    user_id: `r${reader}`,
    story_id: "s",
    observed_feedback: { explicit: { rating: 3, comment: "<img src=http://evil.example/x onerror=alert(1)> 好看" } },
  }),
  hidden: {
    example_id: `e${reader}.${t}`,
    reward: 0,
    trust_t: 0.5,
    fatigue_t: 0.1,
    curiosity_t: 0.4,
    frustration_t: 0.2,
    prototypes: { stylist: 0.8, lore_scholar: 0.2 },
    parts: { humour: 0.5 },
    rating: [0.2, 0.2, 0.2, 0.2, 0.2],
  },
});
const FULL: Artefacts = {
  stages: [
    {
      name: "train",
      manifest: {
        manifest_version: 1,
        stage: "train",
        code_version: "c",
        key: "0".repeat(64),
        config: {},
        inputs: [],
        outputs: [],
        rows_in: 3,
        kept: 2,
        refused: 1,
        reasons: { licence: 1 },
        licences: ["synthetic"],
        summary: {},
      },
    },
  ],
  epochs: [1, 2].map((epoch) => ({ epoch, loss: 2, ordinal: 1.5 / epoch, validationLoss: 1.4 })),
  predictions: Array.from({ length: 400 }, (_, i) => ({
    example_id: `e${i}`,
    rating: 1 + (i % 5),
    probability: [0.2, 0.2, 0.2, 0.2, 0.2],
  })),
  table: {
    reference: "base",
    interval: "95%",
    cells: ["rmse", "ordinalNll", "pairAccuracy"].map((metric) => ({ ...cell, model: "ESUS", metric })),
  },
  leakage: {
    columns: AXES.map(({ id }) => id),
    failed: [],
    rows: AXES.map(({ id }, i) => ({
      axis: id,
      language: "en",
      pairs: 6,
      on_target: 3,
      off_target: 0,
      passes: true,
      worst: [],
      effects: AXES.map((_, j) => (i === j ? 3 : 0)),
    })),
  },
  pairs: [{ axis: "humour", language: "en", low: "Same.\n\nGrave.", high: "Same.\n\nFunny." }],
  simulated: [0, 1, 2].flatMap((reader) => [0, 1, 2].map((t) => turn(reader, t))),
  fuse: {
    judge: "esus",
    reference: "raw-retrieval",
    interval: "95%",
    entailment: "-",
    cells: [
      { ...cell, agent: "gold", metric: "ncfu", unmeasurable: 0 },
      { ...cell, agent: "gold", metric: "taskScore", group: "label", unmeasurable: 0 },
      { ...cell, agent: "gold", metric: "taskScore", group: "drift", unmeasurable: 0 },
    ],
    agreement: [{ judges: ["esus", "oracle"], spearman: estimate, sameRanking: { ncfu: true, selectivity: false } }],
    unmeasurable: {},
  },
  lifeReward: {
    components: [{ year: 2020, agents: 3, total: { mean: 0, low: -1, high: 1 }, penalties: 2 }],
    selected: [{ agent: "a", start: "Y2020-W00-begin", end: "Y2020-W20-settle", value: 0.4 }],
    reasons: { rejected: 2 },
    tokens: { roleplay: 10, general: 10 },
    releasedCounter: 30,
  },
  bestOf: { acceptance: 0.125, reward: { all: 0.5, kept: 0.7 }, guard: { shareOfBest: estimate } },
};
const EMPTY: Artefacts = {
  stages: FULL.stages,
  epochs: [],
  predictions: [],
  table: null,
  leakage: null,
  pairs: [],
  simulated: [],
  fuse: null,
  lifeReward: null,
  bestOf: null,
};

const CHROMIUM = "/usr/bin/chromium";
const absent = !existsSync(CHROMIUM);
if (absent)
  console.warn(`SKIPPED: the report is not tested in a browser, ${CHROMIUM} is missing (apt-get install chromium)`);

it("a part of a run is reported as far as it goes; what is no run is refused", async () => {
  const page = reportPage(EMPTY);
  expect(page).toContain('id="stages"');
  for (const id of ["fuse", "axes", "readers", "selection"]) expect(page).not.toContain(`<section id="${id}"`);
  const dir = mkdtempSync(join(tmpdir(), "esus-report-"));
  await expect(report(dir)).rejects.toThrow(/no finished stage/);
  await expect(report(join(dir, "none"))).rejects.toThrow(/cannot be read/);
});

describe.skipIf(absent)("in a browser", () => {
  let browser: Browser;
  let file: string;
  beforeAll(async () => {
    file = join(mkdtempSync(join(tmpdir(), "esus-report-")), "report.html");
    writeFileSync(file, reportPage(FULL));
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
  }, 60_000);
  afterAll(() => browser?.close());

  async function open(locale: string, width = 1200): Promise<{ page: Page; heard: string[] }> {
    const page = await (await browser.newContext({ locale, viewport: { width, height: 800 } })).newPage();
    const heard: string[] = [];
    page.on("request", (request) => request.url().startsWith("file:") || heard.push(request.url()));
    page.on("pageerror", (error) => heard.push(`error: ${error.message}`));
    page.on("console", (message) => heard.push(`console: ${message.text()}`));
    await page.goto(pathToFileURL(file).href);
    return { page, heard };
  }

  it("shows every part, says nothing to the console, and asks nothing of any server", async () => {
    const { page, heard } = await open("en-GB");
    for (const id of [
      "ratings",
      "reliability",
      "learning",
      "axes",
      "readers",
      "trajectory",
      "fuse",
      "selection",
      "stages",
    ])
      expect(await page.locator(`#${id}`).count(), id).toBe(1);
    expect(await page.locator("svg:visible").count()).toBeGreaterThan(5);
    // A reader's words are words.
    expect(await page.locator("#trajectory img").count()).toBe(0);
    expect(heard).toEqual([]);
  });

  it("changes its language by keyboard, and begins in that of the browser", async () => {
    const { page } = await open("en-GB");
    expect(await page.locator("h1").innerText()).toContain("report");
    await page.locator("#language").focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("h1").innerText()).toContain("报告");
    expect(await page.locator("html").getAttribute("lang")).toBe("zh");
    expect(await (await open("zh-CN")).page.locator("h1").innerText()).toContain("报告");
  });

  it("fits a telephone, and what is wider scrolls inside", async () => {
    const { page } = await open("en-GB", 390);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    const { height } = (await page.locator("#language").boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(44);
  });

  it("its text is dark enough on its ground", async () => {
    const { page } = await open("en-GB");
    const faint = await page.evaluate(`(() => {
      const light = (c) => { const [r, g, b] = c.match(/\\d+/g).map(Number).map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      return [...document.querySelectorAll("p, a, td, th, h2, figcaption, summary, button")].filter((e) => 1.05 / (light(getComputedStyle(e).color) + 0.05) < 4.5).length;
    })()`);
    expect(faint).toBe(0);
    const unnamed = await page.locator("svg[aria-label], figure figcaption").count();
    expect(unnamed).toBeGreaterThan(5);
  });
});
