// The queue of screen reader announcements, one sentence per line. A question is announced at once, before the waiting
// events. Events that arrive while lines are being read wait; cards of one trick among them become one short line. Only
// `announceNow` discards waiting events: the description of the table that it announces includes their results.
import { settings } from "../../settings/settings.svelte";

/** Approximate milliseconds that a screen reader needs per letter at normal speed. */
const MS_PER_LETTER = 45;
const MIN_LINE_MS = 500;
const MAX_LINES = 8;

export interface SpokenLine {
  id: number;
  text: string;
}

/** A card played to a trick: `cardText` says briefly who played it, `consequences` are the sentences about its
 * results. */
export interface TrickPart {
  /** The deal and the number of the trick, as a key. */
  trick: string;
  /** The position of the card in the trick, from 0. */
  position: number;
  cardText: string;
  consequences: readonly string[];
}

interface WaitingLine {
  text: string;
  part: TrickPart | null;
}

export class Announcer {
  /** The last lines announced; new ones are appended. */
  lines: readonly SpokenLine[] = $state.raw([]);
  #waiting: WaitingLine[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  /** Announce the sentences of an event after the earlier ones. A new `question` is announced at once, followed by
   * everything that waits. */
  announce(sentences: readonly string[], question = "", part: TrickPart | null = null): void {
    const texts = sentences.filter(Boolean);
    if (part) this.#waiting.push({ text: texts.join(" "), part });
    else this.#waiting.push(...texts.map((text) => ({ text, part })));
    if (question) this.#flush(question);
    else if (this.#timer === undefined) this.#flush();
  }

  /** Announce these sentences at once, at the user's request; waiting events are discarded. */
  announceNow(sentences: readonly string[]): void {
    this.#waiting = sentences.filter(Boolean).map((text) => ({ text, part: null }));
    this.#flush();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #flush(first = ""): void {
    this.stop();
    this.#timer = undefined;
    const texts = [first, ...mergeLines(this.#waiting)].filter(Boolean);
    this.#waiting = [];
    if (!texts.length) return;
    const lines = texts.map((text) => ({ id: (this.#count += 1), text }));
    this.lines = [...this.lines, ...lines].slice(-Math.max(MAX_LINES, lines.length));
    const letters = texts.reduce((sum, text) => sum + text.length, 0);
    const waitMs = settings.reading && Math.max(MIN_LINE_MS, letters * MS_PER_LETTER) / settings.reading;
    this.#timer = setTimeout(() => this.#flush(), waitMs);
  }
}

/** Return the waiting lines; consecutive cards of a trick are merged into one line, at the position of the last. */
function mergeLines(waiting: readonly WaitingLine[]): string[] {
  let lines: WaitingLine[][] = [];
  for (const next of waiting) {
    const previous = [...lines].reverse().find((line) => isNextCard(line.at(-1)?.part, next.part)) ?? [];
    lines = [...lines.filter((line) => line !== previous), [...previous, next]];
  }
  return lines.map((line) =>
    line.length > 1 ? trickLine(line.flatMap(({ part }) => part ?? [])) : (line[0]?.text ?? ""),
  );
}

function isNextCard(card: TrickPart | null | undefined, next: TrickPart | null): boolean {
  return card != null && card.trick === next?.trick && card.position + 1 === next.position;
}

function trickLine(parts: readonly TrickPart[]): string {
  const cards = `${parts.map(({ cardText }) => cardText).join(", ")}.`;
  return [cards.charAt(0).toUpperCase() + cards.slice(1), ...parts.flatMap(({ consequences }) => consequences)].join(
    " ",
  );
}
