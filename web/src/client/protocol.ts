// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

import type { GameView, Presentation, Trick } from "./game_types";

export type * from "./game_types";

/**
 * A message of a client.
 */
export type Sent = Act | Why | Hint | Point | Propose | Answer | Sit | Reserve | Stand | Fill | Start | Remove | Lock | Report | Hash | Entropy | Cut | Next | Chat | Rematch;

/**
 * Do one action, or several one after the other (two discards): all of them or none.
 *
 * `n` is the version of the View that was answered.
 */
export interface Act {
  type: "act";
  n: number;
  id: string;
  act: number | number[];
}

/**
 * Say yes or no to the proposal of this number; no withdraws one's own.
 */
export interface Answer {
  type: "answer";
  proposal: number;
  yes: boolean;
}

/**
 * Say something to the table: a preset that each reads in their own language, or a text.
 */
export interface Chat {
  type: "chat";
  text?: string;
  preset?: string;
}

/**
 * Cut the deck: `cut` cards go from its top to its bottom.
 */
export interface Cut {
  type: "cut";
  deal: number;
  attempt: number;
  cut: number;
}

/**
 * Reveal the entropy, 1 to 64 letters and digits, once the hashes of all are known.
 */
export interface Entropy {
  type: "entropy";
  deal: number;
  attempt: number;
  entropy: string;
}

/**
 * Put a computer player of this level on an empty seat, or take it away (no level); for the host alone.
 */
export interface Fill {
  type: "fill";
  seat: number;
  level?: string;
}

/**
 * Commit to an entropy for the next shuffle by the SHA-256 of its text's bytes, in hex.
 */
export interface Hash {
  type: "hash";
  deal: number;
  attempt: number;
  hash: string;
}

/**
 * Ask for the move of the strongest computer player, where one person plays with computer players.
 */
export interface Hint {
  type: "hint";
  n: number;
}

/**
 * Close the table to everybody who is not here now, or open it again; for the host alone.
 */
export interface Lock {
  type: "lock";
  locked: boolean;
}

/**
 * Say that the sheet has been read, and the next deal may begin.
 */
export interface Next {
  type: "next";
}

/**
 * Point at a card of a partner's hand that lies open, for everybody to see; null: at none any more.
 */
export interface Point {
  type: "point";
  n: number;
  card: number | null;
}

/**
 * Ask the others to agree to something.
 *
 * `what` they are asked for is a number of the `tricks` that are left for one's own side (`claim`), giving the deal
 * up for one's side (`concede`), taking the last own action back, or what a computer player did in one's place
 * (`undo`), the end of the match (`stop`), or a computer player in the `seat` of an absent player (`replace`).
 */
export interface Propose {
  type: "propose";
  id: string;
  what: "claim" | "concede" | "replace" | "stop" | "undo";
  tricks?: number | null;
  seat?: number | null;
}

/**
 * Open a table like this one after the match; all are told its id.
 */
export interface Rematch {
  type: "rematch";
}

/**
 * Remove a person, by the opaque id that they have at this table; for the host alone.
 *
 * Before the match their seat is empty then, afterwards a computer player has it for good. They may watch where
 * anybody may, and not sit down here again.
 */
export interface Remove {
  type: "remove";
  person: string;
}

/**
 * Call what a computer player did bad: the action of this seat that version `n` of the deal told.
 */
export interface Report {
  type: "report";
  n: number;
  seat: number;
}

/**
 * Keep an empty seat for two minutes, before the match, while its player chooses a name; null gives it back.
 */
export interface Reserve {
  type: "reserve";
  seat: number | null;
}

/**
 * Take a seat that is empty, or one's own again from the computer player that sits in.
 */
export interface Sit {
  type: "sit";
  seat: number;
}

/**
 * Leave one's seat: before the match it is empty then, afterwards its player is absent until they sit again.
 */
export interface Stand {
  type: "stand";
}

/**
 * Begin the match with computer players on the seats that are still empty; for the host alone.
 *
 * It is refused while a seat is reserved, but with `anyway`.
 */
export interface Start {
  type: "start";
  anyway?: boolean;
}

/**
 * Ask which rule forbids an action now; nothing is done.
 */
export interface Why {
  type: "why";
  n: number;
  act: number;
}

/**
 * A message to a client.
 */
export type Told = Welcome | Seats | Update | Sheet | Sealed | Opened | Receipt | Refused | Wondered | Hinted | Pointed | Chatted | Noted | Goodbye;

/**
 * A message of the chat; `seat` is null for a spectator, `id` is that of the person (`Person.id`).
 *
 * What spectators say while a deal is played only they hear, until it has ended.
 */
export interface Chatted {
  type: "chatted";
  seat: number | null;
  name: string;
  text: string;
  preset: string;
  id: string;
}

/**
 * The tricks that a player can claim for their `side`: at most `most` of the `left` remaining ones.
 *
 * `wanted` is the best number for that side: `most` if the side plays for tricks, 0 if it avoids them.
 */
export interface Claimable {
  side: number[];
  wanted: number;
  most: number;
  left: number;
}

/**
 * The time that is left on the clocks by seat, in milliseconds, and the seats whose clocks run.
 */
export interface Clock {
  left: number[];
  runs: number[];
}

/**
 * The coach's words to the player who learns: at a question, after an answer that differs, or after the deal.
 *
 * `of` is the number of remarks in the whole deal, `remarks` are those that belong here, to be read one after the
 * other, `answer` is what the coach would do now; `things`, after the deal, are what it showed.
 */
export interface Coached {
  of: number;
  remarks: Remark[];
  answer: number[];
  things: CoachedThing[];
}

/**
 * One of the things that a coached deal shows: done `right`, as the coach would, or in the player's own way.
 */
export interface CoachedThing {
  say: Reason;
  how: Reason;
  right: boolean;
}

/**
 * A deck after its deal, with everything that made it (`prikup.history.shuffle`).
 *
 * `refused` is the key of the rule that refused it; `cut_from` and `withheld` are those of the Shuffle.
 */
export interface Deck {
  deal: number;
  attempt: number;
  seed: string;
  entropy: string[];
  cut: number;
  deck: number[];
  refused: string;
  cut_from: "" | "player" | "seed";
  withheld: number[];
}

/**
 * One number written on the sheet, with its reason.
 */
export interface Entry {
  column: string;
  side: number;
  amount: number;
  reason: Reason;
}

/**
 * The last message: the connection is closed, for this reason.
 */
export interface Goodbye {
  type: "goodbye";
  reason: Reason;
}

/**
 * The answer to Hint, made of the receiver's View and of nothing else.
 *
 * `plan` is what to do now: one action, or two cards to be discarded; `worth` are the plans that were thought of, the
 * best first: none where only a rule of thumb was asked. `why` is what is certain of the plan, null where nothing is.
 */
export interface Hinted {
  type: "hint";
  n: number;
  plan: number[];
  worth: Worth[];
  why: Reason | null;
}

/**
 * A deal on the sheet: its number, dealer, outcome (null: a correction by hand) and the row that it wrote.
 */
export interface Line {
  deal: number;
  dealer: number;
  outcome: unknown;
  row: Row;
}

/**
 * The explanation of some calls: what they gain and cost.
 *
 * The first item of `says` is a short label to show next to the calls, the others are sentences.
 */
export interface Meaning {
  calls: number[];
  says: Reason[];
}

/**
 * An action of a seat; `act` is null where the receiver may not know it.
 */
export interface Moved {
  seat: number;
  act: number | null;
}

/**
 * The answer to Report: the deal will be kept with its log once it has ended.
 */
export interface Noted {
  type: "noted";
  n: number;
  seat: number;
}

/**
 * The decks of finished deals and refused ones: all of them after connecting, the new ones later.
 */
export interface Opened {
  type: "opened";
  decks: Deck[];
}

/**
 * The moment of a finished match that a given deal begins at: its deal, from 1, and the step there, from 0.
 *
 * `compared`: the result is set beside those of all tables that play the same deal. Nobody there is told which `match`
 * it was ("") until theirs is over: its link shows all cards. A position that was set up, and is played on, is of no
 * match (""). `open_hands`: whoever plays on there alone sees all hands, as they lay before them already; never where
 * the deal is compared, because others sit there.
 */
export interface Origin {
  match: string;
  deal: number;
  step: number;
  compared: boolean;
  open_hands: boolean;
}

/**
 * A person or a computer player on a seat.
 *
 * `name` is "" for a person who gave none; `id` is the person's at this table, the same for all their connections,
 * and says nothing at any other ("": a computer player's seat). `level` is that of the computer player that plays for
 * the seat now ("" for a person); `here`: connected; `owner`: the seat is a person's, who may have it back from the
 * computer player.
 */
export interface Person {
  name: string;
  level: string;
  here: boolean;
  owner: boolean;
  id: string;
}

/**
 * All cards that are pointed at now. It is in no log; one is over when its hand plays a card.
 */
export interface Pointed {
  type: "pointed";
  cards: Pointing[];
}

/**
 * A card in the open hand of `seat` at which the player `by`, whose tricks count with theirs, points.
 */
export interface Pointing {
  by: number;
  seat: number;
  card: number;
}

/**
 * A proposal that the rules of the game know; `why_not`: the reason why it cannot be made now (null: it can).
 */
export interface Possible {
  what: "claim" | "concede" | "replace" | "stop" | "undo";
  why_not: Reason | null;
}

/**
 * A question to the table; `waits` are the seats that have not answered yet.
 *
 * `back` is the number of actions that an undo takes back: those of all players since one that a computer player did
 * in the place of the seat `by`, or that seat's last action alone; `action` is the first of them, null where not
 * everybody knows it. A claim is that the side of `by` takes `tricks` of
 * the tricks that are `left`. `verdict` is what best play says of it, told to a receiver alone who is asked and sees
 * every card in play.
 */
export interface Proposal {
  number: number;
  what: "claim" | "concede" | "replace" | "stop" | "undo";
  by: number;
  seat: number | null;
  waits: number[];
  back: number;
  action: number | null;
  tricks: number;
  left: number;
  verdict: Reason | null;
}

/**
 * A reason or a fact to show to a user: the full key of a message and its arguments.
 *
 * `numbers` holds numbers; a string is allowed only to repeat input of a user or to name a thing of the program (an
 * option, a file), and is never a sentence. The name of an argument decides how a screen shows it
 * (`prikup.locale.speech.Speech`): seats, cards, calls, suits and hands are shown in words, others unchanged.
 */
export interface Reason {
  key: string;
  numbers: Record<string, number | string | number[]>;
}

/**
 * The answer to a message with this `id`: it is done and durable, and made version `n`.
 */
export interface Receipt {
  type: "receipt";
  id: string;
  n: number;
}

/**
 * A rule under which decks are refused: all of `cards` are at `places`, and none of `without` is.
 *
 * Places are positions in the deck, counted from 0 at the top. `shows` is the seat that receives the cards at these
 * places and reveals them as proof; null if no cards are revealed.
 */
export interface Refusal {
  reason: Reason;
  places: number[];
  cards: number[];
  without: number[];
  shows: number | null;
}

/**
 * The answer to a message that was not done: the reason, and its `id` if it had one. Nothing has changed.
 */
export interface Refused {
  type: "refused";
  reason: Reason;
  id: string;
  legal: number[];
}

/**
 * A remark of the coach: its sentences, and the part of the table that it `points` at.
 *
 * `kind`: of the `plan` of this deal, on an answer that was made `otherwise` than the coach would (it can be taken
 * back), or `general`. `number` is that of the remark of the plan, or of the one that the deal has come to.
 */
export interface Remark {
  number: number;
  say: Reason[];
  points: "" | "calls" | "facts" | "hand" | "players" | "sheet" | "talon" | "trick";
  kind: "general" | "otherwise" | "plan";
}

/**
 * The entries that one deal writes. Several may change the same box; they are in the order of writing.
 */
export interface Row {
  entries: Entry[];
}

/**
 * The shuffle of the next deck under way.
 *
 * `dealer` deals it; `commitment` is the SHA-256 of the host's seed; `hashes` are those of the seats' entropies (null:
 * the seat's follows from the seed); `step`: hashes are awaited, then entropies, then the cut of `cutter`, then the
 * deck is dealt; `entropies` are known from the cut on, and one that was promised and not shown follows from the seed;
 * `cut_from`: whether a player cut or the cut follows from the seed ("": it is not known yet); `places` are the seats
 * that the cards of the deck will be dealt to, from the top (null: to no hand), and `refusals` the rules that would
 * refuse the deck; `millis` are left before it goes on by itself; `did` are the sentences about it.
 */
export interface Sealed {
  type: "sealed";
  deal: number;
  attempt: number;
  dealer: number;
  commitment: string;
  step: "cut" | "dealt" | "entropies" | "hashes";
  hashes: (string | null)[];
  entropies: (string | null)[];
  cutter: number;
  cut: number | null;
  cut_from: "" | "player" | "seed";
  places: (number | null)[];
  refusals: Refusal[];
  millis: number;
  did: Reason[];
}

/**
 * Everything about the table that changes beside the cards.
 *
 * `stage`: `open` (seats are taken), `shuffle`, `deal` (cards are played), `rest` (the sheet is read; `waits` are
 * those still reading), `over`. `seats` is null where nobody sits; `you` is the receiver's seat, null for a spectator;
 * `host`: the receiver may fill seats, start, remove people and lock the table; `declined` is the seat that has said
 * no to the last proposal, or has withdrawn it (null: nobody has); `again` is the table of the rematch;
 * `practice`: the match began with the receiver as its only person, who may ask for hints; `watchers` is the number
 * of people who watch; `locked`: only those who were here may come; `me` is the receiver's own opaque id; `absent_in`
 * is by seat the time until a player who is not here counts as absent (null: nobody is waited for there, or for ever);
 * `host_seat` is the host's seat (null: they have none), and `removed` are the opaque ids of people they have removed;
 * `reserved` are the empty seats that are kept for somebody who is choosing a name.
 */
export interface Seats {
  type: "seats";
  stage: "deal" | "open" | "over" | "rest" | "shuffle";
  seats: (Person | null)[];
  you: number | null;
  host: boolean;
  waits: number[];
  proposal: Proposal | null;
  declined: number | null;
  again: string;
  practice: boolean;
  watchers: number;
  locked: boolean;
  me: string;
  absent_in: (number | null)[];
  host_seat: number | null;
  removed: string[];
  reserved: number[];
}

/**
 * The score sheet.
 *
 * `lines` are its deals with the reason of every number; `totals` are by column, then by side; `settlement` is what
 * each side has won or lost, exact (`+6 2/3`, `-1/3`, `0`); `winners` are sides, once the match is over; `taken_back`
 * are the numbers of the deals in which the only person at the table took an action back.
 */
export interface Sheet {
  type: "sheet";
  lines: Line[];
  totals: number[][];
  settlement: string[];
  winners: number[];
  taken_back: number[];
}

/**
 * Cards that are in the hidden hand of `seat` (which has `size` cards) or in its discard.
 *
 * Those in `held` are certainly in the hand, those in `gone` certainly not; only the owner knows about the others. If
 * there are more cards than the hand holds, the whole hand is among them. All sets are masks.
 */
export interface Traced {
  seat: number;
  size: number;
  cards: number;
  held: number;
  gone: number;
}

/**
 * The deal as the receiver may see it, whole. `n` is its version.
 *
 * `did` are the sentences of what has just happened and `moved` the actions themselves (none of either in the first
 * one after connecting); `view` is the game's own View (`prikup.state.View`); `legal` is what the receiver may do now;
 * `asked` are the seats that are waited for; `facts` is what everybody keeps in mind; `ask` is the question to a
 * receiver who is asked; `best` is the seat whose card is winning the trick; `laid` are the seats whose sealed
 * bids lie on the table, `mine` is the receiver's own among them; `claim` is what the receiver can
 * claim (null: nothing); `partners` are the seats at
 * whose open cards the receiver may point; `recap`, only in the first one after connecting, is what has happened in
 * the deal since the receiver's last action; `possible` are the proposals about the deal that the receiver may make;
 * `stood_in` is what a computer player has done in the receiver's place since they acted last; `meanings` is what the
 * calls among `legal` bring and cost in this deal; `coach` is what the coach says to the receiver; `traced` are the
 * cards of hidden hands that the receiver can place; `line`, only in the one that ends a deal by a claim, are the
 * tricks that were left as best play takes them (none: best play takes other numbers, or it could not be found).
 */
export interface Update {
  type: "view";
  n: number;
  did: Reason[];
  moved: Moved[];
  view: GameView;
  legal: number[];
  asked: number[];
  facts: Reason[];
  ask: Reason[];
  best: number | null;
  laid: number[];
  clock: Clock | null;
  mine: number | null;
  claim: Claimable | null;
  partners: number[];
  recap: Reason[];
  possible: Possible[];
  stood_in: number[];
  meanings: Meaning[];
  coach: Coached | null;
  traced: Traced[];
  line: Trick[];
}

/**
 * The first message: everything that never changes at a table.
 *
 * `rules` are all house rules by name, as text; `sides` are the seats that score together; `calls` are the names of
 * the actions 52, 53, …; `columns` are those of the sheet; `pack` are all the cards; `clock` is the bank and the
 * increment in milliseconds; `presets` are the chat's; `presentation` says how a client draws the game; `delayed`:
 * spectators see each deal once it has ended; `glossary` is what the calls mean under these house rules in any deal;
 * `coach`: the cards of the only deal were chosen for learning the game, and it counts nowhere. `origin`: the deal was
 * given, is that of a finished match from a step on, and counts nowhere either; the id of that match is withheld
 * ("") where the deal is `compared` with how others play it, until the match is over. A position that somebody plays
 * on from is of no match ("") and not `compared`.
 */
export interface Welcome {
  type: "welcome";
  table: string;
  game: string;
  options: string;
  rules: Record<string, string>;
  sides: number[][];
  calls: string[];
  columns: string[];
  pack: number[];
  absent: "bot" | "vote" | "wait";
  clock: [number, number] | null;
  chat: boolean;
  presets: string[];
  levels: string[];
  presentation: Presentation;
  delayed: boolean;
  glossary: Meaning[];
  coach: boolean;
  origin: Origin | null;
}

/**
 * The answer to Why; no `reason`: the action is legal.
 */
export interface Wondered {
  type: "why";
  n: number;
  act: number;
  reason: Reason | null;
}

/**
 * The points that a plan may be expected to bring one's side in the settlement of the deal.
 */
export interface Worth {
  plan: number[];
  points: number;
}
