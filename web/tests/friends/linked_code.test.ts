import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetLinkedCode, linkedCode } from "../../src/friends/linked_code";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("the code of a link stays when the page is left, until it is forgotten", () => {
  expect(linkedCode("")).toBe("");
  expect(linkedCode("#code=abc123")).toBe("abc123");
  expect(linkedCode("")).toBe("abc123");
  expect(linkedCode("#code=new1")).toBe("new1");
  forgetLinkedCode();
  expect(linkedCode("")).toBe("");
});

test("a hash that is no code is ignored", () => {
  expect(linkedCode("#code=<b>")).toBe("");
});

test("without storage the code is that of the link", () => {
  vi.stubGlobal("sessionStorage", undefined);
  expect([linkedCode("#code=abc123"), linkedCode("")]).toEqual(["abc123", ""]);
  forgetLinkedCode();
});
