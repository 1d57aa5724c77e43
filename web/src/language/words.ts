// The translated messages of one language, in Fluent format.
import { FluentBundle, FluentResource } from "@fluent/bundle";
import languages from "virtual:words";
import type { Reason } from "../client/protocol";

export type Values = Record<string, string | number>;

const MINUS = /(?<![\p{L}\p{N}_-])-(?=\p{Nd})/gu;

/** The languages that can be chosen, English first. */
export const LANGUAGES: readonly string[] = Object.keys(languages);

/** Return the name of a language in that language, such as `Русский`. */
export const languageName = (lang: string): string => languages[lang]?.name ?? lang;

/** Return the first requested language that is supported; English if none is. */
export function preferredLanguage(requested: readonly string[]): string {
  const stems = requested.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return stems.find((lang) => LANGUAGES.includes(lang)) ?? "en";
}

/** `sources` are the texts of .ftl files; later ones replace earlier messages. Messages that a language lacks are
 * included in English (language_files.ts). */
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

  /** Return a message with its arguments filled in. A missing message is shown as its key, so that the game goes on. */
  text(key: string, values: Values = {}): string {
    const pattern = this.#bundle.getMessage(key)?.value;
    return pattern == null ? key : this.#bundle.formatPattern(pattern, values, []).replace(MINUS, "−");
  }

  /** Return a message that not every game has; "" if this game lacks it. */
  optional(key: string, values: Values = {}): string {
    return this.has(key) ? this.text(key, values) : "";
  }

  /** Return the message of a reason that names no players, cards or calls. */
  reason({ key, numbers }: Reason): string {
    const plain = (value: Reason["numbers"][string]) => (Array.isArray(value) ? value.join(", ") : value);
    const values = Object.entries(numbers).map(([name, value]) => [name, plain(value)]);
    return this.text(key, Object.fromEntries(values));
  }

  /** Load the messages of a game, on top of these. */
  async game(name: string): Promise<Words> {
    return this.#more(languages[this.lang]?.games[name], languages[this.lang]?.tables[name]);
  }

  /** Load the game's messages for setting up a table, on top of these. */
  async setup(name: string): Promise<Words> {
    return this.#more(languages[this.lang]?.games[name]);
  }

  /** Load the rules of a game in prose, on top of these. */
  async prose(name: string): Promise<Words> {
    return this.#more(languages[this.lang]?.prose[name]);
  }

  /** Load the messages of some topics (used on some pages only), on top of these. */
  async topics(names: readonly string[]): Promise<Words> {
    return this.#more(...names.map((name) => languages[this.lang]?.topics[name]));
  }

  async #more(...loads: ((() => Promise<{ default: string }>) | undefined)[]): Promise<Words> {
    const modules = await Promise.all(loads.map((load) => load?.()));
    return new Words(this.lang, [...this.sources, ...modules.flatMap((module) => (module ? [module.default] : []))]);
  }
}

/** Load the messages of a language that are common to all games. */
export async function load(lang: string): Promise<Words> {
  const commonModule = await languages[lang]?.common();
  return new Words(lang, commonModule ? [commonModule.default] : []);
}
