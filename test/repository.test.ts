/** What must not be committed: paths of a machine, addresses of a registry, tools that only one place has. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((name) => name !== "" && name !== "test/repository.test.ts");
const texts = tracked.map((name) => ({ name, text: readFileSync(join(ROOT, name), "latin1") }));

it("the lock file holds exact versions and no download addresses", () => {
  const lock = readFileSync(join(ROOT, "package-lock.json"), "utf8");
  expect(lock).not.toContain('"resolved": "http');
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const version of Object.values({ ...dependencies, ...devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
});

it("installs run no scripts", () => {
  expect(readFileSync(join(ROOT, ".npmrc"), "utf8")).toContain("ignore-scripts=true");
});

it.each([
  ["a home or work folder of a machine", /(?<![\w.])\/(?:home|root|work|Users)\/\w/],
  ["a package registry's host", /registry\.npmjs|npmjs\.org\/-\//],
  ["a private key", /BEGIN [A-Z ]*PRIVATE KEY/],
])("no committed file holds %s", (_, pattern) => {
  expect(texts.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([]);
});

it("nothing large is committed, but what is trained and comes with ESUS", () => {
  const most = (name: string): number => (name.startsWith("checkpoints/") ? 4_000_000 : 1_500_000);
  for (const { name, text } of texts) expect(text.length, name).toBeLessThan(most(name));
});
