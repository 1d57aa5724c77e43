// What screen readers say: sentences in order, gathered while one is being read, the newest question last.

/** Of all that waits, so many sentences are said; older ones the table itself has overtaken. */
const MOST = 6;
/** How long a reader takes, about. */
const PER_LETTER = 45;
const SHORTEST = 500;
const KEPT = 3;

export interface Line {
  id: number;
  text: string;
}

export class Announcer {
  /** The last paragraphs said; a new one is added at the end. */
  lines: readonly Line[] = $state.raw([]);
  #waiting: string[] = [];
  #question = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  /** `question`: what one is asked now; an older question is not said any more. */
  say(sentences: readonly string[], question = ""): void {
    this.#waiting = [...this.#waiting, ...sentences].filter(Boolean).slice(-MOST);
    this.#question = question;
    if (this.#timer === undefined) this.#speak();
  }

  /** Say all of this now: somebody has asked for it. */
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
