import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { languageFiles } from "./language_files.ts";

// Tests of code with runes (*.svelte.test.ts) run it as compiled for a browser, in the page of tests/page.ts.
export default defineConfig({
  plugins: [svelte(), languageFiles()],
  resolve: { conditions: ["browser"] },
  server: { fs: { allow: [".."] } },
  test: {
    pool: "threads", // they start faster than processes
    maxWorkers: "100%", // of the cores; by default one core is left free
    testTimeout: 180_000, // ends a hanging test, with a margin for busy machines
    projects: [
      {
        extends: true,
        test: { name: "plain", include: ["tests/**/*.test.ts"], exclude: ["tests/**/*.svelte.test.ts"] },
      },
      { extends: true, test: { name: "page", include: ["tests/**/*.svelte.test.ts"], environment: "./tests/page.ts" } },
    ],
  },
});
