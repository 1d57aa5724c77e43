// The words of the game that a page speaks of, in the language that is spoken now.
import { words } from "./language.svelte";
import type { Words } from "./words";

export class GameWords {
  /** Whether the words that were asked for last could not be loaded. */
  failed = $state(false);
  #loaded: { name: string; words: Words } | undefined = $state.raw();
  #asked = 0;

  /** `setup`: the page needs only the words with which a table is set up. */
  constructor(private readonly setup = false) {}

  /** The words of a game, once they are loaded. */
  of(name: string | undefined): Words | undefined {
    return this.#loaded?.name === name ? this.#loaded?.words : undefined;
  }

  /** Load the words of a game, unless others are asked for meanwhile. */
  async learn(name: string): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    this.failed = false;
    const found = await (this.setup ? words.setup(name) : words.game(name)).catch(() => undefined);
    if (asked !== this.#asked) return;
    if (found) this.#loaded = { name, words: found };
    else this.failed = true;
  }
}
