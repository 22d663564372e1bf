// Starts a thread that prepares lines.
import { enableTypeScript } from "../io/typescript.js";

await enableTypeScript();
await import("./line-worker.ts");
