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
 * If one of the actions is not allowed, none is done.
 *
 * - `n`: the version of the table (`UpdateMessage.n`) that the player was shown when deciding.
 * - `id`: the id of this command, which the answer (`ReceiptMessage` or `RefusedMessage`) repeats.
 * - `act`: the number of the action (a card or a call), or a list of several actions in order.
 */
export interface ActCommand {
  type: "act";
  n: number;
  id: string;
  act: number | readonly number[];
}

/**
 * Accept or reject the open proposal, whose number is `proposal` (`Proposal.number`).
 *
 * `yes` is true to accept. If the player who made the proposal sends this with `yes` false, the proposal is withdrawn.
 */
export interface AnswerCommand {
  type: "answer";
  proposal: number;
  yes: boolean;
}

/**
 * Send a chat line to the table.
 *
 * The line is either a free `text`, or the key of a prepared line (`preset`), which every client shows in its user's
 * language. The other field is "".
 */
export interface ChatCommand {
  type: "chat";
  text?: string;
  preset?: string;
}

/**
 * Cut the deck by moving `cut` cards from its top to its bottom.
 *
 * Only the player on the dealer's right may do this, once the shuffle is at its step `cut`. `deal` and `attempt` are
 * the numbers of the deal and of its deck in `ShuffleMessage`, which identify the shuffle.
 */
export interface CutCommand {
  type: "cut";
  deal: number;
  attempt: number;
  cut: number;
}

/**
 * Reveal the entropy (random text) whose hash was sent before, once the shuffle is at its step `entropies`.
 *
 * `entropy` consists of 1 to 64 letters and digits. `deal` and `attempt` are the numbers of the deal and of its deck
 * in `ShuffleMessage`, which identify the shuffle.
 */
export interface EntropyCommand {
  type: "entropy";
  deal: number;
  attempt: number;
  entropy: string;
}

/**
 * Put a computer player on an empty seat, or remove the computer player that is there.
 *
 * `level` is the strength of the computer player, such as `rule`; "" removes it. Only the host of the table, who
 * opened it, may do this.
 */
export interface FillCommand {
  type: "fill";
  seat: number;
  level?: string;
}

/**
 * Commit to an entropy without revealing it yet, by sending its hash.
 *
 * An entropy is a random text that the player's client chooses and that influences the next shuffle. `hash` is the
 * SHA-256 of the text's bytes in hex. `deal` and `attempt` are the numbers of the deal and of its deck in
 * `ShuffleMessage`, which identify the shuffle.
 */
export interface HashCommand {
  type: "hash";
  deal: number;
  attempt: number;
  hash: string;
}

/**
 * Ask which move the strongest computer player would make. The table answers with a `HintMessage`.
 *
 * This is allowed only in a match of one person against computer players. `n` is the version of the table
 * (`UpdateMessage.n`) that the player was shown.
 */
export interface HintCommand {
  type: "hint";
  n: number;
}

/**
 * Lock or unlock the table.
 *
 * A locked table admits only its host, seated players, and people who were connected when it was locked. `locked` is
 * true to lock the table, false to unlock it. Only the host of the table, who opened it, may do this.
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
 * Point at a card in a partner's face-up hand, to suggest that the partner plays it.
 *
 * Everyone at the table sees this. `card` is the number of the card; null means that the player points at no card any
 * more. `n` is the version of the table (`UpdateMessage.n`) that the player was shown.
 */
export interface PointCommand {
  type: "point";
  n: number;
  card: number | null;
}

/**
 * Make a proposal that other players may have to agree to.
 *
 * `id` is the id of this command, which the answer (`ReceiptMessage` or `RefusedMessage`) repeats. `what` is the type
 * of the proposal:
 *
 * - `claim`: the player's side takes `tricks` of the remaining tricks.
 * - `concede`: the player's side gives up the deal.
 * - `undo`: the player's last action, or everything that a computer player did in the player's place, is taken back.
 * - `stop`: the match ends.
 * - `replace`: a computer player takes the place of the absent player in `seat`.
 * - `resign`: the player forfeits the rated match at once; nobody has to agree.
 *
 * `tricks` is null except for a claim, and `seat` is null except for a replacement.
 */
export interface ProposeCommand {
  type: "propose";
  id: string;
  what: "claim" | "concede" | "replace" | "resign" | "stop" | "undo";
  tricks?: number | null;
  seat?: number | null;
}

/**
 * After the match, open a new table with the same settings and the same people.
 *
 * The id of the new table is sent to everyone in `SeatsMessage.again`.
 */
export interface RematchCommand {
  type: "rematch";
}

/**
 * Remove a person from the table for good.
 *
 * Only the host of the table, who opened it, may do this. `person` is the opaque id of the person at this table
 * (`Person.id`). Before the match the person's seat becomes empty. During the match a computer player gets the seat
 * for good. The person may still watch if the table allows spectators, but can never take a seat here again.
 */
export interface RemoveCommand {
  type: "remove";
  person: string;
}

/**
 * Report a bad move of a computer player, so that developers can examine the deal.
 *
 * The move is the action of the computer player in `seat` that was announced in the `UpdateMessage` with the version
 * `n`.
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
 * Take an empty seat before the match, or take the user's own seat back from a computer player during the match.
 */
export interface SitCommand {
  type: "sit";
  seat: number;
}

/**
 * Leave the user's own seat.
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
 * Only the host of the table, who opened it, may do this. While a seat is reserved for a person who is entering a
 * name, the command is refused unless `anyway` is true.
 */
export interface StartCommand {
  type: "start";
  anyway?: boolean;
}

/**
 * Ask which rule forbids an action now, without doing the action. The table answers with a `WhyMessage`.
 *
 * `act` is the number of the action, which is a card or a call. `n` is the version of the table (`UpdateMessage.n`)
 * that the player was shown.
 */
export interface WhyCommand {
  type: "why";
  n: number;
  act: number;
}

/**
 * A message that a table sends to a client.
 */
export type ServerMessage = WelcomeMessage | SeatsMessage | UpdateMessage | SheetMessage | ShuffleMessage | NextShuffleMessage | DecksMessage | ReceiptMessage | RefusedMessage | WhyMessage | HintMessage | PointingsMessage | ChatMessage | NotedMessage | InvitedMessage | CloseMessage;

/**
 * The explanation of one or more calls: what they gain and cost.
 *
 * All calls in `calls` have this explanation. The first item of `says` is a short label to show next to the calls, the
 * others are sentences.
 */
export interface CallExplanation {
  calls: number[];
  says: Reason[];
}

/**
 * A chat line, which is either free text or a prepared line that the client shows in its user's language.
 *
 * - `seat`: the seat of the author, null for a spectator.
 * - `name`: the name of the author.
 * - `text`: the text, "" for a prepared line.
 * - `preset`: the key of a prepared line, "" for a text.
 * - `id`: the opaque id of the author at this table (`Person.id`).
 *
 * Lines that spectators write during a deal are sent to players only after the deal. At a table with `delayed` in its
 * `WelcomeMessage`, lines that players write during a deal are sent to spectators only after the deal.
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
 * The tricks that a player can claim for their `side`: at most `most` of the `left` tricks that remain.
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
 * The state of the clocks of the seats.
 *
 * `left` is the time left on each clock in milliseconds, by seat. `runs` are the seats whose clocks are running.
 *
 * At a turn-based table (players answer within hours or days), `left` has the reserves of time instead, and `runs` are
 * the seats that have to act. `due` has, by seat, the time at which a computer player decides for the seat (wall
 * clock, ms), null for a seat that does not have to act. At other tables `due` is empty.
 */
export interface Clock {
  left: number[];
  runs: number[];
  due: (number | null)[];
}

/**
 * The last message before the host closes the connection; `reason` says why it does so.
 */
export interface CloseMessage {
  type: "goodbye";
  reason: Reason;
}

/**
 * The remarks and advice of the coach, who teaches the game, to the learning player.
 *
 * - `of`: the number of prepared remarks in the whole deal.
 * - `remarks`: the remarks for the current position, in reading order. If the player's last action differed from the
 *   coach's advice, one remark is about that.
 * - `answer`: the actions that the coach advises now.
 * - `things`: the lessons of the deal, sent only after the deal.
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
 * With these inputs a client can check the shuffle.
 *
 * - `deal`, `attempt`: the number of the deal, and of its deck in this deal, both from 1.
 * - `seed`: the host's secret seed, "" for a deck that was prepared and not shuffled.
 * - `entropy`: by seat, the random text that influenced the shuffle.
 * - `cut`: the number of cards moved from the top of the deck to its bottom.
 * - `deck`: the cards from the top after shuffling and cutting.
 * - `refused`: the key of the rule that rejected the deck, "" if none did.
 * - `cut_from`: whether a player cut (`player`) or the cut was derived from the seed (`seed`); "" if it is not known.
 * - `withheld`: the seats that committed to an entropy but did not reveal it.
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
 * A rule that refuses a deck if all of `cards` are at the positions `places` and no card of `without` is.
 *
 * Positions in the deck are counted from 0 at the top. For example, if `places` are the positions of one seat's cards
 * and `cards` are six spades, the rule refuses a deck that gives this seat these six spades. `shows` is the seat that
 * receives the cards at these positions and reveals them as proof; null if no cards are revealed. `reason` is the
 * message that tells the players why the deck is refused.
 */
export interface DeckRule {
  reason: Reason;
  places: number[];
  cards: number[];
  without: number[];
  shows: number | null;
}

/**
 * The decks that are revealed, so that clients can check their shuffles.
 *
 * They are the decks of finished deals, and decks that the rules rejected. The first such message after connecting
 * contains all these decks of the match, later messages only new ones.
 */
export interface DecksMessage {
  type: "opened";
  decks: Deck[];
}

/**
 * A friend's invitation of the user to a table.
 *
 * `id` identifies the invitation. `name` is the friend's name, `table` is the id of the table, and `game` is the name
 * of the game that is played there.
 */
export interface FriendCall {
  id: string;
  name: string;
  table: string;
  game: string;
}

/**
 * The answer to a `HintCommand`, computed only from what the receiver can see.
 *
 * - `n`: the version of the table for which the hint was requested.
 * - `plan`: the recommended actions, which are one action, or all cards to discard or to give to another player.
 * - `worth`: all plans that were compared, best first. It is empty if the recommendation comes from fixed heuristics.
 * - `why`: a reason for the plan that is certain to be true, null if there is none.
 */
export interface HintMessage {
  type: "hint";
  n: number;
  plan: number[];
  worth: PlanValue[];
  why: Reason | null;
}

/**
 * The invitations of friends to a table that the user may still accept. The client replaces its list by `calls`.
 *
 * A server sends this to the owner of an account: after each `welcome`, which empties the list, if there are any, and
 * whenever they change. It says nothing about the table that sends it.
 */
export interface InvitedMessage {
  type: "invited";
  calls: FriendCall[];
}

/**
 * A point that a coached deal teaches, and how the player did, as shown after the deal.
 *
 * `say` is a sentence with the point, and `how` a sentence about what the player did. `right` is true if the player
 * acted as the coach recommends.
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
 * The cards that a viewer knows to be in the hidden hand of `seat` or in the discard of this seat.
 *
 * The hand has `size` cards. `cards` are all cards known to be in one of these two places. The cards in `held` are
 * certainly in the hand, and the cards in `gone` certainly not; only the owner knows where the rest of `cards` is. If
 * there are more `cards` than the hand has places, the whole hand is among them. All sets of cards are bit masks.
 */
export interface LocatedCards {
  seat: number;
  size: number;
  cards: number;
  held: number;
  gone: number;
}

/**
 * The shuffle of the next deck at a turn-based table, for which clients send inputs while a deal is played.
 *
 * At a turn-based table players answer within hours or days.
 *
 * - `deal`, `attempt`: the number of the next deal, and the number of the deck in it, as expected when the current
 *   deal began. If the current deal is cancelled, it keeps its number, and the deck is another attempt at it. In any
 *   case the `ShuffleMessage` after the deal has the same `commitment`, by which clients recognise the shuffle.
 * - `commitment`: the SHA-256 of the host's secret seed.
 * - `step`: the inputs that players are expected to send now, with their next action: `hashes`, or `entropies` once
 *   all hashes are stored. From then on the cut may be sent too. Inputs that are missing at the end of the deal are
 *   derived from the seed.
 * - `hashes`: by seat, the hash of the seat's entropy (a random text that influences the shuffle), null if it has not
 *   been sent yet.
 * - `revealed`: by seat, true if the seat has revealed its entropy. The entropies are sent to clients after the deal.
 * - `places`: by dealer, for each card of the deck from the top, the seat that it will be dealt to, null if it goes to
 *   no hand.
 * - `refusals`: by dealer, the rules that could reject the deck.
 */
export interface NextShuffleMessage {
  type: "ahead";
  deal: number;
  attempt: number;
  commitment: string;
  step: "entropies" | "hashes";
  hashes: (string | null)[];
  revealed: boolean[];
  places: ((number | null)[])[];
  refusals: DeckRule[][];
}

/**
 * The answer to a `ReportCommand`, which confirms that the report of a bad move is recorded.
 *
 * The deal will be saved with its log once it has ended. `n` and `seat` are repeated from the command.
 */
export interface NotedMessage {
  type: "noted";
  n: number;
  seat: number;
}

/**
 * The position from which a fixed (not shuffled) deal starts.
 *
 * - `match`: the id of the finished match that contains the position, "" for a position that was entered by hand.
 * - `deal`: the number of the deal in that match, from 1.
 * - `step`: the number of the deal's step before which play continues, from 0.
 * - `compared`: true if the result is compared with the results of all tables that play the same deal.
 * - `open_hands`: true if the only person at the table sees all hands, as they did when they chose the position.
 *
 * Players at a table with a compared deal are sent "" as `match` until their own match is over, because the link to
 * the finished match shows all cards. Such a table cannot have open hands, because other people may sit at it.
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
 * - `name`: the display name, "" for a person who gave no name.
 * - `level`: the level (strength) of the computer player that is playing for the seat, "" if a person plays.
 * - `here`: true if the person to whom the seat belongs is connected and has not left the seat. It is always true for
 *   a seat that belongs to a computer player.
 * - `owner`: true if the seat belongs to a person. If a computer player is playing for them, they can take the seat
 *   back.
 * - `id`: the opaque id of that person at this table, "" if the seat belongs to a computer player. It is the same for
 *   all connections of the person and unrelated to their ids at other tables.
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
 * `plan` contains the actions. `points` are the points that the player's side is expected to win in the deal after
 * this plan, as the settlement counts them; they are negative for a loss.
 */
export interface PlanValue {
  plan: number[];
  points: number;
}

/**
 * A card in a partner's face-up hand at which a player points, to suggest it.
 *
 * `by` is the seat of the player who points, and `seat` is the seat of the partner, whose hand contains the `card`.
 */
export interface Pointing {
  by: number;
  seat: number;
  card: number;
}

/**
 * All cards that players point at now, to suggest them to partners.
 *
 * Pointing at a card is not logged. It ends when a card is played from the hand that contains the card.
 */
export interface PointingsMessage {
  type: "pointed";
  cards: Pointing[];
}

/**
 * A type of proposal that the game's rules allow, such as a claim of tricks.
 *
 * `what` is the type, as in `ProposeCommand`. `why_not` is the reason why the receiver cannot make the proposal now;
 * null means that they can.
 */
export interface PossibleProposal {
  what: "claim" | "concede" | "replace" | "resign" | "stop" | "undo";
  why_not: Reason | null;
}

/**
 * An open proposal, which waits for answers.
 *
 * - `number`: the number that identifies the proposal.
 * - `what`: the type of the proposal, as in `ProposeCommand`.
 * - `by`: the seat that made the proposal.
 * - `seat`: the seat of the absent player for the type `replace`, null for other types.
 * - `waits`: the seats that have not answered yet.
 * - `back`: the number of actions that an undo takes back, 0 for other types. An undo takes back the last action of
 *   the seat `by`, or everything since a computer player began to act in its place.
 * - `action`: the first of the actions that an undo takes back, null if it is not public.
 * - `tricks`: the number of remaining tricks that a claim gives to the side of `by`, 0 for other types.
 * - `left`: the number of all remaining tricks for a claim, 0 for other types.
 * - `verdict`: a sentence that says whether best play gives the claimed number of tricks. It is sent only to a
 *   receiver who has to answer the claim and sees every card in play.
 */
export interface Proposal {
  number: number;
  what: "claim" | "concede" | "replace" | "resign" | "stop" | "undo";
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
 * The effect of a rated match on a player's rating in the game.
 *
 * `before` and `after` are the ratings, and `margin` is half the width of the 95 % interval around `after`.
 * `provisional` is true if too little is known as of now, with the matches rated since then, to compare the rating
 * `after` with others.
 */
export interface RatingEffect {
  before: number;
  after: number;
  margin: number;
  provisional: boolean;
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
 * The answer to a command that was executed and stored durably.
 *
 * `id` is the id of the command, and `n` the version of the table after the command.
 */
export interface ReceiptMessage {
  type: "receipt";
  id: string;
  n: number;
}

/**
 * The answer to a client message that was rejected and has changed nothing.
 *
 * `reason` says why. `id` is the id that the client gave the message, "" if it gave none. If an action was rejected,
 * `legal` contains the player's legal actions; otherwise it is empty.
 */
export interface RefusedMessage {
  type: "refused";
  reason: Reason;
  id: string;
  legal: number[];
}

/**
 * A remark of the coach, who teaches the game in a prepared deal.
 *
 * - `number`: the number of the prepared remark, from 1. For any other remark, it is the number of the last prepared
 *   remark up to this point of the deal.
 * - `say`: the sentences of the remark.
 * - `points`: the part of the screen that the remark points at, "" for none.
 * - `kind`: `plan` for a remark that was prepared for this deal. It is `otherwise` for a remark on an action of the
 *   player that differs from the coach's advice (the player can take it back), and `general` for any other remark.
 */
export interface Remark {
  number: number;
  say: Reason[];
  points: "" | "calls" | "facts" | "hand" | "players" | "sheet" | "talon" | "trick";
  kind: "general" | "otherwise" | "plan";
}

/**
 * An action (a card or a call) and the seat that did it.
 *
 * `act` is the number of the action, null if the receiver may not know which action it was.
 */
export interface SeatAction {
  seat: number;
  act: number | null;
}

/**
 * The state of the table apart from the cards.
 *
 * - `stage`: the stage of the match. It is `open` while seats are taken before the match, `shuffle` during a shuffle,
 *   `deal` while a deal is played, `rest` while players read the score sheet between two deals, and `over` after the
 *   match.
 * - `seats`: the player in each seat, null for an empty seat.
 * - `waits`: the seats whose players are still reading the score sheet.
 * - `proposal`: the open proposal, null if there is none.
 * - `declined`: the seat that rejected or withdrew the last proposal, null if none did.
 * - `again`: the id of the table of the rematch, "" if there is none.
 * - `watchers`: the number of connected people without a seat.
 * - `locked`: true if only the host, seated players and people who were connected when the table was locked may join.
 * - `host_seat`: the seat of the table's host (who opened the table), null if the host has none.
 * - `removed`: the opaque ids (`Person.id`) of the people whom the host has removed.
 * - `reserved`: the empty seats that are reserved for people who are entering a name.
 * - `absent_in`: by seat, the milliseconds until a disconnected player counts as absent, 0 for a player who counts as
 *   absent already, and null for any other seat. It is empty if there is no such player or absence has no consequence.
 * - `listing`: `on` if the lobby of the server lists the table while a seat is free, and `ended` if it was listed
 *   before and its host may list it again. It is "" at a table that people enter by its link, and after the start of
 *   the match.
 * - `starting`: true if all seats are taken and the match starts by itself in a few seconds.
 * - `rated`: true if the match counts for ratings; before the match, true if it is meant to count.
 * - `unrated`: why the match does not count, although it was meant to: `guests`, `people`, `bots`, `level`, `device`
 *   (two seats on one device), `address` (two seats with one network address), `elsewhere` (somebody plays another
 *   rated match), `void` (the server's operator has declared the rated match void), or a key such as `clock` for a
 *   reason in the table's settings. It is "" in any other match.
 * - `forfeits`: the seats whose players have forfeited the rated match.
 * - `ratings`: by seat, the effect of the rated match on the player's rating, null for a computer player; empty until
 *   the match is rated.
 * - `ending`: how near the end of a match with a time limit is. It is `soon` in the last ten minutes. Once the time is
 *   over, it is `last` if the current or next deal is the last one, and `round` if more deals follow to complete the
 *   round. Otherwise it is "".
 * - `left_ms`: the playing time left until the time limit, in milliseconds; null if there is no limit. A change of it
 *   alone does not cause a new message.
 * - `time_runs`: true while the playing time is running; it stops while no player is connected.
 * - `overdue`: at a turn-based table, by seat, the number of the person's last decisions in a row that a
 *   computer player took because the time was over. After three it keeps the seat until the person returns. At other
 *   tables it is empty.
 * - `often_absent`: at a turn-based table, the seats of people for whom computer players have decided too
 *   often in their last turn-based matches.
 *
 * The other fields are about the receiver of the message:
 *
 * - `you`: the receiver's seat, null for a spectator.
 * - `me`: the receiver's own opaque id.
 * - `host`: true if the receiver is the table's host, who may fill seats, start the match, remove people and lock the
 *   table.
 * - `practice`: true if the receiver was the only person at the start of the match, and may therefore ask for hints.
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
  listing: "" | "ended" | "on";
  starting: boolean;
  rated: boolean;
  unrated: string;
  forfeits: number[];
  ratings: (RatingEffect | null)[];
  ending: "" | "last" | "round" | "soon";
  left_ms: number | null;
  time_runs: boolean;
  overdue: number[];
  often_absent: number[];
}

/**
 * One number on the score sheet: `amount` is added to the box of a `side` in a `column`, for the given `reason`.
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
 * - `lines`: a line for each deal, with the reason for every number.
 * - `totals`: the sums of the numbers, by column, then by side.
 * - `settlement`: the points that each side has won or lost in all, as exact text such as `+6 2/3`, `-1/3` or `0`.
 * - `winners`: the indices of the winning sides, empty until the match is over.
 * - `taken_back`: the numbers of the deals in which the only person at the table took an action back.
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
 * - `deal`: the number of the deal, from 1.
 * - `attempt`: the number of the deck in this deal, from 1. There can be several, because the rules may reject a deck.
 * - `dealer`: the seat that deals.
 * - `commitment`: the SHA-256 of the host's secret seed, published before the seed so that the host cannot change it.
 * - `step`: the inputs that players are expected to send next. They are `hashes`, `entropies`, or the `cut` of the
 *   seat `cutter`; `dealt` means that the shuffle has ended.
 * - `hashes`: by seat, the hash of the seat's entropy (a random text that influences the shuffle). It is null for a
 *   seat that has sent none, whose entropy is derived from the seed.
 * - `entropies`: by seat, the revealed entropies, from the step `cut` on. It is null for an entropy that was not
 *   revealed, which is also derived from the seed.
 * - `cut`: the number of cards moved from the top of the deck to its bottom, null while it is not known.
 * - `cut_from`: whether a player cut (`player`) or the cut was derived from the seed (`seed`); "" while it is not
 *   known.
 * - `places`: for each card of the deck from the top, the seat that it will be dealt to, null if it goes to no hand.
 * - `refusals`: the rules that could reject the deck.
 * - `millis`: the milliseconds after which the step ends even if inputs are missing.
 * - `did`: sentences about the step.
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
 * The time limits of a turn-based table, at which players answer within hours or days.
 *
 * - `hours`: the hours that a player has for each decision.
 * - `reserve_h`: the extra hours that a player has for the whole match. They are used up when a decision takes longer
 *   than `hours`.
 */
export interface TurnLimits {
  hours: 4 | 12 | 24 | 48 | 72;
  reserve_h: number;
}

/**
 * The whole deal as the receiver may see it, sent after every change.
 *
 * Fields about the deal:
 *
 * - `n`: the version of the table, which increases with every change that the table stores.
 * - `view`: the game's own View (`prikup.rules.state.View`), with the receiver's cards and everything public.
 * - `did`: sentences about what has just happened; empty in the first such message after connecting.
 * - `moved`: the actions that have just happened; empty in the first such message after connecting.
 * - `recap`: sentences about the deal since the receiver's last action, only in the first such message after
 *   connecting.
 * - `facts`: public facts of the deal, such as the contract and the declarer.
 * - `best`: the seat whose card is winning the trick, null if there is no such card.
 * - `laid`: the seats that have already placed their sealed bids (bids that stay hidden until all are placed).
 * - `clock`: the state of the clocks, null at a table without clocks.
 * - `line`: the remaining tricks after a claim that ends the deal, played so that they lead to the agreed result. It
 *   is empty in other messages, and if no such play was found.
 *
 * Fields about the decision to make:
 *
 * - `asked`: the seats that have to act.
 * - `legal`: the receiver's legal actions if the receiver has to act, otherwise empty.
 * - `ask`: sentences that describe the receiver's decision.
 * - `meanings`: explanations of what the calls in `legal` gain and cost in this deal.
 *
 * Other fields about the receiver:
 *
 * - `mine`: the receiver's own sealed bid, null if there is none.
 * - `claim`: the tricks that the receiver can claim (propose to take without playing), null if none.
 * - `partners`: the seats with a face-up hand to which the receiver may suggest a card, by pointing at it
 *   (`PointCommand`).
 * - `possible`: the proposals about the deal that the rules allow.
 * - `stood_in`: the actions that a computer player chose in the receiver's place since the receiver last acted.
 * - `coach`: the message of the coach, who teaches the game; null at a table without a coach.
 * - `traced`: the cards in hidden hands whose place the receiver can deduce.
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
  traced: LocatedCards[];
  line: Trick[];
}

/**
 * The first message after connecting, with everything about a table that never changes.
 *
 * - `table`: the id of the table.
 * - `game`: the name of the game.
 * - `options`: the short text of the house rules, such as a preset and the differences from it.
 * - `rules`: the value of every house rule as text, by the rule's name.
 * - `sides`: for each side, the list of its seats; the seats of a side score together.
 * - `calls`: the names of the calls; the first has the action number 52, the next 53, and so on.
 * - `columns`: the names of the columns of the score sheet.
 * - `pack`: the numbers of all cards of the game.
 * - `absent`: what happens when a player is absent. The table waits, a computer player replaces the player (`bot`), or
 *   the other players decide (`vote`).
 * - `clock`: the initial time of each seat (the bank) and the increment per action, in milliseconds; null without
 *   clocks.
 * - `turns`: the time limits of a turn-based table, at which players answer within hours or days; null for any other
 *   table.
 * - `chat`: true if the table has a chat.
 * - `presets`: the keys of the prepared lines of the chat.
 * - `levels`: the levels (strengths) of computer players that the host may choose.
 * - `presentation`: how a client draws the game.
 * - `delayed`: true if spectators see each deal only after it has ended.
 * - `glossary`: explanations of the calls under these house rules, independent of the deal.
 * - `coach`: true if the only deal of the match was prepared for learning the game. It does not count in statistics.
 * - `origin`: not null if the first deal was not shuffled but continues a finished match or a position. Such a deal
 *   does not count in statistics.
 * - `minutes`: the number of minutes of play after which the match ends, 0 for no time limit.
 * - `after`: what is finished first when these minutes are over: the current deal (`deal`), or the current round
 *   (`round`), in which each seat deals once.
 *
 * In `origin`, the id of the finished match is hidden ("") until this match is over if the deal is `compared` with the
 * results of other tables. It is also "" for a position that was entered by hand, which is never `compared`.
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
  minutes: number;
  after: "deal" | "round";
  turns: TurnLimits | null;
}

/**
 * The answer to a `WhyCommand`, which asks why an action is illegal.
 *
 * `act` is the action. `reason` is the rule that forbids it, null if the action is legal. `n` is the version of the
 * table.
 */
export interface WhyMessage {
  type: "why";
  n: number;
  act: number;
  reason: Reason | null;
}
