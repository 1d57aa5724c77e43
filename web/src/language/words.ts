// The words of one language: Fluent messages.
import { FluentBundle, FluentResource } from "@fluent/bundle";
import languages from "virtual:words";
import type { Reason } from "../client/protocol";

export type Values = Record<string, string | number>;

const MINUS = /(?<![\p{L}\p{N}_-])-(?=\p{Nd})/gu;

/** The languages that can be chosen. English comes first. */
export const LANGUAGES: readonly string[] = Object.keys(languages);

/** Return the name of a language in that language: `Русский`. */
export const languageName = (lang: string): string => languages[lang]?.name ?? lang;

/** Return the first language asked for that we speak. */
export function preferred(asked: readonly string[]): string {
  const stems = asked.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return stems.find((lang) => LANGUAGES.includes(lang)) ?? "en";
}

/** `sources` are the texts of .ftl files; later ones replace earlier messages. What a language lacks is in them in
 * English (language_files.ts). */
export class Words {
  readonly #bundle: FluentBundle;

  constructor(
    readonly lang: string,
    readonly sources: readonly string[],
  ) {
    this.#bundle = new FluentBundle(lang, { useIsolating: false });
    for (const source of sources) this.#bundle.addResource(new FluentResource(source), { allowOverrides: true });
  }

  has(key: string): boolean {
    return this.#bundle.hasMessage(key);
  }

  /** Return a message with its places filled. A missing one is shown as its key, never an error: the game goes on. */
  text(key: string, values: Values = {}): string {
    const pattern = this.#bundle.getMessage(key)?.value;
    return pattern == null ? key : this.#bundle.formatPattern(pattern, values, []).replace(MINUS, "−");
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
    return this.#more(languages[this.lang]?.games[name], languages[this.lang]?.tables[name]);
  }

  /** Load those of them with which a table is set up. */
  async setup(name: string): Promise<Words> {
    return this.#more(languages[this.lang]?.games[name]);
  }

  /** Load the rules of a game in prose, to stand on top of these. */
  async prose(name: string): Promise<Words> {
    return this.#more(languages[this.lang]?.prose[name]);
  }

  /** Load the words of what is spoken of on some pages only, to stand on top of these. */
  async topics(names: readonly string[]): Promise<Words> {
    return this.#more(...names.map((name) => languages[this.lang]?.topics[name]));
  }

  async #more(...loads: ((() => Promise<{ default: string }>) | undefined)[]): Promise<Words> {
    const found = await Promise.all(loads.map((load) => load?.()));
    return new Words(this.lang, [...this.sources, ...found.flatMap((one) => (one ? [one.default] : []))]);
  }
}

/** Load the words of a language common to all games. */
export async function load(lang: string): Promise<Words> {
  const found = await languages[lang]?.common();
  return new Words(lang, found ? [found.default] : []);
}
