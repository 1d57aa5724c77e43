// Preload lists for the server: it knows the page, the game and the reader's language before the first script runs, and
// adds these elements to the document.
import type { Plugin, Rolldown } from "vite";
import { GAMES, LANGUAGES, TOPIC } from "./language_files.ts";
import { topicOf } from "./src/language/lazy_topics.ts";

/** The module that draws a page, and the one that connects it, which is loaded first, so that its socket opens while
 * the rest loads. */
const PAGES: Record<string, { drawn: string; connected?: string }> = {
  lobby: { drawn: "pages/Lobby.svelte" },
  table: { drawn: "pages/Table.svelte", connected: "table/state/table_state.svelte.ts" },
  waiting: { drawn: "pages/Waiting.svelte", connected: "table/state/table_state.svelte.ts" },
  fair: { drawn: "pages/Fair.svelte" },
  rules: { drawn: "pages/Rules.svelte" },
  account: { drawn: "pages/Account.svelte" },
  matches: { drawn: "pages/Matches.svelte" },
  match: { drawn: "pages/Match.svelte" },
  deal: { drawn: "pages/DealReview.svelte" },
  find: { drawn: "pages/FindBetter.svelte", connected: "table/state/table_state.svelte.ts" },
  shared: { drawn: "pages/SharedDeal.svelte" },
  problems: { drawn: "pages/Problems.svelte" },
  analyse: { drawn: "pages/Analyse.svelte" },
  embed: { drawn: "pages/Embed.svelte" },
  score: { drawn: "pages/Score.svelte" },
  people: { drawn: "pages/People.svelte" },
};
/** The pages on which a game is played or replayed. */
const PLAY_PAGES = ["table", "waiting", "match", "deal", "find"];
/** The fonts that every page in a language uses. */
const FONTS: readonly [letters: RegExp, file: RegExp][] = [
  [/./, /sans-latin-wght/],
  [/\p{Script=Cyrillic}/u, /sans-cyrillic-wght/],
];

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: ReadonlySet<string> } };

/** Return the chunk that contains a module. */
function chunkOf(bundle: Bundle, module: string): Chunk {
  const file = Object.values(bundle).find(
    (file) => file.type === "chunk" && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (file?.type !== "chunk") throw new Error(`no chunk has ${module}`);
  return file;
}

/** Return a chunk and all chunks that it imports, each once. */
function importClosure(bundle: Bundle, chunk: Chunk, collected = new Set<Chunk>()): Set<Chunk> {
  if (collected.has(chunk)) return collected;
  collected.add(chunk);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === "chunk") importClosure(bundle, imported, collected);
  }
  return collected;
}

/** Return an element that loads a file; a `late` one has low priority. */
const link = (kind: string, file: string, late = false): string =>
  `<link rel="${kind} crossorigin${late ? ' fetchpriority="low"' : ""} href="./${file}">`;

/** Return the elements that preload some chunks and their styles. */
function elements(chunks: readonly Chunk[]): string {
  const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  return [
    ...chunks.map(({ fileName }) => link('modulepreload"', fileName)),
    ...[...styles].map((file) => link('preload" as="style"', file)),
  ].join("");
}

/** Move the stylesheets before the scripts: nothing is painted before they are loaded. */
function stylesFirst(html: string): string {
  const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
  const unstyled = styles.reduce((text, style) => text.replace(style, ""), html);
  return unstyled.replace(/ *<script/, (script) => styles.join("") + script);
}

/** The plugin that writes the preload lists of all pages to `preloads.json`. */
export function preloads(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    enforce: "post",
    transformIndexHtml: { order: "post", handler: stylesFirst },
    generateBundle(_, bundle) {
      const startChunks = importClosure(bundle, chunkOf(bundle, "src/main.ts"));
      const chunks = (module: string, excluded: ReadonlySet<Chunk> = startChunks) =>
        [...importClosure(bundle, chunkOf(bundle, module))].filter((chunk) => !excluded.has(chunk));
      const page = ({ drawn, connected }: (typeof PAGES)[string]) => {
        const first = connected ? chunks(connected) : [];
        return elements(first) + elements(chunks(drawn, new Set([...startChunks, ...first])));
      };
      const fonts = (lang: string) =>
        FONTS.filter(([letters]) => letters.test(chunkOf(bundle, `virtual:words/${lang}`).code))
          .map(([, file]) => Object.keys(bundle).find((name) => file.test(name)))
          .map((name) => link('preload" as="font" type="font/woff2"', name ?? "", true))
          .join("");
      // At a table the first prompt takes precedence over fonts, which are loaded when the page is drawn.
      const pagePreloads = (lang: string) =>
        Object.entries(PAGES).map(([name, { connected }]) => {
          const topic = topicOf(name);
          const topicElements = topic ? elements(chunks(`virtual:words/${lang}/${TOPIC}${topic}`)) : "";
          return [`/${name}`, (connected ? "" : fonts(lang)) + topicElements];
        });
      const words = (lang: string) => {
        const games = [...GAMES.keys()].flatMap((game) => [
          [game, elements(chunks(`virtual:words/${lang}/${game}`))],
          ...PLAY_PAGES.map((page) => [`${game}/${page}`, elements(chunks(`virtual:words/${lang}/${game}/table`))]),
          [
            `${game}/rules`,
            ["table", "rules"].map((part) => elements(chunks(`virtual:words/${lang}/${game}/${part}`))).join(""),
          ],
        ]);
        return {
          "": elements(chunks(`virtual:words/${lang}`)),
          ...Object.fromEntries([...pagePreloads(lang), ...games]),
        };
      };
      const source = JSON.stringify({
        pages: Object.fromEntries(Object.entries(PAGES).map(([name, modules]) => [name, page(modules)])),
        words: Object.fromEntries(LANGUAGES.map((lang) => [lang, words(lang)])),
      });
      this.emitFile({ type: "asset", fileName: "preloads.json", source });
    },
  };
}
