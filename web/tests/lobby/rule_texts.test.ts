import { expect, test } from "vitest";
import { ruleName, valueName } from "../../src/lobby/rule_texts";
import { load } from "../../src/language/words";

const spoken = async (lang: string) => (await load([lang])).game("preferans");

test.each([
  ["en", "yes", "no"],
  ["ru", "да", "нет"],
])("a rule without words for its values is switched on or off, in %s", async (lang, on, off) => {
  const words = await spoken(lang);
  expect([valueName(words, "stalingrad", "on"), valueName(words, "stalingrad", "off")]).toEqual([on, off]);
  expect(ruleName(words, "stalingrad", "off")).toBe(`${words.text("option-stalingrad")}: ${off}`);
  expect(ruleName(words, "stalingrad", "on")).toBe(words.text("option-stalingrad"));
});

test("a value is said in its own words, and a number as it is", async () => {
  const words = await spoken("ru");
  expect(valueName(words, "misere_hand", "off")).toBe("не играют");
  expect(valueName(words, "pool", "20")).toBe("20");
});
