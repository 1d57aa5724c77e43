import { expect, test } from "vitest";
import { idleText, messageValues, ruleName, valueName } from "../../src/house_rules/rule_texts";
import { spoken } from "../game";

test.each([
  ["en", "yes", "no"],
  ["ru", "да", "нет"],
] as const)("a rule without names for its values is shown as yes or no, in %s", async (lang, on, off) => {
  const words = await spoken(lang);
  expect([valueName(words, "strict", "on"), valueName(words, "strict", "off")]).toEqual([on, off]);
  expect(ruleName(words, "strict", "off")).toBe(`${words.text("option-strict")}: ${off}`);
  expect(ruleName(words, "strict", "on")).toBe(words.text("option-strict"));
});

test("valueName returns the name of a value, and a number as it is", async () => {
  const words = await spoken("ru");
  expect(valueName(words, "late", "off")).toBe("не играют");
  expect(valueName(words, "pool", "20")).toBe("20");
});

test("messageValues converts numbers, and puts a letter before values such as 6-7-8", () => {
  expect(messageValues({ pool: "20", exit: "6-7-8", strict: "on" })).toEqual({
    pool: 20,
    exit: "v6-7-8",
    strict: "on",
  });
});

test("idleText names the value that disables a rule, and is empty if the rule applies", async () => {
  const words = await spoken("en");
  const strict = {
    name: "strict",
    values: ["on", "off"],
    default: "on",
    bounds: null,
    step: 1,
    touches: "play" as const,
  };
  const option = { ...strict, silenced: [{ late: ["off"] }] };
  expect(idleText(words, option, { late: "off" })).toContain(valueName(words, "late", "off"));
  expect(idleText(words, option, { late: "on" })).toBe("");
});
