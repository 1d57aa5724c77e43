import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FluentResource } from "@fluent/bundle";
import { describe, expect, it } from "vitest";
import { languages } from "../../language_files";
import { languageName, LANGUAGES, load, preferred, Words } from "../../src/language/words";

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
const common = ["locale", "table", "server", "review", "problems", "scorer"].flatMap((folder) => keys(`src/prikup/${folder}/en.ftl`));
/** Made by language_files.ts for the lobby. */
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
  it.each(LANGUAGES)("are complete in %s", (lang) => {
    const file = `web/src/words/${lang}.ftl`;
    expect(existsSync(new URL(file, ROOT)), `write ${file}, the messages of en.ftl in this language`).toBe(true);
    const there = keys(file);
    const lacking = own.filter((key) => !there.includes(key));
    expect(lacking, `write into ${file}: ${lacking.join(", ")}`).toEqual([]);
    const unknown = there.filter((key) => !own.includes(key));
    expect(unknown, `${file} has what en.ftl has not: ${unknown.join(", ")}`).toEqual([]);
  });

  it("are there in the languages of the common words, and in no other", () => {
    const common = languages(fileURLToPath(new URL("src/prikup/locale", ROOT)));
    expect(languages(fileURLToPath(new URL("web/src/words", ROOT)))).toEqual(common);
    expect([...LANGUAGES].sort()).toEqual(common);
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
    const all = [read("web/language_files.ts"), ...sources.map(([, source]) => source)].join("\n");
    const begun = [...all.matchAll(/`([a-z]+-[a-zA-Z-]*)\$\{/g)].map(([, head = ""]) => head);
    const unused = own.filter((key) => {
      const bare = key.replace(/^reason-/, "");
      return !all.includes(`"${key}"`) && !all.includes(`"${bare}"`) && !begun.some((head) => key.startsWith(head));
    });
    expect(unused).toEqual([]);
  });

  it("are found by the first language of the browser that we have", () => {
    expect(preferred(["xx-AT", "ru-RU", "en"])).toBe("ru");
    expect(preferred(["xx"])).toBe("en");
    expect(LANGUAGES[0]).toBe("en");
  });

  it("name their language as they call it themselves", async () => {
    for (const lang of LANGUAGES) expect(languageName(lang)).toBe((await load(lang)).text("language-name"));
    expect([languageName("ru"), languageName("xx")]).toEqual(["Русский", "xx"]);
  });

  it("that are nowhere are shown as their keys, and optional ones not at all", () => {
    const words = new Words("ru", ["a = { $n } да"]);
    expect([words.text("a", { n: 1 }), words.text("c"), words.optional("c")]).toEqual(["1 да", "c", ""]);
    expect([words.has("a"), words.has("c"), words.lang]).toEqual([true, false, "ru"]);
  });

  it("write a minus sign where a number is negative", () => {
    const words = new Words("en", ["a = { $n }"]);
    const shown = [-3, "-3", "6-7-7", "a-1", "я-1", "(-1)", "- 1"].map((n) => words.text("a", { n }));
    expect(shown).toEqual(["−3", "−3", "6-7-7", "a-1", "я-1", "(−1)", "- 1"]);
  });

  it("of a game stand before the common ones", async () => {
    const common = await load("en");
    for (const name of names) {
      const words = await common.game(name);
      expect(words.text("game")).toBe(common.text(`game-${name}`));
    }
    const said = new Words("en", ["close = Shut\ncancel = Leave", "close = Slam"]);
    expect([said.text("close"), said.text("cancel")]).toEqual(["Slam", "Leave"]);
    expect((await common.game("nobody-knows")).text("close")).toBe(common.text("close"));
  });

  it("make the sentence of a reason", async () => {
    const words = await load("en");
    expect(words.reason({ key: "not-a-card", numbers: { text: "XX" } })).toContain("Not a card: XX");
  });
});
