import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import { words } from "../../src/language/language.svelte";
import { load } from "../../src/language/words";

vi.mock("../../src/language/words", { spy: true });

it("everything is said anew in another language, without the words of a third", async () => {
  await words.speak("en");
  let said = "";
  const stop = $effect.root(() => {
    $effect(() => {
      said = words.text("suit-S");
    });
  });
  flushSync();
  expect([said, words.lang]).toEqual(["spades", "en"]);
  await words.speak("ru");
  flushSync();
  expect([said, words.lang]).toEqual(["пики", "ru"]);
  expect(vi.mocked(load).mock.calls.map(([lang]) => lang)).toEqual(["en", "ru"]);
  stop();
});

it("the language asked for last is spoken, whichever comes first", async () => {
  await Promise.all([words.speak("ru"), words.speak("en")]);
  expect(words.lang).toBe("en");
});
