// Bundle the .ftl files for the client: the messages of each language, and the characters that the fonts need.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
/** The build mode for a static server, where every table is hosted on the player's device. */
export const SITE = "site";
const SOURCES = path("../src/prikup");
const SITE_MESSAGES = path("src/words");
/** The folders of the messages that a page without a game needs. */
const COMMON = [...["locale", "table", "server"].map((folder) => join(SOURCES, folder)), SITE_MESSAGES];

/** Messages for server administrators only, shown in a terminal. */
const BEHIND = /^(audit|backup|database|mailed|notices|tool)-/;

/** Messages about a finished match, one of its deals, or an analysed position. */
const STUDY = new RegExp(
  "^(reviewed|find|analyse|open(?!-excludes$)|paste|link|compared|unverified|imported|upload)-|" +
    "^match-(?!(somebody|begun|over|not-over)$)|^matches-(game|preset|deals)$|^rated-now$",
);

/** Topics, whose messages are used on some pages only: by name, the pattern of their keys in the common folders, and a
 * folder of their own. */
const TOPICS: ReadonlyMap<string, { keys: RegExp; folder?: string }> = new Map([
  ["account", { keys: /^account-(?!(needed|young)$)/ }],
  ["away", { keys: /^(away-(?!seconds$)|(mail|notice-kind|push|zone)-)/ }],
  ["device", { keys: /^device-/ }],
  ["fair", { keys: /^(fair|check|checked|practice|compared)-/ }],
  ["opentables", { keys: /^(lobby-open|options-after)(-|$)|^(minutes-some|not-rated|account-young)$/ }],
  ["people", { keys: /^friends-page-/ }],
  ["problems", { keys: /^problem-/, folder: join(SOURCES, "problems") }],
  ["ratings", { keys: /^((ratings|profile)-|statistics-missing$)/ }],
  ["rules", { keys: /^rules-/ }],
  ["seek", { keys: /^(seek-(?!wait$)|partner-|lane-)|^(found-other|setup-finding)$/ }],
  ["score", { keys: /^(scorer|shared)-/, folder: join(SOURCES, "scorer") }],
  ["statistics", { keys: /^(statistics|unverified|import|imported)-|^matches-(?!(title|again)$)/ }],
  ["turns", { keys: /^(turns-(?!many$)|holiday-|next-table|options-turns|time-|turn-over$)/ }],
  ["study", { keys: STUDY, folder: join(SOURCES, "review") }],
]);

/** Prefix of the messages that replace, on a static site, those that mention a server. */
const STATIC_SITE_KEYS = /^alone-/;

/** Messages about the events of a deal, hints and their reasons, proposals, reported moves, a reduced level, a rated
 * match or a time limit: they are loaded with those of the game, though they are the same in all games. */
const TABLE_KEYS = new RegExp(
  "^(agree|because|declined|did|hint|note|proposal|report|sparing|tricks|coached)-|" +
    "^(undo|leave|host)-rated$|^(not-rated|seat-forfeited|live-forfeit)$|" +
    "^(resign|live-time|table-time|rest-rating)",
);

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
  const keyedEntries = entries.map((entry) => [/^([a-zA-Z][\w-]*) *=/.exec(entry)?.[1] ?? "", entry] as const);
  return new Map(keyedEntries.filter(([key]) => key));
}

/** Return the messages of a folder in a language; none if the file does not exist yet. */
function messagesOf(folder: string, lang: string): Messages {
  const file = join(folder, `${lang}.ftl`);
  return messages(existsSync(file) ? readFileSync(file, "utf-8") : "");
}

/** Return the lobby's messages about each game, `game-NAME` and `about-NAME`, without the game's other messages. */
function introductions(lang: string): Messages {
  const gameMessages = [...GAMES].flatMap(([game, folder]) =>
    [...messagesOf(folder, lang)]
      .filter(([key]) => key === "game" || key === "about")
      .map(([key, entry]): [string, string] => [`${key}-${game}`, entry.replace(key, `${key}-${game}`)]),
  );
  return new Map(gameMessages);
}

/** Messages of the common folders that are loaded separately: with a topic, with a deal, on static sites only, or not
 * at all. */
const APART = [STATIC_SITE_KEYS, BEHIND, TABLE_KEYS, ...[...TOPICS.values()].map(({ keys }) => keys)];

/** Return the messages of the common folders whose keys match. */
const commonOf = (lang: string, keys: RegExp): [string, string][] =>
  COMMON.flatMap((folder) => [...messagesOf(folder, lang)].filter(([key]) => keys.test(key)));

const common = (lang: string): Messages =>
  new Map(
    [introductions(lang), ...COMMON.map((folder) => messagesOf(folder, lang))]
      .flatMap((file) => [...file])
      .filter(([key]) => !APART.some((pattern) => pattern.test(key))),
  );

/** Return the messages of a topic, in addition to the common ones. */
function topicMessages(name: string, lang: string): Messages {
  const topic = TOPICS.get(name);
  if (!topic) throw new Error(name);
  return new Map([...(topic.folder ? messagesOf(topic.folder, lang) : []), ...commonOf(lang, topic.keys)]);
}

/** Return messages with those replaced that differ on a static site, which has no server. */
export function staticSiteMessages(common: Messages, siteMessages: Messages): Messages {
  const instead = (key: string): string | undefined => siteMessages.get(`alone-${key}`)?.replace(STATIC_SITE_KEYS, "");
  return new Map([...common].map(([key, entry]) => [key, instead(key) ?? entry]));
}

/** Return `translated`, completed by the English messages that are not translated yet. */
export function completeFile(translated: Messages, english: Messages, inOtherFiles: Messages = new Map()): string {
  const lacking = [...english].filter(([key]) => !translated.has(key) && !inOtherFiles.has(key));
  return [...translated.values(), ...lacking.map(([, entry]) => entry)].join("\n") + "\n";
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
function words(lang: string, game: string | undefined, section: string, forSite: boolean): string {
  const adapted = (common: Messages, language: string): Messages =>
    forSite ? staticSiteMessages(common, messagesOf(SITE_MESSAGES, language)) : common;
  if (game === undefined) return completeFile(adapted(common(lang), lang), adapted(common("en"), "en"));
  if (game.startsWith(TOPIC)) {
    const topic = game.slice(TOPIC.length);
    return completeFile(adapted(topicMessages(topic, lang), lang), adapted(topicMessages(topic, "en"), "en"));
  }
  const folder = GAMES.get(game) ?? "";
  const deal = (language: string) => (section === TABLE ? commonOf(language, TABLE_KEYS) : []);
  const part = (language: string) =>
    new Map([...deal(language), ...[...messagesOf(folder, language)].filter(([key]) => partOf(key) === section)]);
  return completeFile(part(lang), part("en"), common(lang));
}

/** Return a single-line message without its key; undefined if the language lacks it. */
const oneLine = (folder: string, lang: string, key: string): string | undefined =>
  messagesOf(folder, lang).get(key)?.replace(/^[^=]*= */, "");

/** Return the name of a language in that language. */
const ownName = (lang: string): string => oneLine(join(SOURCES, "locale"), lang, "language-name") ?? lang;

/** Return the error text, in every language, for a page whose scripts failed to load: no language has been chosen
 * then. */
function loadErrorText(): string {
  const sentences = LANGUAGES.map((lang) => ({
    lang,
    what: oneLine(SITE_MESSAGES, lang, "page-unloaded"),
    again: oneLine(SITE_MESSAGES, lang, "page-reload"),
  }));
  return sentences
    .filter(({ what: sentence, again: link }) => sentence !== undefined && link !== undefined)
    .map(({ lang, what: sentence, again: link }) => `<p lang="${lang}">${sentence} <a href="">${link}</a></p>`)
    .join("\n      ");
}

/** Return the source of a map from each language to its native name and message loaders, including these topics. */
function loaders(topicNames: readonly string[]): string {
  const load = (...names: string[]) => `() => import("virtual:words/${names.join("/")}")`;
  const languageLoaders = LANGUAGES.map((lang) => {
    const gameLoaders = (...part: string[]) =>
      [...GAMES.keys()].map((game) => `${JSON.stringify(game)}: ${load(lang, game, ...part)}`).join(", ");
    const topics = topicNames.map((topic) => `${topic}: ${load(lang, TOPIC + topic)}`).join(", ");
    const name = JSON.stringify(ownName(lang));
    const byGame = `games: { ${gameLoaders()} }, tables: { ${gameLoaders(TABLE)} }, prose: { ${gameLoaders(PROSE)} }`;
    const loads = `common: ${load(lang)}, ${byGame}, topics: { ${topics} }`;
    return `${JSON.stringify(lang)}: { name: ${name}, ${loads} }`;
  });
  return `export default { ${languageLoaders.join(", ")} };`;
}

/** The plugin for the virtual modules with messages: `virtual:words` maps languages to loaders;
 * `virtual:words/LANGUAGE` has the common messages, `virtual:words/LANGUAGE/~TOPIC` those of a topic, and
 * `virtual:words/LANGUAGE/GAME`, `virtual:words/LANGUAGE/GAME/table` and `virtual:words/LANGUAGE/GAME/rules` the parts
 * of a game's. */
export function languageFiles(): Plugin {
  const topics = [...TOPICS.keys()];
  let forSite = false;
  return {
    name: "language-files",
    configResolved({ mode }) {
      forSite = mode === SITE;
    },
    resolveId: (id) => (/^virtual:words(\/|$)/.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [head, lang, game, part] = id.split("/");
      if (head !== "\0virtual:words") return undefined;
      for (const folder of FOLDERS)
        for (const lang of languages(folder)) this.addWatchFile(join(folder, `${lang}.ftl`));
      return lang === undefined
        ? loaders(topics)
        : `export default ${JSON.stringify(words(lang, game, part ?? "", forSite))};`;
    },
    transformIndexHtml: (html) => html.replace("<!-- unloaded -->", loadErrorText),
  };
}

/** Letters likely to occur in players' names, and signs that players type or the page writes. */
const EXTRA_LETTERS = "ÄÖÅÜäöåüßÉéÈèŠšĐđČčĆćŽž«»“”„‘’–—…·•×÷−½°№";

/** Return the characters that the fonts need: those of all .ftl files, and those that players type. */
export function letters(): string {
  const texts = FOLDERS.flatMap((folder) =>
    languages(folder).map((lang) => readFileSync(join(folder, `${lang}.ftl`), "utf-8")),
  );
  const ascii = Array.from({ length: 95 }, (_, n) => String.fromCodePoint(32 + n));
  const letters = [...new Set([...texts.join(""), ...ascii, ...EXTRA_LETTERS])].filter((letter) => letter !== "\n");
  const capitals = letters.filter((letter) => /\p{Ll}/u.test(letter)).map((letter) => letter.toUpperCase());
  return [...new Set([...letters, ...capitals])].sort().join("");
}
