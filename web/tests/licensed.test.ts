import { expect, it } from "vitest";
import { licence, packageOf } from "../licensed";

it("packageOf returns the innermost package of a module, or null if it is in none", () => {
  expect(packageOf("/web/node_modules/svelte/src/index.js")).toBe("svelte");
  expect(packageOf("/web/node_modules/svelte/node_modules/@noble/hashes/sha2.js")).toBe("@noble/hashes");
  expect(packageOf("node_modules/@fontsource-variable/noto-sans/files/latin.woff2")).toBe(
    "@fontsource-variable/noto-sans",
  );
  expect(packageOf("\0vite/preload-helper.js")).toBe("vite");
  expect(packageOf("/web/src/main.ts")).toBeNull();
  expect(packageOf("\0virtual:words/en")).toBeNull();
});

it("licence returns the name, version and licence text of a package", () => {
  expect(licence("@noble/hashes")).toMatch(/^# @noble\/hashes \d+\.\d+\.\d+ \(MIT\)\n\nThe MIT License[^]*Paul Miller/);
});

it("licence throws if the licence text of a package is missing", () => {
  expect(() => licence("vitest")).toThrow("licenses/vitest.txt");
});
