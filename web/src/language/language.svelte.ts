// The words of the chosen language: whatever draws with them is drawn again when it changes.
import type { Reason } from "../client/protocol";
import { load, Words, type Values } from "./words";

class Language {
  #now = $state.raw(new Words("en", []));
  #wanted = "";
  #studied = false;

  /** Without a message until the first language has been loaded. */
  get now(): Words {
    return this.#now;
  }

  get lang(): string {
    return this.#now.lang;
  }

  has(key: string): boolean {
    return this.#now.has(key);
  }

  text(key: string, values?: Values): string {
    return this.#now.text(key, values);
  }

  optional(key: string, values?: Values): string {
    return this.#now.optional(key, values);
  }

  reason(reason: Reason): string {
    return this.#now.reason(reason);
  }

  /** Load the words of a game too; ask again when `lang` has changed. */
  game(name: string): Promise<Words> {
    return this.#now.game(name);
  }

  /** Load those of them with which a table is set up. */
  setup(name: string): Promise<Words> {
    return this.#now.setup(name);
  }

  /** Have the words of the pages of open hands too, from now on in every language. */
  async study(): Promise<void> {
    if (this.#studied) return;
    this.#studied = true;
    const before = this.#now;
    if (!before.sources.length) return; // they come with the first language
    const loaded = await before.study();
    if (before === this.#now) this.#now = loaded;
  }

  /** Resolves once everything is said in this language, unless another has been asked for meanwhile. */
  async speak(lang: string): Promise<void> {
    this.#wanted = lang;
    const common = await load(lang);
    const loaded = this.#studied ? await common.study() : common;
    if (lang === this.#wanted) this.#now = loaded;
  }
}

export const words = new Language();
