// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

import type { GameView, Presentation, Trick } from "./game_types";

export type * from "./game_types";

/**
 * A message that a client sends to a table.
 */
export type ClientCommand = ActCommand | WhyCommand | HintCommand | PointCommand | ProposeCommand | AnswerCommand | SitCommand | ReserveCommand | StandCommand | FillCommand | StartCommand | RemoveCommand | LockCommand | ReportCommand | HashCommand | EntropyCommand | CutCommand | NextCommand | ChatCommand | RematchCommand;

/**
 * Do one action, or several actions one after the other, such as two discards.
 *
 * If one of them is not allowed, none is done. `n` is the version of the deal that the player was shown when deciding.
 */
export interface ActCommand {
  type: "act";
  n: number;
  id: string;
  act: number | readonly number[];
}

/**
 * Accept or reject the open proposal, whose number is `proposal`.
 *
 * If the player who made the proposal sends this with `yes` false, it is withdrawn.
 */
export interface AnswerCommand {
  type: "answer";
  proposal: number;
  yes: boolean;
}

/**
 * Send a chat line to the table.
 *
 * The line is either a `text`, or the key of a `preset`, which every client shows in its user's language.
 */
export interface ChatCommand {
  type: "chat";
  text?: string;
  preset?: string;
}

/**
 * Cut the deck by moving `cut` cards from its top to its bottom.
 *
 * `deal` and `attempt` identify the shuffle, as in `ShuffleMessage`.
 */
export interface CutCommand {
  type: "cut";
  deal: number;
  attempt: number;
  cut: number;
}

/**
 * Reveal the entropy whose hash was sent before, once the shuffle is at its step `entropies`.
 *
 * `entropy` consists of 1 to 64 letters and digits. `deal` and `attempt` identify the shuffle, as in `ShuffleMessage`.
 */
export interface EntropyCommand {
  type: "entropy";
  deal: number;
  attempt: number;
  entropy: string;
}

/**
 * Put a computer player of the given level on an empty seat, or remove the one there if `level` is "".
 *
 * Only the host of the table may do this.
 */
export interface FillCommand {
  type: "fill";
  seat: number;
  level?: string;
}

/**
 * Commit to an entropy, a random text that influences the next shuffle, without revealing it yet.
 *
 * `hash` is the SHA-256 of the text's bytes in hex. `deal` and `attempt` identify the shuffle, as in `ShuffleMessage`.
 */
export interface HashCommand {
  type: "hash";
  deal: number;
  attempt: number;
  hash: string;
}

/**
 * Ask which move the strongest computer player would make.
 *
 * This is allowed only in a match of one person against computer players. `n` is the version of the deal that the
 * player was shown.
 */
export interface HintCommand {
  type: "hint";
  n: number;
}

/**
 * Lock the table, so that only people who are connected or seated now can join, or unlock it.
 *
 * Only the host of the table may do this.
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
 *
 * `n` is the version of the deal that the player was shown.
 */
export interface PointCommand {
  type: "point";
  n: number;
  card: number | null;
}

/**
 * Make a proposal that other players may have to agree to.
 *
 * `what` is the type of the proposal. `claim`: the player's side takes `tricks` of the remaining tricks. `concede`:
 * the player's side gives up the deal. `undo`: the player's last action, or everything that a computer player did in
 * the player's place, is taken back. `stop`: the match ends. `replace`: a computer player takes the place of the
 * absent player in `seat`.
 */
export interface ProposeCommand {
  type: "propose";
  id: string;
  what: "claim" | "concede" | "replace" | "stop" | "undo";
  tricks?: number | null;
  seat?: number | null;
}

/**
 * Open a new table with the same settings after the match.
 *
 * The id of the new table is sent to everyone in `SeatsMessage.again`.
 */
export interface RematchCommand {
  type: "rematch";
}

/**
 * Remove a person from the table for good.
 *
 * Only the host of the table may do this. `person` is the opaque id of the person at this table. Before the match the
 * person's seat becomes empty; during the match a computer player gets it for good. The person may still watch if the
 * table allows spectators, but can never take a seat here again.
 */
export interface RemoveCommand {
  type: "remove";
  person: string;
}

/**
 * Report a bad move of a computer player, so that developers can examine the deal.
 *
 * The move is the action of `seat` that was announced in version `n` of the deal.
 */
export interface ReportCommand {
  type: "report";
  n: number;
  seat: number;
}

/**
 * Reserve an empty seat before the match for two minutes, while the user enters a name.
 *
 * With null for `seat`, end the user's reservation.
 */
export interface ReserveCommand {
  type: "reserve";
  seat: number | null;
}

/**
 * Take an empty seat before the match, or take one's own seat back from a computer player during the match.
 */
export interface SitCommand {
  type: "sit";
  seat: number;
}

/**
 * Leave one's seat.
 *
 * Before the match the seat becomes empty. During the match it still belongs to the player, who counts as absent until
 * they take it again.
 */
export interface StandCommand {
  type: "stand";
}

/**
 * Start the match, with computer players on the seats that are still empty.
 *
 * Only the host of the table may do this. The message is refused while a seat is reserved, unless `anyway` is true.
 */
export interface StartCommand {
  type: "start";
  anyway?: boolean;
}

/**
 * Ask which rule forbids an action now, without doing it.
 *
 * `n` is the version of the deal that the player was shown.
 */
export interface WhyCommand {
  type: "why";
  n: number;
  act: number;
}

/**
 * A message that a table sends to a client.
 */
export type ServerMessage = WelcomeMessage | SeatsMessage | UpdateMessage | SheetMessage | ShuffleMessage | DecksMessage | ReceiptMessage | RefusedMessage | WhyMessage | HintMessage | PointingsMessage | ChatMessage | NotedMessage | CloseMessage;

/**
 * The explanation of one or more calls: what they gain and cost.
 *
 * The first item of `says` is a short label to show next to the calls, the others are sentences.
 */
export interface CallExplanation {
  calls: number[];
  says: Reason[];
}

/**
 * A chat line: either a `text`, or the key of a `preset`, which the client shows in its user's language.
 *
 * `seat` is the author's seat, null for a spectator; `name` is the author's name, and `id` the author's opaque id at
 * this table (`Person.id`). Lines that spectators write during a deal are sent to players only after the deal. At a
 * table with `delayed` in its `WelcomeMessage`, lines that players write during a deal are sent to spectators only
 * after it.
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
 * The tricks that a player can claim for their `side`: at most `most` of the `left` remaining tricks.
 *
 * `wanted` is the best number for that side: `most` if the side wants many tricks, 0 if it avoids them.
 */
export interface ClaimableTricks {
  side: number[];
  wanted: number;
  most: number;
  left: number;
}

/**
 * The state of the clocks: the milliseconds `left` by seat, and the seats whose clocks are running (`runs`).
 */
export interface Clock {
  left: number[];
  runs: number[];
}

/**
 * The last message before the host closes the connection; `reason` says why it does so.
 */
export interface CloseMessage {
  type: "goodbye";
  reason: Reason;
}

/**
 * The message of the coach to the learning player at the current position, or after the deal.
 *
 * `of` is the number of prepared remarks in the whole deal. `remarks` are the remarks for the current position, in
 * reading order, including one on an answer that differed from the coach's. `answer` contains the actions that the
 * coach would do now. `things` are the points that the deal has taught; they are sent only after the deal.
 */
export interface Coaching {
  of: number;
  remarks: Remark[];
  answer: number[];
  things: Lesson[];
}

/**
 * A deck that is revealed after its deal, with all inputs of its shuffle (`prikup.history.shuffle`).
 *
 * With these inputs a client can check the shuffle. `seed` is the host's secret seed, `entropy` contains the text of
 * each seat, and `cut` is the number of cards cut. `refused` is the key of the rule that rejected the deck, "" if none
 * did. `cut_from` says whether a player cut or the cut was derived from the seed, and `withheld` are the seats that
 * did not reveal their entropy.
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
 * A rule that refuses a deck if all of `cards` are at `places` in it and none of `without` is.
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
 * The decks of finished deals, and decks that the rules rejected.
 *
 * The first such message after connecting contains all decks of the match, later messages only new ones.
 */
export interface DecksMessage {
  type: "opened";
  decks: Deck[];
}

/**
 * The answer to a `HintCommand`, computed only from what the receiver can see.
 *
 * `plan` is the recommendation: one action, or all cards to discard or to give to another player. `worth` contains all
 * plans that were compared, best first; it is empty if the recommendation comes from heuristics. `why` is a reason for
 * the plan that is certain, null if there is none.
 */
export interface HintMessage {
  type: "hint";
  n: number;
  plan: number[];
  worth: PlanValue[];
  why: Reason | null;
}

/**
 * A point that a coached deal teaches, with how the player did, as shown after the deal.
 *
 * `say` is the point, and `how` a sentence on what the player did. `right` is true if the player acted as the coach
 * recommends.
 */
export interface Lesson {
  say: Reason;
  how: Reason;
  right: boolean;
}

/**
 * One line of the score sheet: the deal's number, dealer, outcome and row of entries.
 *
 * The outcome is null for a correction by hand.
 */
export interface Line {
  deal: number;
  dealer: number;
  outcome: unknown;
  row: SheetRow;
}

/**
 * The answer to a `ReportCommand`: the deal will be saved with its log once it has ended.
 *
 * `n` and `seat` are repeated from the command.
 */
export interface NotedMessage {
  type: "noted";
  n: number;
  seat: number;
}

/**
 * The position from which a fixed deal starts: a step (from 0) of a deal (from 1) of a match.
 *
 * `match` is "" for a position that was entered by hand, which belongs to no match. If `compared` is true, the result
 * is compared with the results of all tables that play the same deal. Players at such a table are sent "" as `match`
 * until their own match is over, because the link to the first match shows all cards. If `open_hands` is true, the
 * only person at the table sees all hands, as they did when they chose the position; this is impossible at a table
 * with a compared deal, where other people may sit.
 */
export interface Origin {
  match: string;
  deal: number;
  step: number;
  compared: boolean;
  open_hands: boolean;
}

/**
 * A person or a computer player in a seat.
 *
 * `name` is "" for a person who gave no name. `level` is the level of the computer player that is playing for the
 * seat, "" if a person plays. `here` says whether the person is connected. `owner` is true if the seat belongs to a
 * person, who can take it back if a computer player is playing for them. `id` is the opaque id of that person at this
 * table, which is the same for all their connections and unrelated to their ids at other tables; it is "" if the seat
 * belongs to a computer player.
 */
export interface Person {
  name: string;
  level: string;
  here: boolean;
  owner: boolean;
  id: string;
}

/**
 * The value of a plan, which is one action or several discards.
 *
 * `points` are the points that the player's side is expected to win (or lose) by the deal in the settlement.
 */
export interface PlanValue {
  plan: number[];
  points: number;
}

/**
 * A player's pointing at a card of a partner.
 *
 * `by` is the seat of the player who points, and `seat` is the seat of the partner, whose face-up hand contains the
 * `card`.
 */
export interface Pointing {
  by: number;
  seat: number;
  card: number;
}

/**
 * All cards that are pointed at now.
 *
 * Pointing at a card is not logged; it ends when a card is played from the hand that contains the card.
 */
export interface PointingsMessage {
  type: "pointed";
  cards: Pointing[];
}

/**
 * A type of proposal that the game's rules allow.
 *
 * `why_not` is the reason why the receiver cannot make it now; null means that they can.
 */
export interface PossibleProposal {
  what: "claim" | "concede" | "replace" | "stop" | "undo";
  why_not: Reason | null;
}

/**
 * An open proposal, which waits for answers.
 *
 * `number` identifies the proposal, `what` is its type, and `by` is the seat that made it. For the type `replace`,
 * `seat` is the seat of the absent player. `waits` are the seats that have not answered yet.
 *
 * For an undo, `back` is the number of actions to take back: only the last action of the seat `by`, or everything
 * since a computer player began to act in its place. `action` is the first of these actions, null if it is not public.
 * For a claim, `left` is the number of remaining tricks, and `tricks` is how many of them the side of `by` claims.
 * `verdict` says whether best play gives the claimed number; it is sent only to a receiver who has to answer the claim
 * and sees every card in play.
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
 * `numbers` are the arguments by name. A string argument may only repeat a user's input or name something in the
 * program (an option, a file); it is never a sentence. The name of an argument decides how a screen shows it
 * (`prikup.locale.speech.Speech`): seats, cards, calls, suits and hands are shown in words, others unchanged.
 */
export interface Reason {
  key: string;
  numbers: Record<string, number | string | number[]>;
}

/**
 * The answer to a command that was executed and is durable.
 *
 * `id` is the id of the command, and `n` the version of the table that it led to.
 */
export interface ReceiptMessage {
  type: "receipt";
  id: string;
  n: number;
}

/**
 * The answer to a client message that was rejected and has changed nothing.
 *
 * `reason` says why. `id` is the id of the message, "" if it had none. If an action was rejected, `legal` contains the
 * player's legal actions.
 */
export interface RefusedMessage {
  type: "refused";
  reason: Reason;
  id: string;
  legal: number[];
}

/**
 * A remark of the coach.
 *
 * `say` contains its sentences, and `points` is the part of the screen that it points at. `kind` is `plan` for a
 * remark prepared for this deal, `otherwise` for one on an answer that differs from the coach's (the player can take
 * it back), and `general` for any other. `number` is the number of the prepared remark, from 1; for other remarks, the
 * number of the last prepared remark up to this point of the deal.
 */
export interface Remark {
  number: number;
  say: Reason[];
  points: "" | "calls" | "facts" | "hand" | "players" | "sheet" | "talon" | "trick";
  kind: "general" | "otherwise" | "plan";
}

/**
 * An action of a seat; `act` is null if the receiver may not know which action it was.
 */
export interface SeatAction {
  seat: number;
  act: number | null;
}

/**
 * The state of the table apart from the cards.
 *
 * `stage` is the stage of the match: `open` while seats are taken before the match, `shuffle` during a shuffle, `deal`
 * while a deal is played, `rest` while players read the score sheet between two deals, and `over` after the match.
 * `waits` are the seats whose players are still reading the score sheet. `seats` contains the player in each seat,
 * null for an empty seat. `proposal` is the open proposal, and `declined` the seat that rejected or withdrew the last
 * one; both are null if there is none. `again` is the id of the rematch's table, "" if there is none. `watchers` is
 * the number of connected people without a seat. If `locked` is true, only people who were connected when the table
 * was locked, seated players and the host may join. `host_seat` is the seat of the table's host, null if the host has
 * none. `removed` are the opaque ids of the people whom the host has removed, and `reserved` are the empty seats
 * reserved for people who are entering a name. `absent_in` contains, by seat, the milliseconds until a disconnected
 * player counts as absent, null for a seat without such a player; it is empty if no such time is running.
 *
 * The other fields are about the receiver. `you` is the receiver's seat, null for a spectator, and `me` the receiver's
 * own opaque id. If `host` is true, the receiver may fill seats, start the match, remove people and lock the table. If
 * `practice` is true, the receiver was the only person at the start of the match, and may ask for hints.
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
 * One number entered on the score sheet: the `amount` added to one column of one side, with the reason.
 */
export interface SheetEntry {
  column: string;
  side: number;
  amount: number;
  reason: Reason;
}

/**
 * The score sheet of the match.
 *
 * `lines` contains one entry for each deal, with the reason for every number. `totals` are the sums by column, then by
 * side. `settlement` says what each side has won or lost in all, as an exact text (`+6 2/3`, `-1/3`, `0`). `winners`
 * are the winning sides once the match is over. `taken_back` are the numbers of the deals in which the only person at
 * the table took an action back.
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
 * The entries that one deal adds to the score sheet, in order; several may change the same box.
 *
 * A box is one column of one side.
 */
export interface SheetRow {
  entries: SheetEntry[];
}

/**
 * The state of the shuffle of the next deck.
 *
 * `deal` is the number of the deal and `attempt` the number of its deck, because the rules may reject a deck; both
 * count from 1. `dealer` is the seat that deals. `commitment` is the SHA-256 of the host's secret seed. `step` says
 * which inputs of players are expected next: `hashes`, `entropies`, or the `cut` of the seat `cutter`; it is `dealt`
 * at the end. `millis` is the time in milliseconds until the step ends without further inputs.
 *
 * `hashes` contains the hash of each seat's entropy, null for a seat that has sent none; its entropy is derived from
 * the seed. `entropies` is filled from the step `cut` on; an entropy that was not revealed is also derived from the
 * seed. `cut` is the number of cards cut, and `cut_from` says whether a player cut or the cut was derived from the
 * seed ("": not known yet). `places` contains the seat that each card of the deck will be dealt to, from the top, null
 * for a card that goes to no hand. `refusals` are the rules that could reject the deck. `did` contains sentences about
 * the step.
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
 * The cards that are known to be in the hidden hand of `seat` or in its discard; the hand has `size` cards.
 *
 * `cards` are all of these cards. The cards in `held` are certainly in the hand, the cards in `gone` certainly not;
 * only the owner knows where the rest of `cards` is. If there are more `cards` than the hand holds, the whole hand is
 * among them. All sets are masks.
 */
export interface Traced {
  seat: number;
  size: number;
  cards: number;
  held: number;
  gone: number;
}

/**
 * The whole deal as the receiver may see it, sent after every change.
 *
 * `n` is the version of the deal. `view` is the game's own View (`prikup.rules.state.View`), which contains the cards
 * and everything public. `did` contains sentences about what has just happened, and `moved` the actions themselves;
 * both are empty in the first such message after connecting. `recap` is sent only in that first message; it describes
 * what has happened in the deal since the receiver's last action.
 *
 * `asked` are the seats that have to act. If the receiver is one of them, `legal` contains their legal actions, `ask`
 * describes the decision, and `meanings` explains what the calls in `legal` gain and cost in this deal. `facts` are
 * public facts of the deal, such as contract and declarer. `best` is the seat whose card is winning the trick. `laid`
 * are the seats that have already placed their sealed bids (bids that stay hidden until all are placed), and `mine` is
 * the receiver's own sealed bid. `clock` is null at a table without clocks.
 *
 * `claim` contains the tricks that the receiver can claim, null if none. `partners` are the seats at whose face-up
 * cards the receiver may point. `possible` are the proposals about the deal that the rules allow. `stood_in` contains
 * the actions of a computer player in the receiver's place since the receiver last acted. `coach` is the coach's
 * message to the receiver. `traced` are the cards in hidden hands whose place the receiver can deduce. `line` is sent
 * only with a claim that ends the deal: it contains the remaining tricks, played so that they lead to the agreed
 * result, and is empty if no such play was found.
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
 * The first message after connecting, with everything about a table that never changes.
 *
 * `table` is the table's id. `options` is the short text of the house rules, and `rules` contains the value of every
 * house rule as text. `sides` lists the seats that score together. `calls` are the names of the actions 52, 53 and so
 * on. `columns` are the columns of the score sheet, and `pack` contains all cards of the game. `absent` says whether
 * the table waits for an absent player, replaces them by a computer player (`bot`), or lets the others decide
 * (`vote`). `clock` is the initial time of each seat (the bank) and the increment per action, in milliseconds; it is
 * null without clocks. `chat` says whether there is a chat, and `presets` are its prepared lines. `levels` are the
 * levels of computer players that the host may choose. `presentation` describes how a client draws the game. If
 * `delayed` is true, spectators see each deal only after it has ended. `glossary` explains the calls under these house
 * rules, independent of the deal.
 *
 * If `coach` is true, the only deal of the match was prepared for learning the game and does not count in statistics.
 * If `origin` is not null, the first deal was not shuffled but continues a finished match or a position, and does not
 * count either. In `origin`, the id of the finished match is hidden ("") until this match is over if the deal is
 * `compared` with the results of other tables. It is also "" for a position that was entered by hand, which is never
 * `compared`.
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
 * The answer to a `WhyCommand`: `reason` is the rule that forbids the action `act`, null if the action is legal.
 */
export interface WhyMessage {
  type: "why";
  n: number;
  act: number;
  reason: Reason | null;
}
