// The messages of the current language, as reactive state: components redraw when it changes.
import type { Reason } from "../client/protocol";
import { load, Words, type Values } from "./words";

class Language {
  #current = $state.raw(new Words("en", []));
  #requestedLanguage = "";
  /** The topics asked for, each with the promise of its messages. */
  #topics = new Map<string, Promise<void>>();
  /** The number of language requests so far, and the one whose messages are in use. */
  #requests = 0;
  #spoken = 0;

  /** Has no messages until the first language has been loaded. */
  get current(): Words {
    return this.#current;
  }

  get lang(): string {
    return this.#current.lang;
  }

  has(key: string): boolean {
    return this.#current.has(key);
  }

  text(key: string, values?: Values): string {
    return this.#current.text(key, values);
  }

  optional(key: string, values?: Values): string {
    return this.#current.optional(key, values);
  }

  reason(reason: Reason): string {
    return this.#current.reason(reason);
  }

  /** Return these messages with a game's added; ask again when `lang` has changed. */
  game(name: string): Promise<Words> {
    return this.#current.game(name);
  }

  /** Return these messages with those added that are needed to set up a table of a game. */
  setup(name: string): Promise<Words> {
    return this.#current.setup(name);
  }

  /** Add the messages of a topic (used on some pages only) to the current language and all later ones; resolves when
   * they are loaded, also for a caller who was not the first. */
  topic(name: string): Promise<void> {
    const requested = this.#topics.get(name);
    if (requested) return requested;
    const loaded = this.#loadTopic(name);
    this.#topics.set(name, loaded);
    return loaded;
  }

  async #loadTopic(name: string): Promise<void> {
    if (!this.#requestedLanguage) return; // they are loaded with the first language
    try {
      await this.switchTo(this.#requestedLanguage);
    } catch (error) {
      this.#topics.delete(name);
      throw error;
    }
  }

  /** Switch to a language; resolves when it is loaded, or ignored because another was requested meanwhile. */
  async switchTo(lang: string): Promise<void> {
    this.#requestedLanguage = lang;
    this.#requests += 1;
    const requestNumber = this.#requests;
    const common = await load(lang);
    const loadedWords = await common.topics([...this.#topics.keys()]);
    if (lang === this.#requestedLanguage && requestNumber > this.#spoken)
      [this.#spoken, this.#current] = [requestNumber, loadedWords];
  }
}

export const words = new Language();
