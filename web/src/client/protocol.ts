// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

import type { GameView, Presentation, Trick } from "./game_types";

export type * from "./game_types";

/**
 * A message of a client.
 */
export type ClientCommand = ActCommand | WhyCommand | HintCommand | PointCommand | ProposeCommand | AnswerCommand | SitCommand | ReserveCommand | StandCommand | FillCommand | StartCommand | RemoveCommand | LockCommand | ReportCommand | HashCommand | EntropyCommand | CutCommand | NextCommand | ChatCommand | RematchCommand;

/**
 * Do one action, or several one after the other (two discards): all of them or none.
 *
 * `n` is the version of the View that the player answers.
 */
export interface ActCommand {
  type: "act";
  n: number;
  id: string;
  act: number | number[];
}

/**
 * Accept or reject the proposal of this number; its proposer withdraws it with `yes` false.
 */
export interface AnswerCommand {
  type: "answer";
  proposal: number;
  yes: boolean;
}

/**
 * Send a chat line to the table: a preset, which clients show in their reader's language, or a text.
 */
export interface ChatCommand {
  type: "chat";
  text?: string;
  preset?: string;
}

/**
 * Cut the deck: `cut` cards go from its top to its bottom.
 */
export interface CutCommand {
  type: "cut";
  deal: number;
  attempt: number;
  cut: number;
}

/**
 * Reveal the committed entropy, 1 to 64 letters and digits, once the shuffle is at its step `entropies`.
 */
export interface EntropyCommand {
  type: "entropy";
  deal: number;
  attempt: number;
  entropy: string;
}

/**
 * Put a computer player of this level on an empty seat, or remove it (`level` ""). Host only.
 */
export interface FillCommand {
  type: "fill";
  seat: number;
  level?: string;
}

/**
 * Commit to an entropy for the next shuffle by the SHA-256 of its text's bytes, in hex.
 */
export interface HashCommand {
  type: "hash";
  deal: number;
  attempt: number;
  hash: string;
}

/**
 * Ask for the move of the strongest computer player.
 *
 * Allowed only in matches of one person with computer players.
 */
export interface HintCommand {
  type: "hint";
  n: number;
}

/**
 * Close the table to everyone who is not connected now, or reopen it. Host only.
 */
export interface LockCommand {
  type: "lock";
  locked: boolean;
}

/**
 * Confirm that the player has read the score sheet and is ready for the next deal.
 */
export interface NextCommand {
  type: "next";
}

/**
 * Point at a card in a partner's face-up hand, visible to everyone at the table; null stops pointing.
 */
export interface PointCommand {
  type: "point";
  n: number;
  card: number | null;
}

/**
 * Make a proposal that other players may have to agree to.
 *
 * `what` is `claim` (the player's side takes `tricks` of the tricks that remain), `concede` (the player's side gives
 * up the deal), `undo` (take back the player's last action, or what a computer player did in their place), `stop` (end
 * the match) or `replace` (a computer player takes the `seat` of an absent player).
 */
export interface ProposeCommand {
  type: "propose";
  id: string;
  what: "claim" | "concede" | "replace" | "stop" | "undo";
  tricks?: number | null;
  seat?: number | null;
}

/**
 * Open a table with the same settings after the match; its id is sent to everyone in `SeatsMessage.again`.
 */
export interface RematchCommand {
  type: "rematch";
}

/**
 * Remove a person, given by their opaque id at this table. Host only.
 *
 * Before the match their seat becomes empty; afterwards a computer player has it for good. They may still watch if the
 * table allows spectators, but cannot sit down here again.
 */
export interface RemoveCommand {
  type: "remove";
  person: string;
}

/**
 * Report a bad move of a computer player: the action of this seat that version `n` of the deal announced.
 */
export interface ReportCommand {
  type: "report";
  n: number;
  seat: number;
}

/**
 * Reserve an empty seat for two minutes before the match while its player enters a name; null releases it.
 */
export interface ReserveCommand {
  type: "reserve";
  seat: number | null;
}

/**
 * Take an empty seat, or take the player's own seat back from the computer player that replaced them.
 */
export interface SitCommand {
  type: "sit";
  seat: number;
}

/**
 * Leave the seat. Before the match it becomes empty; afterwards its player is absent until they sit again.
 */
export interface StandCommand {
  type: "stand";
}

/**
 * Start the match, with computer players on the seats that are still empty. Host only.
 *
 * It is refused while a seat is reserved, unless `anyway` is set.
 */
export interface StartCommand {
  type: "start";
  anyway?: boolean;
}

/**
 * Ask which rule forbids an action now. Nothing is done.
 */
export interface WhyCommand {
  type: "why";
  n: number;
  act: number;
}

/**
 * A message to a client.
 */
export type ServerMessage = WelcomeMessage | SeatsMessage | UpdateMessage | SheetMessage | ShuffleMessage | DecksMessage | ReceiptMessage | RefusedMessage | WhyMessage | HintMessage | PointingsMessage | ChatMessage | NotedMessage | CloseMessage;

/**
 * The explanation of some calls: what they gain and cost.
 *
 * The first item of `says` is a short label to show next to the calls, the others are sentences.
 */
export interface CallExplanation {
  calls: number[];
  says: Reason[];
}

/**
 * A chat line; `seat` is null for a spectator, `id` is the opaque id of the person (`Person.id`).
 *
 * Lines that spectators write during a deal are sent only to spectators until it has ended. At a delayed table, lines
 * that players write during a deal reach spectators only after it.
 */
export interface ChatMessage {
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
export interface ClaimableTricks {
  side: number[];
  wanted: number;
  most: number;
  left: number;
}

/**
 * The time left on the clocks by seat, in milliseconds, and the seats whose clocks are running.
 */
export interface Clock {
  left: number[];
  runs: number[];
}

/**
 * The last message before the server closes the connection, with the reason.
 */
export interface CloseMessage {
  type: "goodbye";
  reason: Reason;
}

/**
 * The coach's messages to the learning player: at a decision, after an answer that differs, after the deal.
 *
 * `of` is the number of remarks in the whole deal; `remarks` are those for the current position, in reading order;
 * `answer` is what the coach would do now; `things`, after the deal, are the points it has taught.
 */
export interface Coaching {
  of: number;
  remarks: Remark[];
  answer: number[];
  things: Lesson[];
}

/**
 * A deck revealed after its deal, with all inputs of its shuffle (`prikup.history.shuffle`).
 *
 * `refused` is the key of the rule that rejected the deck ("": none did); `cut_from` and `withheld` are those of the
 * Shuffle.
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
 * A rule under which decks are refused: all of `cards` are at `places`, and none of `without` is.
 *
 * Places are positions in the deck, counted from 0 at the top. `shows` is the seat that receives the cards at these
 * places and reveals them as proof; null if no cards are revealed.
 */
export interface DeckRule {
  reason: Reason;
  places: number[];
  cards: number[];
  without: number[];
  shows: number | null;
}

/**
 * The decks of finished deals and rejected ones: all of them after connecting, later only new ones.
 */
export interface DecksMessage {
  type: "opened";
  decks: Deck[];
}

/**
 * The answer to Hint, computed from the receiver's View only.
 *
 * `plan` is what to do now: one action, or all cards to discard or give. `worth` are the plans considered, best first;
 * it is empty if only heuristics were used. `why` is the certain reason for the plan, null if nothing is certain.
 */
export interface HintMessage {
  type: "hint";
  n: number;
  plan: number[];
  worth: PlanValue[];
  why: Reason | null;
}

/**
 * A point that a coached deal teaches: `right` if the player did it as the coach would.
 */
export interface Lesson {
  say: Reason;
  how: Reason;
  right: boolean;
}

/**
 * A deal on the sheet: its number, dealer, outcome (null: a correction by hand) and the row that it wrote.
 */
export interface Line {
  deal: number;
  dealer: number;
  outcome: unknown;
  row: SheetRow;
}

/**
 * The answer to Report: the deal will be saved with its log once it has ended.
 */
export interface NotedMessage {
  type: "noted";
  n: number;
  seat: number;
}

/**
 * The position from which a fixed deal starts: the match, its deal (from 1) and the step in it (from 0).
 *
 * `compared`: the result is compared with those of all tables that play the same deal. Players there get the `match`
 * only when theirs is over (until then ""), because its link shows all cards. A position entered by hand belongs to no
 * match (""). `open_hands`: the only person at the table sees all hands, as they did when choosing the position; never
 * where the deal is compared, because others sit there.
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
 * `name` is "" for a person who gave none; `id` is the person's opaque id at this table, the same for all their
 * connections and unrelated to their ids at other tables ("": the seat of a computer player). `level` is that of the
 * computer player now playing for the seat ("" for a person); `here`: connected; `owner`: the seat belongs to a
 * person, who can take it back from the computer player.
 */
export interface Person {
  name: string;
  level: string;
  here: boolean;
  owner: boolean;
  id: string;
}

/**
 * The expected points of a plan for its player's side in the settlement of the deal.
 */
export interface PlanValue {
  plan: number[];
  points: number;
}

/**
 * A card in the face-up hand of `seat` at which the player `by`, whose tricks count with theirs, points.
 */
export interface Pointing {
  by: number;
  seat: number;
  card: number;
}

/**
 * All cards that are pointed at now; a pointing is not logged and ends when the card's hand plays a card.
 */
export interface PointingsMessage {
  type: "pointed";
  cards: Pointing[];
}

/**
 * A proposal that the game's rules allow; `why_not` is the reason why it cannot be made now (null: it can).
 */
export interface PossibleProposal {
  what: "claim" | "concede" | "replace" | "stop" | "undo";
  why_not: Reason | null;
}

/**
 * An open proposal; `waits` are the seats that have not answered yet.
 *
 * `back` is the number of actions that an undo takes back: all actions since one that a computer player did in place
 * of the seat `by`, or that seat's last action only; `action` is the first of them, null if it is not public. In a
 * claim the side of `by` takes `tricks` of the tricks that are `left`. `verdict` says whether best play agrees with
 * the claim; it is sent only to a receiver who has to answer and sees every card in play.
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
 * The answer to a command with this `id`: it is done and durable, and made version `n`.
 */
export interface ReceiptMessage {
  type: "receipt";
  id: string;
  n: number;
}

/**
 * The answer to a rejected message, with the reason and the message's `id` if it had one; nothing has changed.
 *
 * `legal` are the legal actions, if an action was rejected.
 */
export interface RefusedMessage {
  type: "refused";
  reason: Reason;
  id: string;
  legal: number[];
}

/**
 * A remark of the coach: its sentences (`say`), and the part of the table that it `points` at.
 *
 * `kind` is `plan` (prepared for this deal), `otherwise` (on an answer that differs from the coach's and can be taken
 * back) or `general`. `number` is that of the prepared remark, or of the prepared remark that the deal has reached.
 */
export interface Remark {
  number: number;
  say: Reason[];
  points: "" | "calls" | "facts" | "hand" | "players" | "sheet" | "talon" | "trick";
  kind: "general" | "otherwise" | "plan";
}

/**
 * An action of a seat; `act` is null if the receiver may not know it.
 */
export interface SeatAction {
  seat: number;
  act: number | null;
}

/**
 * The state of the table apart from the cards.
 *
 * `stage`: `open` (seats are being taken), `shuffle`, `deal` (cards are played), `rest` (players read the score sheet;
 * `waits` are those who have not finished), `over`. `seats` is null at an empty seat; `you` is the receiver's seat,
 * null for a spectator; `host`: the receiver may fill seats, start, remove people and lock the table; `declined` is
 * the seat that rejected or withdrew the last proposal (null: no seat); `again` is the id of the rematch's table;
 * `practice`: the match started with the receiver as its only person, who may ask for hints; `watchers` is the number
 * of connected people without a seat; `locked`: only people who were here when it was locked may join; `me` is the
 * receiver's own opaque id; `absent_in` is, by seat, the time until a disconnected player counts as absent (null: the
 * player is connected; () where no such time runs at the table); `host_seat` is the host's seat (null: the host has
 * none); `removed` are the opaque ids of the people whom the host has removed; `reserved` are the empty seats reserved
 * for people who are entering a name.
 */
export interface SeatsMessage {
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
 * One number written on the sheet, with its reason.
 */
export interface SheetEntry {
  column: string;
  side: number;
  amount: number;
  reason: Reason;
}

/**
 * The score sheet.
 *
 * `lines` are its deals with the reason for every number; `totals` are by column, then by side; `settlement` is what
 * each side has won or lost, exact (`+6 2/3`, `-1/3`, `0`); `winners` are sides, once the match is over; `taken_back`
 * are the numbers of the deals in which the only person at the table took an action back.
 */
export interface SheetMessage {
  type: "sheet";
  lines: Line[];
  totals: number[][];
  settlement: string[];
  winners: number[];
  taken_back: number[];
}

/**
 * The entries that one deal writes. Several may change the same box; they are in the order of writing.
 */
export interface SheetRow {
  entries: SheetEntry[];
}

/**
 * The shuffle of the next deck, in progress.
 *
 * `dealer` deals it; `commitment` is the SHA-256 of the host's seed; `hashes` are those of the seats' entropies (null:
 * the seat's entropy follows from the seed); `step` is what is expected next: `hashes`, `entropies` or the `cut` of
 * `cutter`, until the deck is `dealt`; `entropies` are known from the cut on, and one that was promised and not
 * revealed follows from the seed; `cut_from`: whether a player cut or the cut follows from the seed ("": not known
 * yet); `places` are the seats that the cards of the deck will be dealt to, from the top (null: to no hand), and
 * `refusals` are the rules that could reject the deck; `millis` is the time until the step ends without further input;
 * `did` are sentences about the step.
 */
export interface ShuffleMessage {
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
  refusals: DeckRule[];
  millis: number;
  did: Reason[];
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
 * The whole deal as the receiver may see it. `n` is its version.
 *
 * `did` are sentences about what has just happened and `moved` the actions themselves (both are empty in the first
 * Update after connecting); `view` is the game's own View (`prikup.rules.state.View`); `legal` are the receiver's
 * legal actions now; `asked` are the seats that have to act; `facts` are the public facts of the deal, such as
 * contract and declarer; `ask` describes the decision to a receiver who has to act; `best` is the seat whose card is
 * winning the trick; `laid` are the seats that have already placed their sealed bids, `mine` is the receiver's own
 * sealed bid; `claim` is what the receiver can claim (null: nothing); `partners` are the seats at whose face-up cards
 * the receiver may point; `recap`, only in the first Update after connecting, describes what has happened in the deal
 * since the receiver's last action; `possible` are the proposals about the deal that the receiver may make; `stood_in`
 * are the actions of a computer player in the receiver's place since they last acted; `meanings` explains the gains
 * and costs of the calls in `legal` in this deal; `coach` is the coach's message to the receiver; `traced` are the
 * cards of hidden hands that the receiver can locate; `line`, only in the Update of a claim that ends the deal, are
 * the remaining tricks, played so that they end with what was agreed (empty if no such play was found).
 */
export interface UpdateMessage {
  type: "view";
  n: number;
  did: Reason[];
  moved: SeatAction[];
  view: GameView;
  legal: number[];
  asked: number[];
  facts: Reason[];
  ask: Reason[];
  best: number | null;
  laid: number[];
  clock: Clock | null;
  mine: number | null;
  claim: ClaimableTricks | null;
  partners: number[];
  recap: Reason[];
  possible: PossibleProposal[];
  stood_in: number[];
  meanings: CallExplanation[];
  coach: Coaching | null;
  traced: Traced[];
  line: Trick[];
}

/**
 * The first message: everything that never changes at a table.
 *
 * `rules` are all house rules as text, by name; `sides` are the seats that score together; `calls` are the names of
 * the actions 52, 53, …; `columns` are those of the score sheet; `pack` are all cards of the game; `clock` is the bank
 * and the increment in milliseconds; `presets` are the chat's; `presentation` describes how a client draws the game;
 * `delayed`: spectators see each deal only after it has ended; `glossary` explains the calls under these house rules,
 * independent of the deal; `coach`: the only deal was prepared for learning the game and does not count. `origin`: the
 * first deal was not shuffled but resumes a finished match or a position, and does not count either. Its match id is
 * hidden ("") until the match is over if the deal is `compared` with the results of other tables. A position entered
 * by hand belongs to no match ("") and is not `compared`.
 */
export interface WelcomeMessage {
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
  glossary: CallExplanation[];
  coach: boolean;
  origin: Origin | null;
}

/**
 * The answer to Why; `reason` is null if the action is legal.
 */
export interface WhyMessage {
  type: "why";
  n: number;
  act: number;
  reason: Reason | null;
}
