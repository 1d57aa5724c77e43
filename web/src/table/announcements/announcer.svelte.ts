// What screen readers say: sentences in order, gathered while others are being read, the newest question last.

/** How many of the events that wait are said, each with all its sentences, before a question: the table itself has
 * overtaken older ones. Where nothing is asked there is time for more of them. */
const MOST = 6;
const MOST_UNASKED = 30;
/** How long a screen reader takes for a letter, about, in milliseconds. */
const PER_LETTER = 45;
const SHORTEST = 500;
const KEPT = 3;

export interface Line {
  id: number;
  text: string;
}

export class Announcer {
  /** The last paragraphs said; new ones are added at the end. */
  lines: readonly Line[] = $state.raw([]);
  #waiting: string[] = [];
  #question = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  /** Say the sentences of an event when those before have been read; `question` is what is asked now, and an older one is not said
   * any more; where it is left out, what was asked before still waits. */
  say(sentences: readonly string[], question = this.#question): void {
    this.#question = question;
    this.#waiting = [...this.#waiting, sentences.filter(Boolean).join(" ")].filter(Boolean).slice(
      question ? -MOST : -MOST_UNASKED,
    );
    if (this.#timer === undefined) this.#speak();
  }

  /** Say all of this now: it was asked for. */
  read(sentences: readonly string[]): void {
    this.stop();
    this.#waiting = [...sentences];
    this.#question = "";
    this.#speak();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #speak(): void {
    this.#timer = undefined;
    const text = [...this.#waiting, this.#question].filter(Boolean).join(" ");
    this.#waiting = [];
    this.#question = "";
    if (!text) return;
    this.#count += 1;
    this.lines = [...this.lines, { id: this.#count, text }].slice(-KEPT);
    this.#timer = setTimeout(() => this.#speak(), Math.max(SHORTEST, text.length * PER_LETTER));
  }
}
