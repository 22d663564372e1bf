#!/usr/bin/env node
// Starts the command line. Node 22.18 and 24 run TypeScript themselves; for Node 20 tsx translates it on the way in.
const strips = process.features.typescript !== undefined && process.features.typescript !== false;
if (!strips || import.meta.url.includes("/node_modules/")) {
  const { register } = await import("tsx/esm/api");
  register();
}
// A reader that closes the pipe early, as head does, has what it wants.
process.stdout.on("error", (error) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
const { main } = await import("./cli.ts");
process.exitCode = await main(process.argv.slice(2));
