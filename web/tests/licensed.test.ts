import { expect, it } from "vitest";
import { licence, packageOf } from "../licensed";

it("a module belongs to the innermost package around it", () => {
  expect(packageOf("/web/node_modules/svelte/src/index.js")).toBe("svelte");
  expect(packageOf("/web/node_modules/svelte/node_modules/@noble/hashes/sha2.js")).toBe("@noble/hashes");
  expect(packageOf("node_modules/@fontsource-variable/noto-sans/files/latin.woff2")).toBe(
    "@fontsource-variable/noto-sans",
  );
  expect(packageOf("\0vite/preload-helper.js")).toBe("vite");
  expect(packageOf("/web/src/main.ts")).toBeNull();
  expect(packageOf("\0virtual:words/en")).toBeNull();
});

it("what is built in brings its licence", () => {
  expect(licence("@noble/hashes")).toMatch(/^# @noble\/hashes \d+\.\d+\.\d+ \(MIT\)\n\nThe MIT License[^]*Paul Miller/);
});

it("nothing is built in whose licence is missing", () => {
  expect(() => licence("vitest")).toThrow("licenses/vitest.txt");
});
