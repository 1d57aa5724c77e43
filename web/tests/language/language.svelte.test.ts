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
  expect(vi.mocked(load).mock.calls.map(([langs]) => langs)).toEqual([["en"], ["ru"]]);
  stop();
});

it("English is loaded once where a language lacks a word", async () => {
  await words.speak("ru");
  vi.mocked(load).mockClear();
  for (let times = 0; times < 3; times++) words.text("nobody-wrote-this");
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(vi.mocked(load).mock.calls[0]?.[0]).toEqual(["ru", "en"]);
  expect(words.text("suit-S")).toBe("пики");
});

it("the language asked for last is spoken, whichever comes first", async () => {
  await Promise.all([words.speak("ru"), words.speak("en")]);
  expect(words.lang).toBe("en");
});
