// What the build makes of the .ftl files: the words of each language, and the letters that the fonts need.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
/** The mode in which a folder for any static server is built, where every table stands on the device of who plays. */
export const SITE = "site";
const SOURCES = path("../src/prikup");
const OWN = path("src/words");
/** The folders of the words that a page without a game needs. */
const COMMON = [...["locale", "table", "server"].map((folder) => join(SOURCES, folder)), OWN];

/** The messages that only who runs a server reads, in a terminal. */
const BEHIND = /^(audit|backup|database|tool)-/;

/** What is said where a finished match, a deal of one or a position is looked at. */
const STUDY =
  /^(reviewed|find|analyse|open|paste|compared|unverified|imported|upload)-|^match-(?!(somebody|begun|over|not-over)$)|^matches-(game|preset|deals)$/;

/** What is spoken of on some pages only, by name: the messages among the common ones that are about it, and a folder. */
const TOPICS: ReadonlyMap<string, { keys: RegExp; folder?: string }> = new Map([
  ["account", { keys: /^account-/ }],
  ["device", { keys: /^device-/ }],
  ["fair", { keys: /^(fair|check|checked|practice|compared)-/ }],
  ["problems", { keys: /^problem-/, folder: join(SOURCES, "problems") }],
  ["score", { keys: /^(scorer|shared)-/, folder: join(SOURCES, "scorer") }],
  ["statistics", { keys: /^(statistics|unverified|imported)-|^matches-(?!(title|again)$)/ }],
  ["study", { keys: STUDY, folder: join(SOURCES, "review") }],
]);

/** What a site says in place of the message behind this, which speaks of a server. */
const ALONE = /^alone-/;

/** What happens in a deal, and who thinks of less there, is told with the words of its game, though it is the same in all. */
const TOLD = /^(did|note|sparing|tricks|coached)-/;

/** The languages that there is a file for among the words common to all games. English comes first. */
export const LANGUAGES: readonly string[] = [
  "en",
  ...languages(join(SOURCES, "locale")).filter((lang) => lang !== "en"),
];

/** Return the languages that there are files for in a folder. */
export function languages(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".ftl")).map((name) => basename(name, ".ftl")).sort();
}

/** The folders of the games, by name. */
export const GAMES: ReadonlyMap<string, string> = new Map(
  readdirSync(join(SOURCES, "games"))
    .sort()
    .map((name) => join(SOURCES, "games", name))
    .filter((folder) => existsSync(join(folder, "en.ftl")))
    .map((folder) => [basename(folder).replaceAll("_", "-"), folder]),
);

/** The folders of all words that the browser says. */
const FOLDERS = [...COMMON, ...[...TOPICS.values()].flatMap(({ folder }) => folder ?? []), ...GAMES.values()];

/** The messages of a text by key, each as it is written. */
export type Messages = ReadonlyMap<string, string>;

export function messages(text: string): Messages {
  const entries = text.split(/^(?=[a-zA-Z#-])/m).map((entry) => entry.trimEnd());
  const keyed = entries.map((entry) => [/^([a-zA-Z][\w-]*) *=/.exec(entry)?.[1] ?? "", entry] as const);
  return new Map(keyed.filter(([key]) => key));
}

/** Return the messages of a folder in a language; a file that is not written yet has none. */
function written(folder: string, lang: string): Messages {
  const file = join(folder, `${lang}.ftl`);
  return messages(existsSync(file) ? readFileSync(file, "utf-8") : "");
}

/** What the lobby says of each game, `game-NAME` and `about-NAME`, without the rest of its words. */
function introductions(lang: string): Messages {
  const said = [...GAMES].flatMap(([game, folder]) =>
    [...written(folder, lang)]
      .filter(([key]) => key === "game" || key === "about")
      .map(([key, entry]): [string, string] => [`${key}-${game}`, entry.replace(key, `${key}-${game}`)]),
  );
  return new Map(said);
}

/** The messages of the common folders that only those pages need that speak of a topic or show a deal, or that none does. */
const APART = [ALONE, BEHIND, TOLD, ...[...TOPICS.values()].map(({ keys }) => keys)];

/** Return the messages of the common folders with these keys. */
const commonOf = (lang: string, keys: RegExp): [string, string][] =>
  COMMON.flatMap((folder) => [...written(folder, lang)].filter(([key]) => keys.test(key)));

const common = (lang: string): Messages =>
  new Map(
    [introductions(lang), ...COMMON.map((folder) => written(folder, lang))]
      .flatMap((found) => [...found])
      .filter(([key]) => !APART.some((apart) => apart.test(key))),
  );

/** Return what is said of a topic, beside the common words. */
function ofTopic(name: string, lang: string): Messages {
  const topic = TOPICS.get(name);
  if (!topic) throw new Error(name);
  return new Map([...(topic.folder ? written(topic.folder, lang) : []), ...commonOf(lang, topic.keys)]);
}

/** Return some messages as a site says them, where there is no server. */
export function alone(said: Messages, own: Messages): Messages {
  const instead = (key: string): string | undefined => own.get(`alone-${key}`)?.replace(ALONE, "");
  return new Map([...said].map(([key, entry]) => [key, instead(key) ?? entry]));
}

/** Return `said` and, of the English messages, those for which there are no words yet. */
export function filled(said: Messages, english: Messages, elsewhere: Messages = new Map()): string {
  const lacking = [...english].filter(([key]) => !said.has(key) && !elsewhere.has(key));
  return [...said.values(), ...lacking.map(([, entry]) => entry)].join("\n") + "\n";
}

/** The parts of a game's words: those with which a table is set up (""), all that is said at one, and the rules in prose,
 * a message that is two fifths of the words and is read by itself. */
const TABLE = "table";
const PROSE = "rules";
const SETUP = /^(game|about|front|brief|option|preset)(-|$)/;
/** A topic stands behind it where a game's name does. */
export const TOPIC = "~";

/** Return the part of a game's words that a message belongs to. */
const partOf = (key: string): string => (key === PROSE ? PROSE : SETUP.test(key) ? "" : TABLE);

/** Return the words common to all games, those of a topic, or a part of those that a game puts on top; English fills in. */
function words(lang: string, game: string | undefined, wanted: string, ofSite: boolean): string {
  const told = (said: Messages, spoken: string): Messages => (ofSite ? alone(said, written(OWN, spoken)) : said);
  if (game === undefined) return filled(told(common(lang), lang), told(common("en"), "en"));
  if (game.startsWith(TOPIC)) {
    const topic = game.slice(TOPIC.length);
    return filled(told(ofTopic(topic, lang), lang), told(ofTopic(topic, "en"), "en"));
  }
  const folder = GAMES.get(game) ?? "";
  const deal = (spoken: string) => (wanted === TABLE ? commonOf(spoken, TOLD) : []);
  const part = (spoken: string) =>
    new Map([...deal(spoken), ...[...written(folder, spoken)].filter(([key]) => partOf(key) === wanted)]);
  return filled(part(lang), part("en"), common(lang));
}

/** Return a message of one line without its key; nothing if a language has none. */
const oneLine = (folder: string, lang: string, key: string): string | undefined =>
  written(folder, lang).get(key)?.replace(/^[^=]*= */, "");

/** Return the name of a language in that language. */
const ownName = (lang: string): string => oneLine(join(SOURCES, "locale"), lang, "language-name") ?? lang;

/** Return what a page says whose scripts did not come, in every language: none has been chosen. */
function unloaded(): string {
  const sentences = LANGUAGES.map((lang) => ({
    lang,
    what: oneLine(OWN, lang, "page-unloaded"),
    again: oneLine(OWN, lang, "page-reload"),
  }));
  return sentences
    .filter(({ what, again }) => what !== undefined && again !== undefined)
    .map(({ lang, what, again }) => `<p lang="${lang}">${what} <a href="">${again}</a></p>`)
    .join("\n      ");
}

/** Return the source of a map from each language to its own name and what loads its words, those of these topics too. */
function loaders(spoken: readonly string[]): string {
  const load = (...names: string[]) => `() => import("virtual:words/${names.join("/")}")`;
  const byLanguage = LANGUAGES.map((lang) => {
    const each = (...part: string[]) =>
      [...GAMES.keys()].map((game) => `${JSON.stringify(game)}: ${load(lang, game, ...part)}`).join(", ");
    const topics = spoken.map((topic) => `${topic}: ${load(lang, TOPIC + topic)}`).join(", ");
    const name = JSON.stringify(ownName(lang));
    const loads = `common: ${load(lang)}, games: { ${each()} }, tables: { ${each(TABLE)} }, prose: { ${each(PROSE)} }, topics: { ${topics} }`;
    return `${JSON.stringify(lang)}: { name: ${name}, ${loads} }`;
  });
  return `export default { ${byLanguage.join(", ")} };`;
}

/** `virtual:words` loads the words of a language, `virtual:words/LANGUAGE`, those of a topic, `virtual:words/LANGUAGE/~TOPIC`,
 * and of a game the parts `virtual:words/LANGUAGE/GAME`, `virtual:words/LANGUAGE/GAME/table` and
 * `virtual:words/LANGUAGE/GAME/rules`. */
export function languageFiles(): Plugin {
  const topics = [...TOPICS.keys()];
  let ofSite = false;
  return {
    name: "language-files",
    configResolved({ mode }) {
      ofSite = mode === SITE;
    },
    resolveId: (id) => (/^virtual:words(\/|$)/.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [head, lang, game, part] = id.split("/");
      if (head !== "\0virtual:words") return undefined;
      for (const folder of FOLDERS)
        for (const one of languages(folder)) this.addWatchFile(join(folder, `${one}.ftl`));
      return lang === undefined ? loaders(topics) : `export default ${JSON.stringify(words(lang, game, part ?? "", ofSite))};`;
    },
    transformIndexHtml: (html) => html.replace("<!-- unloaded -->", unloaded),
  };
}

/** Letters that names of players are likely to have, and signs that players type or the page writes. */
const MORE = "ÄÖÅÜäöåüßÉéÈèŠšĐđČčĆćŽž«»“”„‘’–—…·•×÷−½°№";

/** Return the characters that the fonts need: those of all .ftl files, and those that players type. */
export function letters(): string {
  const texts = FOLDERS.flatMap((folder) =>
    languages(folder).map((lang) => readFileSync(join(folder, `${lang}.ftl`), "utf-8")),
  );
  const typed = Array.from({ length: 95 }, (_, n) => String.fromCodePoint(32 + n));
  const found = [...new Set([...texts.join(""), ...typed, ...MORE])].filter((letter) => letter !== "\n");
  const capitals = found.filter((letter) => /\p{Ll}/u.test(letter)).map((letter) => letter.toUpperCase());
  return [...new Set([...found, ...capitals])].sort().join("");
}
