// What a table shows of each seat, read from what the server tells of the deal.
import { CALLS } from "./cards/hand_order";
import type { Note, Public, Trick, Update, Welcome } from "../client/protocol";

/** Calls that say no more than "not I". */
export const QUIET: readonly string[] = ["pass", "dont"];

/** So many cards are left over when a pack is dealt to three. */
const LEFT_OVER: Record<number, number> = { 32: 2, 52: 4 };

/** Whether a seat takes no part in this deal. */
export function sitsOut(of: Public, seat: number): boolean {
  if (of.tricks) return !of.tricks.seats.includes(seat);
  if (!of.auction) return false;
  return !of.auction.live.includes(seat) && !of.said.some((said) => said.seat === seat && said.action >= CALLS);
}

/** The tricks that a seat has, with its partner's where two score together; null before the play. */
export function tricksOf(of: Public, sides: readonly number[][], seat: number): number | null {
  const { tricks } = of;
  if (!tricks) return null;
  const side = sides.find((seats) => seats.includes(seat)) ?? [seat];
  return side.reduce((sum, one) => sum + (tricks.won[one] ?? 0), 0);
}

/** The last call of a seat in this deal. */
export function lastWord(of: Public, seat: number): number | null {
  return of.said.filter((said) => said.seat === seat && said.action >= CALLS).at(-1)?.action ?? null;
}

/** How many cards a seat of three holds face down; 0 where that is not known. */
export function backs({ view }: Update, { pack, sides }: Welcome, seat: number): number {
  const of = view.public;
  const left = LEFT_OVER[pack.length];
  if (left === undefined || sides.flat().length !== 3 || of.phase === "over") return 0;
  const played = (of.tricks?.past ?? []).filter((trick) => trick.line.includes(seat)).length;
  return (pack.length - left) / 3 - played - Number(lying(of).some((card) => card.seat === seat));
}

export interface Lies {
  seat: number;
  card: number;
}

/** The cards of the unfinished trick. */
export function lying(of: Public): Lies[] {
  return of.tricks ? paired(of.tricks.line, of.tricks.table) : [];
}

export function paired(line: readonly number[], table: readonly number[]): Lies[] {
  return table.map((card, at) => ({ seat: line[at] ?? 0, card }));
}

export const lastTrick = (of: Public): Trick | null => of.tricks?.past.at(-1) ?? null;

/** The cards that were turned up before the play: the talon. A sealed bid is none of it. */
export function talon(of: Public): Lies[] {
  if (sealedBids(of)) return [];
  return of.said.filter((said) => said.action < CALLS).map(({ seat, action }) => ({ seat, card: action }));
}

/** Whether the bids of this game are laid face down: then its contracts have names, not calls. */
export function sealedBids(of: Public): boolean {
  return of.phase === "bid" || typeof of.contract === "string";
}

/** The sealed bid of each seat that was turned up: a card, or one of these words. */
export function turnedBids(of: Public, calls: readonly string[]): Map<number, number> {
  const bids = of.said.filter(({ action }) => action < CALLS || ["rami", "nolo"].includes(calls[action - CALLS] ?? ""));
  return new Map(bids.map(({ seat, action }) => [seat, action]));
}

/** The cards that one has got since the deal, until the first trick is over. */
export function arrived(update: Update): ReadonlySet<number> {
  const { notes, public: of } = update.view;
  if (of.tricks?.past.length) return new Set();
  return new Set(notes.filter((note) => note.kind === "took" || note.kind === "got").map((note) => note.action));
}

/** One's own notes, those of one kind with one player together. */
export function noted(notes: readonly Note[]): { kind: Note["kind"]; seat: number; actions: number[] }[] {
  const found: { kind: Note["kind"]; seat: number; actions: number[] }[] = [];
  for (const { kind, seat, action } of notes) {
    const same = found.find((one) => one.kind === kind && one.seat === seat);
    if (same) same.actions.push(action);
    else found.push({ kind, seat, actions: [action] });
  }
  return found;
}

/** The legal calls, and whether cards are asked for too. */
export function asksFor(legal: Iterable<number>): { calls: number[]; cards: boolean } {
  const all = [...legal];
  return { calls: all.filter((action) => action >= CALLS), cards: all.some((action) => action < CALLS) };
}

/** The hand that is played from now: one's own, or an open one; and whose it is. */
export function playedFrom({ view, legal }: Update): { seat: number | null; mask: number } {
  const { turn, phase, shown } = view.public;
  const open = phase === "play" && turn !== null && turn !== view.seat && legal.length > 0;
  return open ? { seat: turn, mask: shown[turn] ?? 0 } : { seat: view.seat, mask: view.hand };
}
