// Selectors on the View and the other messages about a deal.
import { hasSealedBids, FIRST_CALL, callName, type GamePresentation } from "./presentation";
import type { PrivateNote, Public, Trick, UpdateMessage, WelcomeMessage } from "./protocol";

/** Return whether cards are being played to tricks; every game uses this phase name. */
export const isInPlay = (publicState: Pick<Public, "phase">): boolean => publicState.phase === "play";

/** Return whether the deal has ended; every game uses this phase name. */
export const isOver = (publicState: Pick<Public, "phase">): boolean => publicState.phase === "over";

/** Return whether a seat takes no part in this deal. */
export function sitsOut(publicState: Public, seat: number): boolean {
  if (publicState.tricks) return !publicState.tricks.seats.includes(seat);
  if (!publicState.auction) return false;
  return (
    !publicState.auction.live.includes(seat) &&
    !publicState.said.some((call) => call.seat === seat && call.action >= FIRST_CALL)
  );
}

/** Return the tricks of a seat, including its partner's if they score together; null before the play. */
export function tricksOf(publicState: Public, sides: readonly number[][], seat: number): number | null {
  const { tricks } = publicState;
  if (!tricks) return null;
  const side = sides.find((seats) => seats.includes(seat)) ?? [seat];
  return side.reduce((sum, partner) => sum + (tricks.won[partner] ?? 0), 0);
}

/** Return the last call of a seat in this deal. */
export function lastCall(publicState: Public, seat: number): number | null {
  return publicState.said.filter((call) => call.seat === seat && call.action >= FIRST_CALL).at(-1)?.action ?? null;
}

/** Return the number of face-down cards of a seat at a table of three; 0 if they are not drawn. */
export function faceDownCount(
  { view }: UpdateMessage,
  { presentation, sides }: Pick<WelcomeMessage, "presentation" | "sides">,
  seat: number,
): number {
  const publicState = view.public;
  if (!presentation.hand || sides.flat().length !== 3 || isOver(publicState)) return 0;
  const playedCount = (publicState.tricks?.past ?? []).filter((trick) => trick.line.includes(seat)).length;
  return presentation.hand - playedCount - Number(cardsOnTable(publicState).some((card) => card.seat === seat));
}

export interface CardOnTable {
  seat: number;
  card: number;
}

/** Return the cards of the unfinished trick. */
export function cardsOnTable(publicState: Public): CardOnTable[] {
  return publicState.tricks ? cardsBySeat(publicState.tricks.line, publicState.tricks.table) : [];
}

export function cardsBySeat(seats: readonly number[], cards: readonly number[]): CardOnTable[] {
  return cards.map((card, index) => ({ seat: seats[index] ?? 0, card }));
}

/** Return whether a card may be at the top of a trick in this deal: a fourth player's, or a lead card that no player
 * played. */
export const canHaveTopCard = ({ shown, tricks }: Public): boolean =>
  shown.length === 4 || tricks?.lead != null || (tricks?.past.some(({ lead }) => lead !== null) ?? false);

export const lastTrick = (publicState: Public): Trick | null => publicState.tricks?.past.at(-1) ?? null;

/** Return the cards that were turned up before the play, without sealed bids. */
export function turnedUpCards(publicState: Public, game: GamePresentation): CardOnTable[] {
  if (hasSealedBids(game)) return [];
  return publicState.said
    .filter((call) => call.action < FIRST_CALL)
    .map(({ seat, action }) => ({ seat, card: action }));
}

/** Return the sealed bid of each seat that was turned up: a card, or a call that stands for one. */
export function turnedBids(publicState: Public, game: GamePresentation): Map<number, number> {
  if (!hasSealedBids(game)) return new Map();
  const { aloud } = game.presentation;
  const bids = publicState.said.filter(({ action }) => action < FIRST_CALL || aloud.includes(callName(game, action)));
  return new Map(bids.map(({ seat, action }) => [seat, action]));
}

/** Return the cards that the viewer has received since the deal, until the end of the first trick. */
export function receivedCards(update: UpdateMessage): ReadonlySet<number> {
  const { notes, public: publicState } = update.view;
  if (publicState.tricks?.past.length) return new Set();
  return new Set(notes.filter((note) => note.kind === "took" || note.kind === "got").map((note) => note.action));
}

/** Return the viewer's notes, grouped by kind and player. */
export function groupNotes(
  notes: readonly PrivateNote[],
): { kind: PrivateNote["kind"]; seat: number; actions: number[] }[] {
  const groups: { kind: PrivateNote["kind"]; seat: number; actions: number[] }[] = [];
  for (const { kind, seat, action } of notes) {
    const sameGroup = groups.find((group) => group.kind === kind && group.seat === seat);
    if (sameGroup) sameGroup.actions.push(action);
    else groups.push({ kind, seat, actions: [action] });
  }
  return groups;
}

/** Return the legal calls, and whether cards are legal, too. */
export function requestedActions(legal: Iterable<number>): { calls: number[]; cards: boolean } {
  const allActions = [...legal];
  return {
    calls: allActions.filter((action) => action >= FIRST_CALL),
    cards: allActions.some((action) => action < FIRST_CALL),
  };
}

/** Return the hand to play from, the viewer's own or an open one, with its seat. */
export function handToPlay({ view, legal }: UpdateMessage): { seat: number | null; mask: number } {
  const { turn, shown } = view.public;
  const open = isInPlay(view.public) && turn !== null && turn !== view.seat && legal.length > 0;
  return open ? { seat: turn, mask: shown[turn] ?? 0 } : { seat: view.seat, mask: view.hand };
}
