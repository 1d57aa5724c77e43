// What screen readers say, in lines: a question at once and before all else, and every event, in order. While lines are being
// read the next events are gathered; of these a whole trick is one short line.
import { settings } from "../../settings/settings.svelte";

/** How long a screen reader takes for a letter, about, in milliseconds, at the usual pace. */
const PER_LETTER = 45;
const SHORTEST = 500;
const KEPT = 3;

export interface Line {
  id: number;
  text: string;
}

/** A card of a trick, and once it is the last one the whole trick in one line. */
export interface TrickPart {
  number: number;
  whole: { cards: number; text: string } | null;
}

interface Waiting {
  text: string;
  trick: number | null;
}

export class Announcer {
  /** The last lines said; new ones are added at the end. */
  lines: readonly Line[] = $state.raw([]);
  #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  /** Say the sentences of an event when those before have been read. A new `question` waits for nothing: it is said now, and
   * after it all that waits. */
  say(sentences: readonly string[], question = "", part: TrickPart | null = null): void {
    const text = sentences.filter(Boolean).join(" ");
    const earlier = this.#waiting.filter(({ trick }) => part !== null && trick === part.number);
    if (part?.whole && earlier.length === part.whole.cards - 1 && earlier.length) {
      this.#waiting = [...this.#waiting.filter((one) => !earlier.includes(one)), { text: part.whole.text, trick: part.number }];
    } else if (text) this.#waiting.push({ text, trick: part?.number ?? null });
    if (question) this.#speak(question);
    else if (this.#timer === undefined) this.#speak();
  }

  /** Say all of this now: it was asked for. */
  read(sentences: readonly string[]): void {
    this.#waiting = [];
    this.#speak(sentences.filter(Boolean).join(" "));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #speak(first = ""): void {
    this.stop();
    this.#timer = undefined;
    const texts = [first, ...this.#waiting.map(({ text }) => text)].filter(Boolean);
    this.#waiting = [];
    if (!texts.length) return;
    const lines = texts.map((text) => ({ id: (this.#count += 1), text }));
    this.lines = [...this.lines, ...lines].slice(-Math.max(KEPT, lines.length));
    const letters = texts.reduce((sum, text) => sum + text.length, 0);
    const wait = settings.reading && Math.max(SHORTEST, letters * PER_LETTER) / settings.reading;
    this.#timer = setTimeout(() => this.#speak(), wait);
  }
}
