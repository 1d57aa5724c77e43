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
import { opponent, type GamePresentation } from "../../client/presentation";
import { personName } from "../../language/display_names";
import { minus } from "../../sheet/sheet_numbers";
import { cards, Speech } from "../../language/speech";
import { isInPlay } from "../../client/view_selectors";
import type { TrickPart } from "./announcer.svelte";

/** The message with the hash of the deck: it is only for reading, so its digits are not announced. */
const DECK_HASH_KEY = "deal-sealed";

/** Return the sentences for what has happened. The first time after a welcome, add the current facts and what the
 * player may have missed since their last action. */
export function eventSentences(speech: Speech, update: UpdateMessage, isFirst = false): string[] {
  const items = isFirst ? [...factsNotInRecap(update), ...update.recap, ...update.did] : update.did;
  const sentences = items.filter(({ key }) => key !== DECK_HASH_KEY).map((item) => speech.reason(item));
  if (isFirst && update.stood_in.length) sentences.push(speech.text("banner-stood-in", { actions: update.stood_in }));
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
  const position = cards.length - 1;
  const cardText = `${speech.nameInSentence(line[position] ?? 0)} ${speech.card(cards[position] ?? 0)}`;
  return {
    trick: `${match.deal}.${tricks.past.length - (trick ? 1 : 0)}`,
    position,
    cardText,
    consequences: sentences.slice(1),
  };
}

/** Return the sentences for who sits at the table, in order of play from the reader, and who the partners are. */
export function seatingSentences(speech: Speech, sides: readonly (readonly number[])[], you: number | null): string[] {
  const seats = speech.table.names.map((_, n, names) => (n + (you ?? 0)) % names.length);
  const side = you === null ? [] : (sides.find((seatsOfSide) => seatsOfSide.includes(you)) ?? []);
  const partners = side.filter((seat) => seat !== you);
  const seatingSentence = speech.text("live-round", { players: seats });
  return partners.length ? [seatingSentence, speech.text("live-partner", { players: partners })] : [seatingSentence];
}

/** Return the sentence for the hand, when the player joins a deal; none without a hand. */
export function handSentences(speech: Speech, { view }: UpdateMessage): string[] {
  return view.hand ? [speech.text("live-hand", { hand: view.hand })] : [];
}

/** Return the facts of the deal that the recap does not include. */
function factsNotInRecap({ facts, recap }: UpdateMessage): Reason[] {
  const recapKeys = new Set(recap.map((item) => JSON.stringify(item)));
  return facts.filter((fact) => !recapKeys.has(JSON.stringify(fact)));
}

/** Return the prompt to the viewer. If a card is to be played, add that they lead or have no card of the suit led, and
 * which cards they may play if not all. */
export function describePrompt(speech: Speech, { ask, legal, view }: UpdateMessage): string {
  if (!legal.length) return "";
  const question = ask.map((item) => speech.reason(item)).join(" ");
  const { tricks, turn, shown: openHands } = view.public;
  if (!isInPlay(view.public) || !tricks) return question;
  const isOwnHand = turn === view.seat;
  const handCards = cards(isOwnHand ? view.hand : (openHands[turn ?? 0] ?? 0));
  const isFreeChoice = legal.length === handCards.length;
  const leadCard = tricks.lead ?? tricks.table[0];
  const firstSentence = isOwnHand && leadCard === undefined ? speech.text("live-lead") : question;
  const voidText =
    isOwnHand && leadCard !== undefined ? voidSentence(speech, Math.floor(leadCard / 13), handCards, isFreeChoice) : "";
  const playableText = isFreeChoice ? "" : speech.text("live-can-play", { actions: [...legal] });
  return [firstSentence, voidText, playableText].filter(Boolean).join(" ");
}

/** Return the sentence that there is no card of a suit; "" if there is one. `isFreeChoice`: every card may be
 * played. */
function voidSentence(speech: Speech, suit: number, handCards: readonly number[], isFreeChoice: boolean): string {
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
  return [...did.filter(({ key }) => key !== DECK_HASH_KEY).map((item) => speech.reason(item)), prompt].filter(Boolean);
}

/** Return the sentences for what the last deal wrote on the sheet, with the new settlement. */
export function scoreSentences(speech: Speech, game: GamePresentation, sheet: SheetMessage): string[] {
  const line = sheet.lines.at(-1);
  const amounts = sheet.settlement.map((amount, side) => `${speech.side(side)} ${minus(amount)}`).join(", ");
  const heading = speech.words.text(sheet.winners.length ? "sheet-result" : "sheet-settlement");
  const entrySentences = (line?.row.entries ?? []).map((entry) =>
    speech.words.text("live-scored", {
      side: speech.side(entry.side),
      column: columnOf(speech, game, entry),
      amount: entry.amount,
      why: speech.reason(entry.reason),
    }),
  );
  return amounts ? [...entrySentences, speech.words.text("live-stands", { what: heading, amounts })] : entrySentences;
}

/** Return the name of a column, with the neighbour against whom it is written, if any. */
function columnOf(speech: Speech, game: GamePresentation, { column, side }: { column: string; side: number }): string {
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
  if (tricks)
    factSentences.push(
      trumpSentence(speech, tricks),
      ...trickSentences(speech, update),
      trickCountSentence(speech, tricks),
    );
  openHands.forEach((hand, seat) => {
    if (hand && seat !== view.seat) factSentences.push(speech.text("live-open-hand", { player: seat, hand }));
  });
  return [...factSentences, ...handSentences(speech, update), promptOrWaiting(speech, update)].filter(Boolean);
}

function trumpSentence(speech: Speech, { order }: Tricks): string {
  return order.trump === null ? speech.text("tricks-no-trumps") : speech.text("tricks-trumps", { suit: order.trump });
}

function trickCountSentence(speech: Speech, { won }: Tricks): string {
  return speech.text("tricks-in-all", {
    by_side: speech.table.sides.map((side) => side.reduce((sum, seat) => sum + (won[seat] ?? 0), 0)),
  });
}

function trickSentences(speech: Speech, { view }: UpdateMessage): string[] {
  const tricks = view.public.tricks;
  if (!tricks?.table.length && tricks?.lead == null) return [speech.words.text("live-no-trick")];
  const cardsOnTable = tricks.table.map(
    (card, place) => `${speech.name(tricks.line[place] ?? 0)} ${speech.card(card)}`,
  );
  const lead = tricks.lead === null ? [] : [speech.card(tricks.lead)];
  return [speech.words.text("live-trick", { cards: [...lead, ...cardsOnTable].join(", ") })];
}

function promptOrWaiting(speech: Speech, update: UpdateMessage): string {
  if (update.legal.length) return describePrompt(speech, update);
  return update.asked.length ? speech.text("live-waiting", { players: update.asked }) : "";
}

/** Return the sentences for who joined, left or was removed, what was proposed and its result, and where the next match
 * is. `nameOf` names the person with an id; `hasActed`: an action since then has already announced the proposal's
 * result. */
export function changeSentences(
  table: Speech,
  old: SeatsMessage | null,
  current: SeatsMessage,
  nameOf: (id: string) => string,
  hasActed = false,
): string[] {
  if (!old) return isRemoved(current) ? [table.reason(ownRemovalReason(current))] : [];
  const seats = current.seats.map((person, seat) => person ?? old.seats[seat] ?? null);
  const names = seats.map((person) => (person ? personName(table.words, person) : ""));
  const speech = new Speech(table.words, { ...table.table, names, you: current.you }, table.aloud);
  const removalSentences = removalReasons(old, current, nameOf).map((reason) => speech.reason(reason));
  const sentences = current.seats.map((person, seat) =>
    current.removed.includes(old.seats[seat]?.id ?? "")
      ? ""
      : seatChangeSentence(speech, seat, old.seats[seat] ?? null, person, current.absent_in[seat] ?? 0),
  );
  if (current.host || current.you !== null)
    sentences.push(
      ...current.reserved
        .filter((seat) => !old.reserved.includes(seat))
        .map((seat) => table.text("live-choosing", { number: seat + 1 })),
    );
  sentences.push(...removalSentences);
  const { proposal } = current;
  if (proposal && proposal.number !== old.proposal?.number) {
    sentences.push(speech.reason(proposalReason(proposal)));
    if (proposal.verdict) sentences.push(speech.reason(proposal.verdict));
  } else if (old.proposal && !proposal) {
    const refusal = declinedReason(old, current);
    if (refusal) sentences.push(speech.reason(refusal));
    else if (!hasActed) sentences.push(speech.text("live-proposal-over"));
  }
  const { unrated: why } = current;
  if (why && !old.unrated) sentences.push(speech.reason({ key: "not-rated", numbers: { why } }));
  sentences.push(
    ...current.forfeits
      .filter((seat) => !old.forfeits.includes(seat))
      .map((player) => speech.text("live-forfeit", { player })),
  );
  if (current.ending && current.ending !== old.ending) sentences.push(speech.text(`live-time-${current.ending}`));
  if (current.again && !old.again) sentences.push(speech.text("live-again"));
  return sentences.filter(Boolean);
}

function seatChangeSentence(
  speech: Speech,
  seat: number,
  oldPerson: Person | null,
  newPerson: Person | null,
  absentMs: number,
): string {
  const sentence = (key: string) => speech.text(key, { player: seat, number: seat + 1 });
  if (!newPerson) return oldPerson ? sentence("live-stood") : "";
  if (!oldPerson) return sentence("live-sat");
  if (newPerson.level && !oldPerson.level && newPerson.owner) return sentence("live-bot");
  if (newPerson.level || (oldPerson.here === newPerson.here && oldPerson.level === newPerson.level)) return "";
  if (!newPerson.here && absentMs)
    return speech.text("live-lost-line", { player: seat, seconds: Math.round(absentMs / 1000) });
  return sentence(newPerson.here ? "live-back" : "live-away");
}

/** Return whether the reader has been removed from the table. */
export const isRemoved = ({ me, removed }: SeatsMessage): boolean => removed.includes(me);

/** Return the sentence for who removed the reader. */
export function ownRemovalReason({ host_seat: player }: SeatsMessage): Reason {
  return player === null ? { key: "removed-you-host", numbers: {} } : { key: "removed-you", numbers: { player } };
}

/** Return the sentences for who was removed by whom since `old`, and which bot took the seat. */
export function removalReasons(
  old: SeatsMessage | null,
  current: SeatsMessage,
  nameOf: (id: string) => string,
): Reason[] {
  const { host, host_seat: player, me, removed } = current;
  const newlyRemoved = old ? removed.filter((id) => !old.removed.includes(id)) : [];
  return newlyRemoved.flatMap((id) => {
    const oldSeat = old?.seats.findIndex((person) => person?.id === id) ?? -1;
    const seat = current.seats[oldSeat]?.level ? [{ key: "removed-seat", numbers: { other: oldSeat } }] : [];
    if (id === me) return [ownRemovalReason(current), ...seat];
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
  return {
    key: `proposal-${proposalKeySuffix(proposal)}`,
    numbers: { player: by, tricks, left, ...proposalNumbers(proposal) },
  };
}

/** Return the sentence for who declined the previous proposal; null if no one did. */
export function declinedReason(
  oldSeats: SeatsMessage | null,
  { proposal, declined: player }: SeatsMessage,
): Reason | null {
  const old = oldSeats?.proposal;
  if (!old || proposal || player === null) return null;
  if (player === old.by) return { key: "proposal-withdrawn", numbers: { player } };
  return { key: `declined-${proposalKeySuffix(old)}`, numbers: { player, ...proposalNumbers(old) } };
}

function proposalKeySuffix({ what, back, action }: Proposal): string {
  return what === "undo" ? `undo${back > 1 ? "-since" : ""}${action === null ? "-unseen" : ""}` : what;
}

function proposalNumbers({ seat, back, action }: Proposal): Reason["numbers"] {
  return { back, ...(seat === null ? {} : { other: seat }), ...(action === null ? {} : { card: action }) };
}
