// The queue of screen reader announcements, one sentence per line. A question is announced at once, before waiting
// events; no event is dropped. Events that arrive while lines are being read are collected; cards of one trick among
// them become one short line.
import { settings } from "../../settings/settings.svelte";

/** Approximate milliseconds that a screen reader needs per letter at normal speed. */
const PER_LETTER = 45;
const SHORTEST = 500;
const MAX_LINES = 8;

export interface SpokenLine {
  id: number;
  text: string;
}

/** A card played to a trick: `card` says briefly who played it, `then` are the sentences about its consequences. */
export interface TrickPart {
  /** The deal and the number of the trick, as a key. */
  trick: string;
  /** The position of the card in the trick, from 0. */
  place: number;
  card: string;
  then: readonly string[];
}

interface Waiting {
  text: string;
  part: TrickPart | null;
}

export class Announcer {
  /** The last lines announced; new ones are appended. */
  lines: readonly SpokenLine[] = $state.raw([]);
  #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  /** Announce the sentences of an event after the earlier ones. A new `question` is announced at once, followed by
   * everything that waits. */
  say(sentences: readonly string[], question = "", part: TrickPart | null = null): void {
    const texts = sentences.filter(Boolean);
    if (part) this.#waiting.push({ text: texts.join(" "), part });
    else this.#waiting.push(...texts.map((text) => ({ text, part })));
    if (question) this.#speak(question);
    else if (this.#timer === undefined) this.#speak();
  }

  /** Announce all of this now, at the user's request. */
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
    const texts = [first, ...mergeLines(this.#waiting)].filter(Boolean);
    this.#waiting = [];
    if (!texts.length) return;
    const lines = texts.map((text) => ({ id: (this.#count += 1), text }));
    this.lines = [...this.lines, ...lines].slice(-Math.max(MAX_LINES, lines.length));
    const letters = texts.reduce((sum, text) => sum + text.length, 0);
    const wait = settings.reading && Math.max(SHORTEST, letters * PER_LETTER) / settings.reading;
    this.#timer = setTimeout(() => this.#speak(), wait);
  }
}

/** Return the waiting lines; consecutive cards of a trick are merged into one line, at the position of the last. */
function mergeLines(waiting: readonly Waiting[]): string[] {
  let lines: Waiting[][] = [];
  for (const next of waiting) {
    const previous = [...lines].reverse().find((line) => follows(line.at(-1)?.part, next.part)) ?? [];
    lines = [...lines.filter((line) => line !== previous), [...previous, next]];
  }
  return lines.map((line) =>
    line.length > 1 ? trickLine(line.flatMap(({ part }) => part ?? [])) : (line[0]?.text ?? ""),
  );
}

function follows(card: TrickPart | null | undefined, next: TrickPart | null): boolean {
  return card != null && card.trick === next?.trick && card.place + 1 === next.place;
}

function trickLine(parts: readonly TrickPart[]): string {
  const cards = `${parts.map(({ card }) => card).join(", ")}.`;
  return [cards.charAt(0).toUpperCase() + cards.slice(1), ...parts.flatMap(({ then }) => then)].join(" ");
}
