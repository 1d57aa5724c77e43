// The announced sentences: events, prompts and the state of the table.
import type { Trick } from "../../client/game_types";
import type { Person, Proposal, Reason, Sealed, Seats, Sheet, Tricks, Update } from "../../client/protocol";
import { opponent, type Drawn } from "../../client/presentation";
import { personName } from "../../language/display_names";
import { minus } from "../../sheet/sheet_numbers";
import { cards, Speech } from "../../language/speech";
import { inPlay } from "../view_selectors";
import type { TrickPart } from "./announcer.svelte";

/** The message with the hash of the deck: it is only for reading, so its digits are not announced. */
const UNSPOKEN = "deal-sealed";

/** Return the sentences for what has happened. The first time after a welcome, add the current facts and what the
 * player may have missed since their last action. */
export function happened(speech: Speech, update: Update, first = false): string[] {
  const items = first ? [...untold(update), ...update.recap, ...update.did] : update.did;
  const said = items.filter(({ key }) => key !== UNSPOKEN).map((item) => speech.reason(item));
  if (first && update.stood_in.length) said.push(speech.text("banner-stood-in", { actions: update.stood_in }));
  return said;
}

/** Return the card just played to a trick, announced by the sentences `told`; null if more happened than a card. */
export function trickPart(speech: Speech, update: Update, finished: Trick | null, told: readonly string[]): TrickPart | null {
  const { tricks, match } = update.view.public;
  if (!tricks || !update.moved.length || told.length !== update.did.length) return null;
  if (!finished && (told.length > 1 || !tricks.table.length)) return null;
  const { cards, line } = finished ?? { cards: tricks.table, line: tricks.line };
  const place = cards.length - 1;
  const card = `${speech.nameInSentence(line[place] ?? 0)} ${speech.card(cards[place] ?? 0)}`;
  return { trick: `${match.deal}.${tricks.past.length - (finished ? 1 : 0)}`, place, card, then: told.slice(1) };
}

/** Return the sentences for who sits at the table, in order of play from the reader, and who the partners are. */
export function seated(speech: Speech, sides: readonly (readonly number[])[], you: number | null): string[] {
  const seats = speech.table.names.map((_, n, all) => (n + (you ?? 0)) % all.length);
  const side = you === null ? [] : (sides.find((some) => some.includes(you)) ?? []);
  const partners = side.filter((seat) => seat !== you);
  const round = speech.text("live-round", { players: seats });
  return partners.length ? [round, speech.text("live-partner", { players: partners })] : [round];
}

/** Return the sentence for the hand, when the player joins a deal; none without a hand. */
export function held(speech: Speech, { view }: Update): string[] {
  return view.hand ? [speech.text("live-hand", { hand: view.hand })] : [];
}

/** Return the facts of the deal that the recap does not include. */
function untold({ facts, recap }: Update): Reason[] {
  const told = new Set(recap.map((item) => JSON.stringify(item)));
  return facts.filter((fact) => !told.has(JSON.stringify(fact)));
}

/** Return the prompt to the viewer. If a card is to be played, add that they lead or have no card of the suit led, and
 * which cards they may play if not all. */
export function asking(speech: Speech, { ask, legal, view }: Update): string {
  if (!legal.length) return "";
  const question = ask.map((item) => speech.reason(item)).join(" ");
  const { tricks, turn, shown } = view.public;
  if (!inPlay(view.public) || !tricks) return question;
  const own = turn === view.seat;
  const held = cards(own ? view.hand : (shown[turn ?? 0] ?? 0));
  const any = legal.length === held.length;
  const led = tricks.lead ?? tricks.table[0];
  const begun = own && led === undefined ? speech.text("live-lead") : question;
  const lacking = own && led !== undefined ? lacks(speech, Math.floor(led / 13), held, any) : "";
  const some = any ? "" : speech.text("live-can-play", { actions: [...legal] });
  return [begun, lacking, some].filter(Boolean).join(" ");
}

/** Return the sentence that there is no card of a suit; "" if there is one. `any`: every card may be played. */
function lacks(speech: Speech, suit: number, held: readonly number[], any: boolean): string {
  if (held.some((card) => Math.floor(card / 13) === suit)) return "";
  const none = speech.text("live-void", { suit: speech.suitOf(suit) });
  return any ? `${none} ${speech.text("live-any")}` : none;
}

/** Return the sentences of a shuffle, once per step; `prompt` asks for the cut. */
export function mixed(speech: Speech, before: Sealed | null, { deal, attempt, step, did }: Sealed, prompt = ""): string[] {
  if (before?.deal === deal && before.attempt === attempt && before.step === step) return [];
  return [...did.filter(({ key }) => key !== UNSPOKEN).map((item) => speech.reason(item)), prompt].filter(Boolean);
}

/** Return the sentences for what the last deal wrote on the sheet, with the new settlement. */
export function scored(speech: Speech, drawn: Drawn, sheet: Sheet): string[] {
  const line = sheet.lines.at(-1);
  const amounts = sheet.settlement.map((amount, side) => `${speech.side(side)} ${minus(amount)}`).join(", ");
  const what = speech.words.text(sheet.winners.length ? "sheet-result" : "sheet-settlement");
  const written = (line?.row.entries ?? []).map((entry) =>
    speech.words.text("live-scored", {
      side: speech.side(entry.side),
      column: columnOf(speech, drawn, entry),
      amount: entry.amount,
      why: speech.reason(entry.reason),
    }),
  );
  return amounts ? [...written, speech.words.text("live-stands", { what, amounts })] : written;
}

/** Return the name of a column, with the neighbour against whom it is written, if any. */
function columnOf(speech: Speech, drawn: Drawn, { column, side }: { column: string; side: number }): string {
  const name = speech.words.text(`column-${column}`);
  const other = opponent(drawn, column, side);
  return other === null ? name : speech.text("column-on", { column: name, other, you: String(other === speech.table.you) });
}

/** Return the whole table in a few sentences: contract, trick, tricks taken, hand, prompt. */
export function everything(speech: Speech, update: Update): string[] {
  const { view, facts } = update;
  const { tricks, shown } = view.public;
  const said = facts.map((fact) => speech.reason(fact));
  if (tricks) said.push(trumps(speech, tricks), ...trick(speech, update), inAll(speech, tricks));
  shown.forEach((hand, seat) => {
    if (hand && seat !== view.seat) said.push(speech.text("live-open-hand", { player: seat, hand }));
  });
  return [...said, ...held(speech, update), waiting(speech, update)].filter(Boolean);
}

function trumps(speech: Speech, { order }: Tricks): string {
  return order.trump === null ? speech.text("tricks-no-trumps") : speech.text("tricks-trumps", { suit: order.trump });
}

function inAll(speech: Speech, { won }: Tricks): string {
  return speech.text("tricks-in-all", { by_side: speech.table.sides.map((side) => side.reduce((sum, seat) => sum + (won[seat] ?? 0), 0)) });
}

function trick(speech: Speech, { view }: Update): string[] {
  const tricks = view.public.tricks;
  if (!tricks?.table.length && tricks?.lead == null) return [speech.words.text("live-no-trick")];
  const played = tricks.table.map((card, place) => `${speech.name(tricks.line[place] ?? 0)} ${speech.card(card)}`);
  const lead = tricks.lead === null ? [] : [speech.card(tricks.lead)];
  return [speech.words.text("live-trick", { cards: [...lead, ...played].join(", ") })];
}

function waiting(speech: Speech, update: Update): string {
  if (update.legal.length) return asking(speech, update);
  return update.asked.length ? speech.text("live-waiting", { players: update.asked }) : "";
}

/** Return the sentences for who joined, left or was removed, what was proposed and its result, and where the next match
 * is. `nameOf` names the person with an id; `acted`: an action since then has already announced the proposal's
 * result. */
export function changes(table: Speech, before: Seats | null, after: Seats, nameOf: (id: string) => string, acted = false): string[] {
  if (!before) return isRemoved(after) ? [table.reason(ownRemoval(after))] : [];
  const seats = after.seats.map((person, seat) => person ?? before.seats[seat] ?? null);
  const names = seats.map((person) => (person ? personName(table.words, person) : ""));
  const speech = new Speech(table.words, { ...table.table, names, you: after.you }, table.aloud);
  const gone = removals(before, after, nameOf).map((reason) => speech.reason(reason));
  const said = after.seats.map((person, seat) =>
    after.removed.includes(before.seats[seat]?.id ?? "") ? "" : moved(speech, seat, before.seats[seat] ?? null, person, after.absent_in[seat] ?? 0),
  );
  if (after.host || after.you !== null)
    said.push(...after.reserved.filter((seat) => !before.reserved.includes(seat)).map((seat) => table.text("live-choosing", { number: seat + 1 })));
  said.push(...gone);
  const { proposal } = after;
  if (proposal && proposal.number !== before.proposal?.number) {
    said.push(speech.reason(proposed(proposal)));
    if (proposal.verdict) said.push(speech.reason(proposal.verdict));
  } else if (before.proposal && !proposal) {
    const refusal = declined(before, after);
    if (refusal) said.push(speech.reason(refusal));
    else if (!acted) said.push(speech.text("live-proposal-over"));
  }
  if (after.again && !before.again) said.push(speech.text("live-again"));
  return said.filter(Boolean);
}

function moved(speech: Speech, seat: number, was: Person | null, is: Person | null, left: number): string {
  const say = (key: string) => speech.text(key, { player: seat, number: seat + 1 });
  if (!is) return was ? say("live-stood") : "";
  if (!was) return say("live-sat");
  if (is.level && !was.level && is.owner) return say("live-bot");
  if (is.level || (was.here === is.here && was.level === is.level)) return "";
  if (!is.here && left) return speech.text("live-lost-line", { player: seat, seconds: Math.round(left / 1000) });
  return say(is.here ? "live-back" : "live-away");
}

/** Return whether the reader has been removed from the table. */
export const isRemoved = ({ me, removed }: Seats): boolean => removed.includes(me);

/** Return the sentence for who removed the reader. */
export function ownRemoval({ host_seat: player }: Seats): Reason {
  return player === null ? { key: "removed-you-host", numbers: {} } : { key: "removed-you", numbers: { player } };
}

/** Return the sentences for who was removed by whom since `before`, and which bot took the seat. */
export function removals(before: Seats | null, after: Seats, nameOf: (id: string) => string): Reason[] {
  const { host, host_seat: player, me, removed } = after;
  const fresh = before ? removed.filter((id) => !before.removed.includes(id)) : [];
  return fresh.flatMap((id) => {
    const other = before?.seats.findIndex((person) => person?.id === id) ?? -1;
    const seat = after.seats[other]?.level ? [{ key: "removed-seat", numbers: { other } }] : [];
    if (id === me) return [ownRemoval(after), ...seat];
    const name = nameOf(id);
    if (host) return [{ key: "removed-by-you", numbers: { name } }, ...seat];
    const by = player === null ? { key: "removed-by-host", numbers: { name } } : { key: "removed-by", numbers: { player, name } };
    return [by, ...seat];
  });
}

/** Return the sentence for an open proposal. */
export function proposed(proposal: Proposal): Reason {
  const { by, tricks, left } = proposal;
  return { key: `proposal-${subject(proposal)}`, numbers: { player: by, tricks, left, ...details(proposal) } };
}

/** Return the sentence for who declined the previous proposal; null if no one did. */
export function declined(before: Seats | null, { proposal, declined: player }: Seats): Reason | null {
  const old = before?.proposal;
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
