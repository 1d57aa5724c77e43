// The words of the chosen language: whatever draws with them is drawn again when it changes.
import type { Reason } from "../client/protocol";
import { load, Words, type Values } from "./words";

class Language {
  #now = $state.raw(new Words("en", []));
  #wanted = "";
  #topics = new Set<string>();
  /** How often a language was asked for, and which of these times is spoken. */
  #asked = 0;
  #spoken = 0;

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

  /** Have the words of what is spoken of on some pages only, too, from now on in every language. */
  async topic(name: string): Promise<void> {
    if (this.#topics.has(name)) return;
    this.#topics.add(name);
    if (!this.#wanted) return; // they come with the first language
    try {
      await this.speak(this.#wanted);
    } catch (error) {
      this.#topics.delete(name);
      throw error;
    }
  }

  /** Resolves once everything is said in this language, unless another has been asked for meanwhile. */
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
