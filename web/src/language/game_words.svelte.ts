// The translated messages of the game that a page is about, in the current language.
import { words } from "./language.svelte";
import type { Words } from "./words";

export class GameWords {
  /** Whether the last request for messages failed. */
  hasFailed = $state(false);
  #loaded: { name: string; words: Words } | undefined = $state.raw();
  #requests = 0;

  /** `setup`: load only the messages for setting up a table. */
  constructor(private readonly setup = false) {}

  /** Return the messages of a game; undefined until they are loaded. */
  wordsOf(name: string | undefined): Words | undefined {
    return this.#loaded?.name === name ? this.#loaded?.words : undefined;
  }

  /** Load the messages of a game; a later call replaces this request. */
  async load(name: string): Promise<void> {
    this.#requests += 1;
    const requestNumber = this.#requests;
    this.hasFailed = false;
    const gameWords = await (this.setup ? words.setup(name) : words.game(name)).catch(() => undefined);
    if (requestNumber !== this.#requests) return;
    if (gameWords) this.#loaded = { name, words: gameWords };
    else this.hasFailed = true;
  }
}
