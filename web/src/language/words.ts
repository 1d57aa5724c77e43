// The words of one language: Fluent messages.
import { FluentBundle, FluentResource } from "@fluent/bundle";
import type { Reason } from "../client/protocol";

export type Values = Record<string, string | number>;

const COMMON = import.meta.glob<string[]>("../words/*.ts", { import: "default" });
const GAMES = import.meta.glob<string>("../../../src/prikup/games/*/*.ftl", { query: "?raw", import: "default" });
const MINUS = /(?<![\p{L}\p{N}_-])-(?=\p{Nd})/gu;

const stem = (path: string) => path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));

/** The languages that can be chosen. English comes first. */
export const LANGUAGES: readonly string[] = ["en", ...Object.keys(COMMON).map(stem).filter((lang) => lang !== "en")];

/** Return the first language asked for that we speak. */
export function preferred(asked: readonly string[]): string {
  const stems = asked.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return stems.find((lang) => LANGUAGES.includes(lang)) ?? "en";
}

function bundle(lang: string, sources: readonly string[]): FluentBundle {
  const made = new FluentBundle(lang, { useIsolating: false });
  for (const source of sources) made.addResource(new FluentResource(source), { allowOverrides: true });
  return made;
}

async function common(lang: string): Promise<string[]> {
  return (await COMMON[`../words/${lang}.ts`]?.()) ?? [];
}

async function ofGame(lang: string, game: string): Promise<string[]> {
  const load = GAMES[`../../../src/prikup/games/${game.replaceAll("-", "_")}/${lang}.ftl`];
  return load ? [await load()] : [];
}

/** `sources` are by language, that which is spoken first, the texts of its .ftl files; later ones replace earlier
 * messages, and languages that come later fill in. `lacking` hears of a message that is nowhere. */
export class Words {
  readonly lang: string;
  readonly #sources: ReadonlyMap<string, readonly string[]>;
  readonly #bundles: readonly FluentBundle[];

  constructor(
    sources: ReadonlyMap<string, readonly string[]>,
    readonly lacking: () => void = () => undefined,
  ) {
    this.lang = sources.keys().next().value ?? "en";
    this.#sources = sources;
    this.#bundles = [...sources].map(([lang, texts]) => bundle(lang, texts));
  }

  has(key: string): boolean {
    return this.#bundles.some((made) => made.hasMessage(key));
  }

  /** Return a message with its places filled. A missing one is shown as its key, never an error: the game goes on. */
  text(key: string, values: Values = {}): string {
    for (const made of this.#bundles) {
      const pattern = made.getMessage(key)?.value;
      if (pattern != null) return made.formatPattern(pattern, values, []).replace(MINUS, "−");
    }
    this.lacking();
    return key;
  }

  /** Return a message that not every game has; empty where this game has none. */
  optional(key: string, values: Values = {}): string {
    return this.has(key) ? this.text(key, values) : "";
  }

  /** Return the sentence of a reason, where no players, cards or calls are to be named. */
  reason({ key, numbers }: Reason): string {
    const plain = (value: Reason["numbers"][string]) => (Array.isArray(value) ? value.join(", ") : value);
    const values = Object.entries(numbers).map(([name, value]) => [name, plain(value)]);
    return this.text(key, Object.fromEntries(values));
  }

  /** Load the words of a game, to stand on top of these. */
  async game(name: string): Promise<Words> {
    const more = [...this.#sources].map(
      async ([lang, texts]) => [lang, [...texts, ...(await ofGame(lang, name))]] as const,
    );
    return new Words(new Map(await Promise.all(more)), this.lacking);
  }
}

/** Load the words common to all games, in a language, and in others that fill in. */
export async function load(langs: readonly string[], lacking?: () => void): Promise<Words> {
  const sources = langs.map(async (lang) => [lang, await common(lang)] as const);
  return new Words(new Map(await Promise.all(sources)), lacking);
}
