import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // onnxruntime and Dawn are native: a forked process each keeps one file's crash out of another's.
    pool: "forks",
    maxWorkers: 2,
  },
});
