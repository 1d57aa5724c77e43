import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import { words } from "../../src/language/language.svelte";
import { load } from "../../src/language/words";

vi.mock("../../src/language/words", { spy: true });

it("changing the language redraws the texts, and loads no third language", async () => {
  await words.switchTo("en");
  let drawnText = "";
  const stop = $effect.root(() => {
    $effect(() => {
      drawnText = words.text("suit-S");
    });
  });
  flushSync();
  expect([drawnText, words.lang]).toEqual(["spades", "en"]);
  await words.switchTo("ru");
  flushSync();
  expect([drawnText, words.lang]).toEqual(["пики", "ru"]);
  expect(vi.mocked(load).mock.calls.map(([lang]) => lang)).toEqual(["en", "ru"]);
  stop();
});

it("the language requested last is used, regardless of which loads first", async () => {
  await Promise.all([words.switchTo("ru"), words.switchTo("en")]);
  expect(words.lang).toBe("en");
});

it("a topic is loaded for whoever asks for it, also while it is loading", async () => {
  await words.switchTo("en");
  void words.topic("turns");
  await words.topic("turns");
  expect(words.has("turns-settings")).toBe(true);
});
