import { expect, test } from "vitest";
import { listNames, playerNames } from "../../src/language/display_names";
import { words } from "../../src/language/language.svelte";

test("listNames joins names as the language of the page does", async () => {
  await words.switchTo("en");
  expect(listNames(["Anna", "Boris", "Vera"])).toBe("Anna, Boris, and Vera");
  await words.switchTo("ru");
  expect(listNames(["Anna", "Boris", "Vera"])).toBe("Anna, Boris и Vera");
});

test("playerNames transliterates only the names of computer players", async () => {
  await words.switchTo("ru");
  expect(playerNames({ names: ["Vera", "Vera", "", null], computers: [1] })).toEqual(["Vera", "Вера"]);
});

test("a verb agrees with the number of names", async () => {
  await words.switchTo("en");
  const ask = (...names: string[]): string =>
    words.text("friends-asking", { names: listNames(names), people: names.length });
  expect(ask("Anna")).toBe("Anna asks to be your friend.");
  expect(ask("Anna", "Boris")).toBe("Anna and Boris ask to be your friends.");
});
