/** `npm run notebook -- NAME [RUN_DIR]`: prints one as Markdown. */
import { axes } from "./axes.ts";
import { calibration } from "./calibration.ts";
import { fuseFailures } from "./fuse-failures.ts";

export const NOTEBOOKS: Readonly<Record<string, (dir: string) => Promise<string>>> = {
  axes,
  calibration,
  "fuse-failures": fuseFailures,
};

const [name = "", dir = "runs/default"] = process.argv.slice(2);
if (import.meta.url === `file://${process.argv[1]}`) {
  const notebook = NOTEBOOKS[name];
  if (notebook === undefined) {
    console.error(`notebook: no "${name}". Known: ${Object.keys(NOTEBOOKS).join(", ")}`);
    process.exitCode = 2;
  } else console.log(await notebook(dir));
}
