// Selectors on the View and the other messages about a deal.
import { bidsSealed, CALLS, callName, type Drawn } from "../client/presentation";
import type { PrivateNote, Public, Trick, Update, Welcome } from "../client/protocol";

/** Return whether cards are being played to tricks; every game uses this phase name. */
export const inPlay = (of: Pick<Public, "phase">): boolean => of.phase === "play";

/** Return whether the deal has ended; every game uses this phase name. */
export const isOver = (of: Pick<Public, "phase">): boolean => of.phase === "over";

/** Return whether a seat takes no part in this deal. */
export function sitsOut(of: Public, seat: number): boolean {
  if (of.tricks) return !of.tricks.seats.includes(seat);
  if (!of.auction) return false;
  return !of.auction.live.includes(seat) && !of.said.some((said) => said.seat === seat && said.action >= CALLS);
}

/** Return the tricks of a seat, including its partner's if they score together; null before the play. */
export function tricksOf(of: Public, sides: readonly number[][], seat: number): number | null {
  const { tricks } = of;
  if (!tricks) return null;
  const side = sides.find((seats) => seats.includes(seat)) ?? [seat];
  return side.reduce((sum, one) => sum + (tricks.won[one] ?? 0), 0);
}

/** Return the last call of a seat in this deal. */
export function lastWord(of: Public, seat: number): number | null {
  return of.said.filter((said) => said.seat === seat && said.action >= CALLS).at(-1)?.action ?? null;
}

/** Return the number of face-down cards of a seat at a table of three; 0 if they are not drawn. */
export function backs({ view }: Update, { presentation, sides }: Pick<Welcome, "presentation" | "sides">, seat: number): number {
  const of = view.public;
  if (!presentation.hand || sides.flat().length !== 3 || isOver(of)) return 0;
  const played = (of.tricks?.past ?? []).filter((trick) => trick.line.includes(seat)).length;
  return presentation.hand - played - Number(lying(of).some((card) => card.seat === seat));
}

export interface Lies {
  seat: number;
  card: number;
}

/** Return the cards of the unfinished trick. */
export function lying(of: Public): Lies[] {
  return of.tricks ? paired(of.tricks.line, of.tricks.table) : [];
}

export function paired(line: readonly number[], table: readonly number[]): Lies[] {
  return table.map((card, at) => ({ seat: line[at] ?? 0, card }));
}

/** Return whether a card may be at the top of a trick in this deal: a fourth player's, or a lead card that no player
 * played. */
export const isDeep = ({ shown, tricks }: Public): boolean =>
  shown.length === 4 || tricks?.lead != null || (tricks?.past.some(({ lead }) => lead !== null) ?? false);

export const lastTrick = (of: Public): Trick | null => of.tricks?.past.at(-1) ?? null;

/** Return the cards that were turned up before the play, without sealed bids. */
export function turnedUp(of: Public, drawn: Drawn): Lies[] {
  if (bidsSealed(drawn)) return [];
  return of.said.filter((said) => said.action < CALLS).map(({ seat, action }) => ({ seat, card: action }));
}

/** Return the sealed bid of each seat that was turned up: a card, or a call that stands for one. */
export function turnedBids(of: Public, drawn: Drawn): Map<number, number> {
  if (!bidsSealed(drawn)) return new Map();
  const { aloud } = drawn.presentation;
  const bids = of.said.filter(({ action }) => action < CALLS || aloud.includes(callName(drawn, action)));
  return new Map(bids.map(({ seat, action }) => [seat, action]));
}

/** Return the cards that the viewer has received since the deal, until the end of the first trick. */
export function arrived(update: Update): ReadonlySet<number> {
  const { notes, public: of } = update.view;
  if (of.tricks?.past.length) return new Set();
  return new Set(notes.filter((note) => note.kind === "took" || note.kind === "got").map((note) => note.action));
}

/** Return the viewer's notes, grouped by kind and player. */
export function noted(notes: readonly PrivateNote[]): { kind: PrivateNote["kind"]; seat: number; actions: number[] }[] {
  const found: { kind: PrivateNote["kind"]; seat: number; actions: number[] }[] = [];
  for (const { kind, seat, action } of notes) {
    const same = found.find((one) => one.kind === kind && one.seat === seat);
    if (same) same.actions.push(action);
    else found.push({ kind, seat, actions: [action] });
  }
  return found;
}

/** Return the legal calls, and whether cards are legal, too. */
export function asksFor(legal: Iterable<number>): { calls: number[]; cards: boolean } {
  const all = [...legal];
  return { calls: all.filter((action) => action >= CALLS), cards: all.some((action) => action < CALLS) };
}

/** Return the hand to play from, the viewer's own or an open one, with its seat. */
export function playedFrom({ view, legal }: Update): { seat: number | null; mask: number } {
  const { turn, shown } = view.public;
  const open = inPlay(view.public) && turn !== null && turn !== view.seat && legal.length > 0;
  return open ? { seat: turn, mask: shown[turn] ?? 0 } : { seat: view.seat, mask: view.hand };
}
