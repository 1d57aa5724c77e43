import { expect, test } from "vitest";
import { words } from "../../src/language/language.svelte";

test("a Russian time limit has the plural form of its number of minutes", async () => {
  await words.switchTo("ru");
  const limits = [21, 32, 60].map((minutes) => words.text("minutes-deal", { minutes }).split(",")[0]);
  expect(limits).toEqual(["21 минута", "32 минуты", "60 минут"]);
  expect(words.text("minutes-round", { minutes: 104 })).toMatch(/^104 минуты,/);
});
