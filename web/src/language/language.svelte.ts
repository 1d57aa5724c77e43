// The messages of the current language, as reactive state: components redraw when it changes.
import type { Reason } from "../client/protocol";
import { load, Words, type Values } from "./words";

class Language {
  #now = $state.raw(new Words("en", []));
  #wanted = "";
  #topics = new Set<string>();
  /** The number of language requests so far, and the one whose messages are in use. */
  #asked = 0;
  #spoken = 0;

  /** Has no messages until the first language has been loaded. */
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

  /** Return these messages with a game's added; ask again when `lang` has changed. */
  game(name: string): Promise<Words> {
    return this.#now.game(name);
  }

  /** Return these messages with those added that are needed to set up a table of a game. */
  setup(name: string): Promise<Words> {
    return this.#now.setup(name);
  }

  /** Add the messages of a topic (used on some pages only) to the current language and all later ones. */
  async topic(name: string): Promise<void> {
    if (this.#topics.has(name)) return;
    this.#topics.add(name);
    if (!this.#wanted) return; // they are loaded with the first language
    try {
      await this.speak(this.#wanted);
    } catch (error) {
      this.#topics.delete(name);
      throw error;
    }
  }

  /** Switch to a language; resolves when it is loaded, or ignored because another was requested meanwhile. */
  async speak(lang: string): Promise<void> {
    this.#wanted = lang;
    this.#asked += 1;
    const asked = this.#asked;
    const common = await load(lang);
    const loaded = await common.topics([...this.#topics]);
    if (lang === this.#wanted && asked > this.#spoken) [this.#spoken, this.#now] = [asked, loaded];
  }
}

export const words = new Language();
