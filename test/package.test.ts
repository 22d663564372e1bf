/** The package as users get it: packed, laid into an empty project, and imported by the README's snippet. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

it("is packed, installed and imported; its types hold", () => {
  const dir = mkdtempSync(join(tmpdir(), "esus-pack-"));
  // Install scripts are off, and with them prepack: the build is asked for.
  execFileSync("npm", ["run", "build"], { cwd: ROOT, stdio: "ignore" });
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", dir], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { filename, files } = JSON.parse(packed.slice(packed.indexOf("[")))[0] as {
    filename: string;
    files: { path: string }[];
  };
  const paths = files.map(({ path }) => path);
  for (const path of [
    "LICENSE",
    "README.md",
    "README.zh.md",
    "dist/pipelines/library.js",
    "dist/pipelines/library.d.ts",
    "pipelines/esus.js",
    "checkpoints/reader/params.safetensors",
  ])
    expect(paths).toContain(path);
  expect(paths.some((path) => path.startsWith("test/") || path.startsWith("runs/"))).toBe(false);

  // What npm would do, without a registry: the package unpacked, its dependencies beside it.
  const modules = join(dir, "node_modules");
  mkdirSync(join(modules, "esus"), { recursive: true });
  execFileSync("tar", ["-xzf", join(dir, filename), "-C", join(modules, "esus"), "--strip-components", "1"]);
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    if (name !== "esus" && !name.startsWith(".")) symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
  writeFileSync(join(dir, "package.json"), '{"type": "module", "private": true}');
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const section = readme.split(/^## /m).find((part) => part.startsWith("As a library\n"))!;
  const snippet = /```ts\n([\s\S]*?)```/.exec(section)![1]!;
  const printed = /```text\n([\s\S]*?)```/.exec(section)![1]!;
  writeFileSync(join(dir, "snippet.mts"), snippet);
  writeFileSync(
    join(dir, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        module: "nodenext",
        target: "es2022",
        lib: ["es2023", "esnext.disposable"],
        types: ["node"],
        strict: true,
        skipLibCheck: true,
        noEmit: true,
      },
      files: ["snippet.mts"],
    }),
  );
  execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", dir], { encoding: "utf8" });
  // As JavaScript: the snippet's types are all inferred.
  writeFileSync(join(dir, "snippet.mjs"), snippet);
  expect(execFileSync(process.execPath, ["snippet.mjs"], { cwd: dir, encoding: "utf8" })).toBe(printed);
  // The command line comes with it.
  const help = execFileSync(process.execPath, [join(modules, "esus/pipelines/esus.js"), "--version"], {
    cwd: dir,
    encoding: "utf8",
  });
  expect(help.trim()).toMatch(/^\d+\.\d+\.\d+$/);
}, 120_000);
