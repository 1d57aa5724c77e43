import { readdirSync, readFileSync } from "node:fs";
import { FluentResource } from "@fluent/bundle";
import { describe, expect, it, vi } from "vitest";
import { LANGUAGES, load, preferred, Words } from "../../src/language/words";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf-8");

/** The keys of a file; whatever does not read as a message fails. */
function keys(path: string): string[] {
  const text = read(path);
  const found = new FluentResource(text).body.map(({ id }) => id);
  expect(found, path).toEqual([...text.matchAll(/^([a-zA-Z][\w-]*) ?=/gm)].map(([, id]) => id));
  expect(new Set(found).size, `${path}: a key stands twice`).toBe(found.length);
  return found;
}

const games = readdirSync(new URL("src/prikup/games", ROOT), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map(({ name }) => `src/prikup/games/${name}`);
const byGame = games.map((folder) => keys(`${folder}/en.ftl`));
/** What every game has a word for. */
const everyGame = (byGame[0] ?? []).filter((key) => byGame.every((others) => others.includes(key)));
const own = keys("web/src/words/en.ftl");
const common = ["src/prikup/locale", "src/prikup/table", "src/prikup/server"].flatMap((folder) => keys(`${folder}/en.ftl`));
/** Made by vite.config.ts for the lobby. */
const names = games.map((folder) => (folder.split("/").at(-1) ?? "").replaceAll("_", "-"));
const introduced = names.flatMap((name) => [`game-${name}`, `about-${name}`]);
const known = [...own, ...introduced, ...everyGame, ...common];

const sources = readdirSync(new URL("web/src", ROOT), { recursive: true, encoding: "utf-8" })
  .filter((path) => /\.(ts|svelte)$/.test(path))
  .map((path) => [path, read(`web/src/${path}`)] as const);

/** What is asked for in the calls of `text` and `told` with literal keys, and what computed keys begin with. */
function asked(source: string): { literal: string[]; begun: string[] } {
  const calls = [...source.matchAll(/\.text\(\s*((?:[^()`]|\([^()]*\)|`[^`]*`)*)/g)].map(([, inside = ""]) => inside);
  const firsts = calls.map((inside) => /^(`[^`]*`|[^,]*)/.exec(inside)?.[0] ?? "");
  const literals = (text: string) =>
    [...text.replace(/[=!]== "[^"]*"/g, "").matchAll(/"([^"]+)"/g)].map(([, key = ""]) => key);
  return {
    literal: firsts.flatMap((first) => (first.startsWith("`") ? [] : literals(first))),
    begun: firsts.flatMap((first) => /^`([^$`]+)\$/.exec(first)?.[1] ?? []),
  };
}

describe("words", () => {
  it("are the same in every language", () => {
    for (const lang of LANGUAGES) expect(keys(`web/src/words/${lang}.ftl`).sort()).toEqual([...own].sort());
  });

  it("are there, all that the sources ask for", () => {
    for (const [path, source] of sources) {
      const { literal, begun } = asked(source);
      for (const key of literal) expect(known, path).toContain(key);
      for (const head of begun)
        expect([...known, ...byGame.flat()].some((key) => key.startsWith(head)), `${path}: ${head}`).toBe(true);
    }
    expect(sources.flatMap(([, source]) => asked(source).literal).length).toBeGreaterThan(50);
  });

  it("are all used", () => {
    const all = sources.map(([, source]) => source).join("\n");
    const begun = [...all.matchAll(/`([a-z]+-[a-zA-Z-]*)\$\{/g)].map(([, head = ""]) => head);
    const unused = own.filter((key) => {
      const bare = key.replace(/^reason-/, "");
      return !all.includes(`"${key}"`) && !all.includes(`"${bare}"`) && !begun.some((head) => key.startsWith(head));
    });
    expect(unused).toEqual([]);
  });

  it("are found by the first language of the browser that we have", () => {
    expect(preferred(["de-AT", "ru-RU", "en"])).toBe("ru");
    expect(preferred(["de"])).toBe("en");
    expect(LANGUAGES[0]).toBe("en");
  });

  it("fall back to English, and to the key", () => {
    const words = new Words(new Map([["ru", ["a = { $n } да"]], ["en", ["a = no\nb = { $n } yes"]]]));
    expect([words.text("a", { n: 1 }), words.text("b", { n: 2 }), words.text("c")]).toEqual(["1 да", "2 yes", "c"]);
    expect([words.has("b"), words.has("c"), words.lang]).toEqual([true, false, "ru"]);
  });

  it("say that a message is nowhere", () => {
    const lacking = vi.fn();
    const words = new Words(new Map([["ru", ["a = да"]]]), lacking);
    words.text("a");
    expect(lacking).not.toHaveBeenCalled();
    words.text("b");
    expect(lacking).toHaveBeenCalledOnce();
  });

  it("write a minus sign where a number is negative", () => {
    const words = new Words(new Map([["en", ["a = { $n }"]]]));
    const shown = [-3, "-3", "6-7-7", "a-1", "я-1", "(-1)", "- 1"].map((n) => words.text("a", { n }));
    expect(shown).toEqual(["−3", "−3", "6-7-7", "a-1", "я-1", "(−1)", "- 1"]);
  });

  it("of a game stand before the common ones", async () => {
    const common = await load(["en"]);
    for (const name of names) {
      const words = await common.game(name);
      expect(words.text("game")).toBe(common.text(`game-${name}`));
    }
    const said = new Words(new Map([["en", ["close = Shut\ncancel = Leave", "close = Slam"]]]));
    expect([said.text("close"), said.text("cancel")]).toEqual(["Slam", "Leave"]);
    expect((await common.game("nobody-knows")).text("close")).toBe(common.text("close"));
  });

  it("make the sentence of a reason", async () => {
    const words = await load(["en"]);
    expect(words.reason({ key: "not-a-card", numbers: { text: "XX" } })).toContain("Not a card: XX");
  });
});
