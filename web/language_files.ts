// Bundle the .ftl files for the client: the messages of each language, and the characters that the fonts need.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
/** The build mode for a static server, where every table is hosted on the player's device. */
export const SITE = "site";
const SOURCES = path("../src/prikup");
const OWN = path("src/words");
/** The folders of the messages that a page without a game needs. */
const COMMON = [...["locale", "table", "server"].map((folder) => join(SOURCES, folder)), OWN];

/** Messages for server administrators only, shown in a terminal. */
const BEHIND = /^(audit|backup|database|tool)-/;

/** Messages about a finished match, one of its deals, or an analysed position. */
const STUDY =
  /^(reviewed|find|analyse|open|paste|compared|unverified|imported|upload)-|^match-(?!(somebody|begun|over|not-over)$)|^matches-(game|preset|deals)$/;

/** Topics, whose messages are used on some pages only: by name, the pattern of their keys in the common folders, and a
 * folder of their own. */
const TOPICS: ReadonlyMap<string, { keys: RegExp; folder?: string }> = new Map([
  ["account", { keys: /^account-/ }],
  ["device", { keys: /^device-/ }],
  ["fair", { keys: /^(fair|check|checked|practice|compared)-/ }],
  ["problems", { keys: /^problem-/, folder: join(SOURCES, "problems") }],
  ["score", { keys: /^(scorer|shared)-/, folder: join(SOURCES, "scorer") }],
  ["statistics", { keys: /^(statistics|unverified|imported)-|^matches-(?!(title|again)$)/ }],
  ["study", { keys: STUDY, folder: join(SOURCES, "review") }],
]);

/** Prefix of the messages that replace, on a static site, those that mention a server. */
const ALONE = /^alone-/;

/** Messages about the events of a deal or a reduced level: they are loaded with those of the game, though they are the
 * same in all games. */
const TOLD = /^(did|note|sparing|tricks|coached)-/;

/** The languages that have a file in the folder of common messages, English first. */
export const LANGUAGES: readonly string[] = [
  "en",
  ...languages(join(SOURCES, "locale")).filter((lang) => lang !== "en"),
];

/** Return the languages that have a file in a folder. */
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

/** The folders of all messages that the browser uses. */
const FOLDERS = [...COMMON, ...[...TOPICS.values()].flatMap(({ folder }) => folder ?? []), ...GAMES.values()];

/** The messages of an .ftl text, as source text by key. */
export type Messages = ReadonlyMap<string, string>;

export function messages(text: string): Messages {
  const entries = text.split(/^(?=[a-zA-Z#-])/m).map((entry) => entry.trimEnd());
  const keyed = entries.map((entry) => [/^([a-zA-Z][\w-]*) *=/.exec(entry)?.[1] ?? "", entry] as const);
  return new Map(keyed.filter(([key]) => key));
}

/** Return the messages of a folder in a language; none if the file does not exist yet. */
function written(folder: string, lang: string): Messages {
  const file = join(folder, `${lang}.ftl`);
  return messages(existsSync(file) ? readFileSync(file, "utf-8") : "");
}

/** Return the lobby's messages about each game, `game-NAME` and `about-NAME`, without the game's other messages. */
function introductions(lang: string): Messages {
  const said = [...GAMES].flatMap(([game, folder]) =>
    [...written(folder, lang)]
      .filter(([key]) => key === "game" || key === "about")
      .map(([key, entry]): [string, string] => [`${key}-${game}`, entry.replace(key, `${key}-${game}`)]),
  );
  return new Map(said);
}

/** Messages of the common folders that are loaded separately: with a topic, with a deal, on static sites only, or not
 * at all. */
const APART = [ALONE, BEHIND, TOLD, ...[...TOPICS.values()].map(({ keys }) => keys)];

/** Return the messages of the common folders whose keys match. */
const commonOf = (lang: string, keys: RegExp): [string, string][] =>
  COMMON.flatMap((folder) => [...written(folder, lang)].filter(([key]) => keys.test(key)));

const common = (lang: string): Messages =>
  new Map(
    [introductions(lang), ...COMMON.map((folder) => written(folder, lang))]
      .flatMap((found) => [...found])
      .filter(([key]) => !APART.some((apart) => apart.test(key))),
  );

/** Return the messages of a topic, in addition to the common ones. */
function ofTopic(name: string, lang: string): Messages {
  const topic = TOPICS.get(name);
  if (!topic) throw new Error(name);
  return new Map([...(topic.folder ? written(topic.folder, lang) : []), ...commonOf(lang, topic.keys)]);
}

/** Return messages with those replaced that differ on a static site, which has no server. */
export function alone(said: Messages, own: Messages): Messages {
  const instead = (key: string): string | undefined => own.get(`alone-${key}`)?.replace(ALONE, "");
  return new Map([...said].map(([key, entry]) => [key, instead(key) ?? entry]));
}

/** Return `said`, completed by the English messages that are not translated yet. */
export function filled(said: Messages, english: Messages, elsewhere: Messages = new Map()): string {
  const lacking = [...english].filter(([key]) => !said.has(key) && !elsewhere.has(key));
  return [...said.values(), ...lacking.map(([, entry]) => entry)].join("\n") + "\n";
}

/** The parts of a game's messages: for setting up a table (""), for playing at one, and the rules in prose, a single
 * message that is two fifths of all text and is read by itself. */
const TABLE = "table";
const PROSE = "rules";
const SETUP = /^(game|about|front|brief|option|preset)(-|$)/;
/** Prefix of a topic in the position of a game's name. */
export const TOPIC = "~";

/** Return the part of a game's messages that a key belongs to. */
const partOf = (key: string): string => (key === PROSE ? PROSE : SETUP.test(key) ? "" : TABLE);

/** Return the source text of the common messages, of a topic, or of one part of a game's messages; English fills
 * gaps. */
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

/** Return a single-line message without its key; undefined if the language lacks it. */
const oneLine = (folder: string, lang: string, key: string): string | undefined =>
  written(folder, lang).get(key)?.replace(/^[^=]*= */, "");

/** Return the name of a language in that language. */
const ownName = (lang: string): string => oneLine(join(SOURCES, "locale"), lang, "language-name") ?? lang;

/** Return the error text, in every language, for a page whose scripts failed to load: no language has been chosen
 * then. */
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

/** Return the source of a map from each language to its native name and message loaders, including these topics. */
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

/** The plugin for the virtual modules with messages: `virtual:words` maps languages to loaders;
 * `virtual:words/LANGUAGE` has the common messages, `virtual:words/LANGUAGE/~TOPIC` those of a topic, and
 * `virtual:words/LANGUAGE/GAME`, `virtual:words/LANGUAGE/GAME/table` and `virtual:words/LANGUAGE/GAME/rules` the parts
 * of a game's. */
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

/** Letters likely to occur in players' names, and signs that players type or the page writes. */
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
