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

test("linkedCode returns the last code of a link until it is forgotten", () => {
  expect(linkedCode("")).toBe("");
  expect(linkedCode("#code=abc123")).toBe("abc123");
  expect(linkedCode("")).toBe("abc123");
  expect(linkedCode("#code=new1")).toBe("new1");
  forgetLinkedCode();
  expect(linkedCode("")).toBe("");
});

test("linkedCode ignores a fragment that is not a valid code", () => {
  expect(linkedCode("#code=<b>")).toBe("");
});

test("linkedCode returns only the code of the current link if there is no session storage", () => {
  vi.stubGlobal("sessionStorage", undefined);
  expect([linkedCode("#code=abc123"), linkedCode("")]).toEqual(["abc123", ""]);
  forgetLinkedCode();
});
