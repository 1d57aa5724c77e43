// What screen readers say, in lines of a sentence each. A question is said at once and before what waits; no event is dropped.
// While lines are being read the next events are gathered; cards of one trick among them are one short line.
import { settings } from "../../settings/settings.svelte";

/** How long a screen reader takes for a letter, about, in milliseconds, at the usual pace. */
const PER_LETTER = 45;
const SHORTEST = 500;
const KEPT = 8;

export interface Line {
  id: number;
  text: string;
}

/** A card that came to a trick: who played it, in few words, and the sentences about what followed from it. */
export interface TrickPart {
  /** The deal and the number of the trick. */
  trick: string;
  /** The place of the card in the trick, from 0. */
  place: number;
  card: string;
  then: readonly string[];
}

interface Waiting {
  text: string;
  part: TrickPart | null;
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
    const texts = sentences.filter(Boolean);
    if (part) this.#waiting.push({ text: texts.join(" "), part });
    else this.#waiting.push(...texts.map((text) => ({ text, part })));
    if (question) this.#speak(question);
    else if (this.#timer === undefined) this.#speak();
  }

  /** Say all of this now: it was asked for. */
  read(sentences: readonly string[]): void {
    this.#waiting = sentences.filter(Boolean).map((text) => ({ text, part: null }));
    this.#speak();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #speak(first = ""): void {
    this.stop();
    this.#timer = undefined;
    const texts = [first, ...gathered(this.#waiting)].filter(Boolean);
    this.#waiting = [];
    if (!texts.length) return;
    const lines = texts.map((text) => ({ id: (this.#count += 1), text }));
    this.lines = [...this.lines, ...lines].slice(-Math.max(KEPT, lines.length));
    const letters = texts.reduce((sum, text) => sum + text.length, 0);
    const wait = settings.reading && Math.max(SHORTEST, letters * PER_LETTER) / settings.reading;
    this.#timer = setTimeout(() => this.#speak(), wait);
  }
}

/** Return the lines of what waits: cards that follow each other in a trick are one, in the place of the last of them. */
function gathered(waiting: readonly Waiting[]): string[] {
  let lines: Waiting[][] = [];
  for (const one of waiting) {
    const before = [...lines].reverse().find((line) => follows(line.at(-1)?.part, one.part)) ?? [];
    lines = [...lines.filter((line) => line !== before), [...before, one]];
  }
  return lines.map((line) => (line.length > 1 ? trickLine(line.flatMap(({ part }) => part ?? [])) : (line[0]?.text ?? "")));
}

function follows(card: TrickPart | null | undefined, next: TrickPart | null): boolean {
  return card != null && card.trick === next?.trick && card.place + 1 === next.place;
}

function trickLine(parts: readonly TrickPart[]): string {
  const cards = `${parts.map(({ card }) => card).join(", ")}.`;
  return [cards.charAt(0).toUpperCase() + cards.slice(1), ...parts.flatMap(({ then }) => then)].join(" ");
}
