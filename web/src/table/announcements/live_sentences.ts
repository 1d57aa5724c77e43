// The announced sentences: events, prompts and the state of the table.
import type { Trick } from "../../client/game_types";
import type {
  Person,
  Proposal,
  Reason,
  ShuffleMessage,
  SeatsMessage,
  SheetMessage,
  Tricks,
  UpdateMessage,
} from "../../client/protocol";
import { opponent, type Drawn } from "../../client/presentation";
import { personName } from "../../language/display_names";
import { minus } from "../../sheet/sheet_numbers";
import { cards, Speech } from "../../language/speech";
import { isInPlay } from "../../client/view_selectors";
import type { TrickPart } from "./announcer.svelte";

/** The message with the hash of the deck: it is only for reading, so its digits are not announced. */
const UNSPOKEN = "deal-sealed";

/** Return the sentences for what has happened. The first time after a welcome, add the current facts and what the
 * player may have missed since their last action. */
export function eventSentences(speech: Speech, update: UpdateMessage, first = false): string[] {
  const items = first ? [...untold(update), ...update.recap, ...update.did] : update.did;
  const sentences = items.filter(({ key }) => key !== UNSPOKEN).map((item) => speech.reason(item));
  if (first && update.stood_in.length) sentences.push(speech.text("banner-stood-in", { actions: update.stood_in }));
  return sentences;
}

/** Return the card just played to a trick, announced by the given sentences; null if more happened than a card. */
export function trickPart(
  speech: Speech,
  update: UpdateMessage,
  trick: Trick | null,
  sentences: readonly string[],
): TrickPart | null {
  const { tricks, match } = update.view.public;
  if (!tricks || !update.moved.length || sentences.length !== update.did.length) return null;
  if (!trick && (sentences.length > 1 || !tricks.table.length)) return null;
  const { cards, line } = trick ?? { cards: tricks.table, line: tricks.line };
  const place = cards.length - 1;
  const card = `${speech.nameInSentence(line[place] ?? 0)} ${speech.card(cards[place] ?? 0)}`;
  return { trick: `${match.deal}.${tricks.past.length - (trick ? 1 : 0)}`, place, card, then: sentences.slice(1) };
}

/** Return the sentences for who sits at the table, in order of play from the reader, and who the partners are. */
export function seatingSentences(speech: Speech, sides: readonly (readonly number[])[], you: number | null): string[] {
  const seats = speech.table.names.map((_, n, names) => (n + (you ?? 0)) % names.length);
  const side = you === null ? [] : (sides.find((seatsOfSide) => seatsOfSide.includes(you)) ?? []);
  const partners = side.filter((seat) => seat !== you);
  const round = speech.text("live-round", { players: seats });
  return partners.length ? [round, speech.text("live-partner", { players: partners })] : [round];
}

/** Return the sentence for the hand, when the player joins a deal; none without a hand. */
export function handSentences(speech: Speech, { view }: UpdateMessage): string[] {
  return view.hand ? [speech.text("live-hand", { hand: view.hand })] : [];
}

/** Return the facts of the deal that the recap does not include. */
function untold({ facts, recap }: UpdateMessage): Reason[] {
  const recapKeys = new Set(recap.map((item) => JSON.stringify(item)));
  return facts.filter((fact) => !recapKeys.has(JSON.stringify(fact)));
}

/** Return the prompt to the viewer. If a card is to be played, add that they lead or have no card of the suit led, and
 * which cards they may play if not all. */
export function asking(speech: Speech, { ask, legal, view }: UpdateMessage): string {
  if (!legal.length) return "";
  const question = ask.map((item) => speech.reason(item)).join(" ");
  const { tricks, turn, shown: openHands } = view.public;
  if (!isInPlay(view.public) || !tricks) return question;
  const isOwnHand = turn === view.seat;
  const handCards = cards(isOwnHand ? view.hand : (openHands[turn ?? 0] ?? 0));
  const isFreeChoice = legal.length === handCards.length;
  const leadCard = tricks.lead ?? tricks.table[0];
  const firstSentence = isOwnHand && leadCard === undefined ? speech.text("live-lead") : question;
  const lacking =
    isOwnHand && leadCard !== undefined ? lacks(speech, Math.floor(leadCard / 13), handCards, isFreeChoice) : "";
  const playableText = isFreeChoice ? "" : speech.text("live-can-play", { actions: [...legal] });
  return [firstSentence, lacking, playableText].filter(Boolean).join(" ");
}

/** Return the sentence that there is no card of a suit; "" if there is one. `isFreeChoice`: every card may be
 * played. */
function lacks(speech: Speech, suit: number, handCards: readonly number[], isFreeChoice: boolean): string {
  if (handCards.some((card) => Math.floor(card / 13) === suit)) return "";
  const voidText = speech.text("live-void", { suit: speech.suitOf(suit) });
  return isFreeChoice ? `${voidText} ${speech.text("live-any")}` : voidText;
}

/** Return the sentences of a shuffle, once per step; `prompt` asks for the cut. */
export function shuffleSentences(
  speech: Speech,
  old: ShuffleMessage | null,
  { deal, attempt, step, did }: ShuffleMessage,
  prompt = "",
): string[] {
  if (old?.deal === deal && old.attempt === attempt && old.step === step) return [];
  return [...did.filter(({ key }) => key !== UNSPOKEN).map((item) => speech.reason(item)), prompt].filter(Boolean);
}

/** Return the sentences for what the last deal wrote on the sheet, with the new settlement. */
export function scoreSentences(speech: Speech, game: Drawn, sheet: SheetMessage): string[] {
  const line = sheet.lines.at(-1);
  const amounts = sheet.settlement.map((amount, side) => `${speech.side(side)} ${minus(amount)}`).join(", ");
  const heading = speech.words.text(sheet.winners.length ? "sheet-result" : "sheet-settlement");
  const changesWritten = (line?.row.entries ?? []).map((entry) =>
    speech.words.text("live-scored", {
      side: speech.side(entry.side),
      column: columnOf(speech, game, entry),
      amount: entry.amount,
      why: speech.reason(entry.reason),
    }),
  );
  return amounts ? [...changesWritten, speech.words.text("live-stands", { what: heading, amounts })] : changesWritten;
}

/** Return the name of a column, with the neighbour against whom it is written, if any. */
function columnOf(speech: Speech, game: Drawn, { column, side }: { column: string; side: number }): string {
  const name = speech.words.text(`column-${column}`);
  const opponentSeat = opponent(game, column, side);
  return opponentSeat === null
    ? name
    : speech.text("column-on", { column: name, other: opponentSeat, you: String(opponentSeat === speech.table.you) });
}

/** Return the whole table in a few sentences: contract, trick, tricks taken, hand, prompt. */
export function describeTable(speech: Speech, update: UpdateMessage): string[] {
  const { view, facts } = update;
  const { tricks, shown: openHands } = view.public;
  const factSentences = facts.map((fact) => speech.reason(fact));
  if (tricks) factSentences.push(trumps(speech, tricks), ...trick(speech, update), tricksInAll(speech, tricks));
  openHands.forEach((hand, seat) => {
    if (hand && seat !== view.seat) factSentences.push(speech.text("live-open-hand", { player: seat, hand }));
  });
  return [...factSentences, ...handSentences(speech, update), waiting(speech, update)].filter(Boolean);
}

function trumps(speech: Speech, { order }: Tricks): string {
  return order.trump === null ? speech.text("tricks-no-trumps") : speech.text("tricks-trumps", { suit: order.trump });
}

function tricksInAll(speech: Speech, { won }: Tricks): string {
  return speech.text("tricks-in-all", {
    by_side: speech.table.sides.map((side) => side.reduce((sum, seat) => sum + (won[seat] ?? 0), 0)),
  });
}

function trick(speech: Speech, { view }: UpdateMessage): string[] {
  const tricks = view.public.tricks;
  if (!tricks?.table.length && tricks?.lead == null) return [speech.words.text("live-no-trick")];
  const cardsOnTable = tricks.table.map(
    (card, place) => `${speech.name(tricks.line[place] ?? 0)} ${speech.card(card)}`,
  );
  const lead = tricks.lead === null ? [] : [speech.card(tricks.lead)];
  return [speech.words.text("live-trick", { cards: [...lead, ...cardsOnTable].join(", ") })];
}

function waiting(speech: Speech, update: UpdateMessage): string {
  if (update.legal.length) return asking(speech, update);
  return update.asked.length ? speech.text("live-waiting", { players: update.asked }) : "";
}

/** Return the sentences for who joined, left or was removed, what was proposed and its result, and where the next match
 * is. `nameOf` names the person with an id; `hasActed`: an action since then has already announced the proposal's
 * result. */
export function changes(
  table: Speech,
  old: SeatsMessage | null,
  after: SeatsMessage,
  nameOf: (id: string) => string,
  hasActed = false,
): string[] {
  if (!old) return isRemoved(after) ? [table.reason(ownRemoval(after))] : [];
  const seats = after.seats.map((person, seat) => person ?? old.seats[seat] ?? null);
  const names = seats.map((person) => (person ? personName(table.words, person) : ""));
  const speech = new Speech(table.words, { ...table.table, names, you: after.you }, table.aloud);
  const removalSentences = removals(old, after, nameOf).map((reason) => speech.reason(reason));
  const seatSentences = after.seats.map((person, seat) =>
    after.removed.includes(old.seats[seat]?.id ?? "")
      ? ""
      : seatChange(speech, seat, old.seats[seat] ?? null, person, after.absent_in[seat] ?? 0),
  );
  if (after.host || after.you !== null)
    seatSentences.push(
      ...after.reserved
        .filter((seat) => !old.reserved.includes(seat))
        .map((seat) => table.text("live-choosing", { number: seat + 1 })),
    );
  seatSentences.push(...removalSentences);
  const { proposal } = after;
  if (proposal && proposal.number !== old.proposal?.number) {
    seatSentences.push(speech.reason(proposalReason(proposal)));
    if (proposal.verdict) seatSentences.push(speech.reason(proposal.verdict));
  } else if (old.proposal && !proposal) {
    const refusal = declinedReason(old, after);
    if (refusal) seatSentences.push(speech.reason(refusal));
    else if (!hasActed) seatSentences.push(speech.text("live-proposal-over"));
  }
  const { unrated: why } = after;
  if (why && !old.unrated) seatSentences.push(speech.reason({ key: "not-rated", numbers: { why } }));
  seatSentences.push(
    ...after.forfeits
      .filter((seat) => !old.forfeits.includes(seat))
      .map((player) => speech.text("live-forfeit", { player })),
  );
  if (after.ending && after.ending !== old.ending) seatSentences.push(speech.text(`live-time-${after.ending}`));
  if (after.again && !old.again) seatSentences.push(speech.text("live-again"));
  return seatSentences.filter(Boolean);
}

function seatChange(speech: Speech, seat: number, was: Person | null, is: Person | null, seatsLeft: number): string {
  const say = (key: string) => speech.text(key, { player: seat, number: seat + 1 });
  if (!is) return was ? say("live-stood") : "";
  if (!was) return say("live-sat");
  if (is.level && !was.level && is.owner) return say("live-bot");
  if (is.level || (was.here === is.here && was.level === is.level)) return "";
  if (!is.here && seatsLeft)
    return speech.text("live-lost-line", { player: seat, seconds: Math.round(seatsLeft / 1000) });
  return say(is.here ? "live-back" : "live-away");
}

/** Return whether the reader has been removed from the table. */
export const isRemoved = ({ me, removed }: SeatsMessage): boolean => removed.includes(me);

/** Return the sentence for who removed the reader. */
export function ownRemoval({ host_seat: player }: SeatsMessage): Reason {
  return player === null ? { key: "removed-you-host", numbers: {} } : { key: "removed-you", numbers: { player } };
}

/** Return the sentences for who was removed by whom since `old`, and which bot took the seat. */
export function removals(old: SeatsMessage | null, after: SeatsMessage, nameOf: (id: string) => string): Reason[] {
  const { host, host_seat: player, me, removed } = after;
  const fresh = old ? removed.filter((id) => !old.removed.includes(id)) : [];
  return fresh.flatMap((id) => {
    const oldSeat = old?.seats.findIndex((person) => person?.id === id) ?? -1;
    const seat = after.seats[oldSeat]?.level ? [{ key: "removed-seat", numbers: { other: oldSeat } }] : [];
    if (id === me) return [ownRemoval(after), ...seat];
    const name = nameOf(id);
    if (host) return [{ key: "removed-by-you", numbers: { name } }, ...seat];
    const remover =
      player === null
        ? { key: "removed-by-host", numbers: { name } }
        : { key: "removed-by", numbers: { player, name } };
    return [remover, ...seat];
  });
}

/** Return the sentence for an open proposal. */
export function proposalReason(proposal: Proposal): Reason {
  const { by, tricks, left } = proposal;
  return { key: `proposal-${subject(proposal)}`, numbers: { player: by, tricks, left, ...details(proposal) } };
}

/** Return the sentence for who declined the previous proposal; null if no one did. */
export function declinedReason(
  oldSeats: SeatsMessage | null,
  { proposal, declined: player }: SeatsMessage,
): Reason | null {
  const old = oldSeats?.proposal;
  if (!old || proposal || player === null) return null;
  if (player === old.by) return { key: "proposal-withdrawn", numbers: { player } };
  return { key: `declined-${subject(old)}`, numbers: { player, ...details(old) } };
}

function subject({ what, back, action }: Proposal): string {
  return what === "undo" ? `undo${back > 1 ? "-since" : ""}${action === null ? "-unseen" : ""}` : what;
}

function details({ seat, back, action }: Proposal): Reason["numbers"] {
  return { back, ...(seat === null ? {} : { other: seat }), ...(action === null ? {} : { card: action }) };
}
