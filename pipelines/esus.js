#!/usr/bin/env node
// Starts the command line.
import { enableTypeScript } from "./io/typescript.js";

await enableTypeScript();
// A reader that closes the pipe early, as head does, has what it wants.
process.stdout.on("error", (error) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
const { main } = await import("./cli.ts");
process.exitCode = await main(process.argv.slice(2));
