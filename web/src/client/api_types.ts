// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

import type { Deck, FriendCall, Line, Presentation, PrivateNote, Public, Reason, SeatAction, SeatsMessage, SheetMessage, TurnLimits, UpdateMessage, WelcomeMessage, WhyMessage } from "./protocol";

export type Asks = "card" | "discard" | "number";

export type CountedVerdict = "blunder" | "inaccuracy" | "mistake" | "right" | "unsure";

export type EntryContent = DealEntry | Fault | AdjustEntry | Dealer | NoteEntry | StopEntry | Join | Leave;

export type Follow = "free" | "must_trump";

export type FormAnswer = number | string | boolean;

export type FormQuestion = ChoiceQuestion | NumberQuestion;

export type Goal = "fewest" | "most";

export type HistoryLine = Append | Insert | Replace | Delete | Move | Head | UndoStep | Redo;

export type PartName = "calls" | "calls_error" | "cards" | "cards_error" | "deal" | "deal_error" | "dealt" | "dealt_error" | "others" | "others_error" | "settlement";

export type Result = "even" | "lost" | "won";

export type Verdict = "blunder" | "inaccuracy" | "mistake" | "only" | "right" | "unlucky" | "unsure";

/**
 * An entry that corrects the score sheet by hand: it adds `amounts` to boxes of the sheet.
 *
 * The note of its `ScoreEntry` must give the reason.
 */
export interface AdjustEntry {
  type: "adjust";
  amounts: Amount[];
}

/**
 * The complete house rules that an options text such as `sochi whist_style=gentleman` stands for.
 *
 * `rules` maps each house rule to its value as text. `idle` contains the house rules that have no effect in this
 * combination. It maps each of them to the other house rules that cause this, with their values.
 */
export interface AgreedRules {
  rules: Record<string, string>;
  idle: Record<string, Record<string, string>>;
}

/**
 * A number (`amount`) that a user adds by hand to the box of `side` in the column `column` of the score sheet.
 */
export interface Amount {
  column: string;
  side: number;
  amount: number;
}

/**
 * A contract of the deal's game that a web page can offer to its user for analysis.
 *
 * - `name` is the name of the contract; in a game with calls it is that of the call that names the contract.
 * - `goal` tells whether the players want the most or the fewest tricks.
 * - `need` is the number of tricks that makes the contract; null if it cannot be made or lost.
 * - `alone` tells whether each seat plays for itself.
 * - `sides` has the seats of each side, () if there are no partners.
 */
export interface AnalysedContract {
  name: string;
  goal: Goal;
  need: number | null;
  alone: boolean;
  sides: number[][];
}

/**
 * A deal parsed from a text, and its analysis.
 *
 * - `text` is the deal in the one-line notation.
 * - `deal` is the number of this deal among the `deals` in the pasted text, counted from 1 through all `matches`. A
 *   single deal belongs to no match.
 * - `names` are the names of the players by seat, () if the text has none.
 * - `game` to `known` are the fields of the open deal (`OpenDeal`), with the hands as bit masks, by seat.
 * - `pack`, `tricks` (the number of tricks in a whole deal) and `contracts` are those of the game.
 * - `fault` is a message that a part of the deal is impossible or missing, or that no solver is installed; null if
 *   there is nothing to report.
 * - `moment` is the state of the trick play after the cards played. It is null if a part is impossible or missing.
 * - `worth` is the double-dummy value: the result of best play with all cards visible. Without a fault, it is null
 *   only if no cards are left.
 * - `expected` is the single-dummy value: the tricks that the player whose turn it is can expect, given what that
 *   player knows. It is null if `known` does not request it, if no cards are left, or if time ran out.
 */
export interface Analysis {
  type: "analysis";
  text: string;
  deal: number;
  deals: number;
  matches: PastedMatch[];
  names: string[];
  game: string;
  options: string;
  hands: (number | null)[];
  contract: string;
  player: number | null;
  leader: number | null;
  played: number[];
  out: number;
  known: number[] | null;
  pack: number[];
  tricks: number;
  contracts: AnalysedContract[];
  fault: Reason | null;
  moment: PlayState | null;
  worth: BestPlayValue | null;
  expected: ExpectedTricks | null;
}

/**
 * One choice on a page: an answer, together with a player or side if the question after it asks for one.
 *
 * - `answer`: the answer to the next question.
 * - `who`: the seat or side that answers the question after it, or null.
 * - `answers`: all answers to the questions about the deal, if the user chooses this pair.
 */
export interface AnswerPair {
  answer: FormAnswer;
  who: number | null;
  answers: FormAnswer[];
}

/**
 * The result of an answer to a problem, and the state of the play after the answer and all cards played since.
 *
 * - `right`: true if the answer itself is right.
 * - `holds`: true if the user can still reach the aim of the problem now.
 * - `comes_to`: the final number of tricks of the problem's side if everyone plays best from here on.
 * - `rest`: the cards of that best play.
 * - `line`: the cards played so far.
 * - `hands`: the remaining cards of each hand.
 * - `table`: the cards of the current trick.
 * - `legal`: the cards that may be played now.
 * - `taken`: the number of tricks that the problem's side has taken so far.
 * - `over`: true if all cards have been played.
 * - `solved`: true if all cards have been played and the user has reached the aim.
 */
export interface AnswerRecord {
  right: boolean;
  holds: boolean;
  comes_to: number;
  line: MoveRecord[];
  hands: string[];
  table: string[];
  legal: string[];
  taken: number;
  over: boolean;
  solved: boolean;
  rest: MoveRecord[];
}

/**
 * A question and its answer; `forced` tells whether it was the only possible answer.
 */
export interface AnsweredQuestion {
  question: FormQuestion;
  answer: FormAnswer;
  forced: boolean;
}

/**
 * An operation that adds the new entry `entry` at the end of the list of entries.
 */
export interface Append {
  type: "append";
  entry: ScoreEntry;
}

/**
 * The average of a number, such as the points won, over a player's deals, if there are enough deals to show it.
 *
 * An average over too few deals says nothing about skill. `deals` is the number of deals so far, and `missing` the
 * number of deals still needed before the average is shown. Until then `mean` and `margin` are null. `margin` is the
 * half-width of the 95 % confidence interval of `mean`.
 */
export interface Average {
  deals: number;
  missing: number;
  mean: number | null;
  margin: number | null;
}

/**
 * The two secrets of a newly shared match at a real table.
 *
 * Anyone who has the `id` may watch the score sheet. Anyone who also has the `key` may enter changes.
 */
export interface BegunScore {
  id: string;
  key: string;
}

/**
 * The result of best play: bounds on the number of `tricks` that the analysed side takes in the whole deal.
 *
 * The side is `PlayState.side`. The bounds are a minimum and a maximum, which are equal if no limit of the search was
 * reached. `cards` has such bounds for each card that may be played, with the best card for the player to act first.
 * `line` is a line of best play, which ends early if a limit was reached. `nodes` is the number of positions searched.
 */
export interface BestPlayValue {
  tricks: [number, number];
  cards: CardWorth[];
  line: LineStep[];
  nodes: number;
}

/**
 * A request to block a person, who is identified in one of two ways.
 *
 * - `table`, `person`: the id of a table at which the user has met the person, and the id that stands for the person
 *   at this table. Clients know `person` from the messages of the table (`Person.id`, `ChatMessage.id`).
 * - `name`: the name of the person's account; the user must be allowed to see the person's profile.
 */
export interface BlockRequest {
  table?: string;
  person?: string;
  name?: string;
}

/**
 * All data that a page needs before it shows anything.
 *
 * - `me`: the signed-in user, null if there is none.
 * - `tables`: the unfinished tables at which the user sits or which they opened, at most 20. First come the turn-based
 *   tables (players answer within hours or days) at which the user has to act, the one with the least time left first;
 *   then the others, newest first.
 * - `guest_days`: the number of days after which an absent guest is deleted together with their unfinished tables.
 *   With 0, guests are never deleted.
 * - `games`: all games if the page requested them, otherwise empty.
 * - `here`: true if the server also provides the engine with which a browser can run tables itself while the server is
 *   unreachable.
 * - `lobby`: true if the server has a lobby (a list of open tables) for this user.
 * - `lanes`: the kinds of matches for which the server brings people together, if the page requested the games and the
 *   server has a lobby for this user.
 */
export interface Bootstrap {
  me: Me | null;
  tables: TableSummary[];
  guest_days: number;
  games: CatalogueGame[];
  here?: boolean;
  lobby?: boolean;
  lanes?: Lane[];
}

/**
 * A request for the data that a page needs when it starts (`Bootstrap`).
 *
 * If `games` is true, the response includes the list of all games.
 */
export interface BootstrapSearch {
  games?: boolean;
}

/**
 * A request to call a friend to a table where the user sits, or which the user opened.
 *
 * `table` is the id of the table, and `friend` is the name of the friend.
 */
export interface CallToTable {
  table: string;
  friend: string;
}

/**
 * A card that may be played now, with the minimum and maximum number of tricks of the analysed side after it.
 *
 * The side is `PlayState.side`, and its tricks in the whole deal are counted. The two numbers are equal if no limit of
 * the search was reached.
 */
export interface CardWorth {
  card: number;
  tricks: [number, number];
}

/**
 * A game as a client offers it for a new table.
 *
 * - `name`: the name of the game.
 * - `presets`: the presets (named sets of house rules). Each name is mapped to the values of all house rules as text.
 *   The first preset is the default.
 * - `options`: a description of each house rule.
 * - `seats`: the minimum and the maximum number of seats that the house rules allow.
 * - `levels`: the levels (strengths) of the computer players.
 * - `presentation`: how a client draws the game.
 * - `coach`: true if the game has a coach, who teaches the game in a prepared deal.
 */
export interface CatalogueGame {
  name: string;
  presets: Record<string, Record<string, string>>;
  options: CatalogueOption[];
  seats: [number, number];
  levels: string[];
  presentation: Presentation;
  coach: boolean;
}

/**
 * A house rule (option) of a game, as a client offers it for a new table.
 *
 * - `name`: the name of the option.
 * - `values`: all possible values as text. For a number within `bounds` they are the multiples of `step`.
 * - `default`: the default value as text.
 * - `bounds`: the minimum and the maximum of a number, null for an option that is not a number.
 * - `step`: the step between two values of a number.
 * - `touches`: what the option changes: the play of the cards (`play`), the score sheet (`sheet`) or the course of the
 *   match (`course`).
 * - `silenced`: the conditions under which the option has no effect. Each condition maps the names of other options to
 *   values, and is met if all these options have one of their values.
 */
export interface CatalogueOption {
  name: string;
  values: string[];
  default: string;
  bounds: [number, number] | null;
  step: number;
  touches: "course" | "play" | "sheet";
  silenced: Record<string, string[]>[];
}

/**
 * The first question about a deal whose answers are words, once the user has answered it.
 *
 * The page keeps showing the question, so that the user can change the answer.
 *
 * - `question`: the question.
 * - `asks_who`: the next question if it asks for a player or side, else null.
 * - `pairs`: the possible answers; each comes with a player or side if the next question asks for one.
 * - `chosen`: the index of the pair that the user chose.
 * - `covers`: the indices, among the answers of the draft, of the answers that the chosen pair consists of.
 */
export interface ChoiceGrid {
  question: ChoiceQuestion;
  asks_who: ChoiceQuestion | null;
  pairs: AnswerPair[];
  chosen: number;
  covers: number[];
}

/**
 * A question with a list of possible answers: seats, sides, yes and no, or words.
 *
 * `ask` is the message of the question, `answers` are the possible answers, and `kind` tells what they are. A word is
 * shown as the message `outcome-WORD`, with the arguments of `ask`, or unchanged if there is no such message. `usual`
 * is the default answer that a page may assume until the user answers (null: the page must ask).
 */
export interface ChoiceQuestion {
  ask: Reason;
  answers: FormAnswer[];
  kind: "seat" | "side" | "word" | "yes";
  usual: FormAnswer | null;
}

/**
 * A choice of a decision, with its values in points for the seat's side.
 *
 * - `does`: the actions of the choice.
 * - `points`: the expected value by what the seat could know.
 * - `behind`: the loss compared with the best choice.
 * - `error`: the standard error of that loss.
 * - `all_seen`: the value with all cards visible, if it is known.
 */
export interface ChoiceRecord {
  does: number[];
  points: number;
  behind: number;
  error: number;
  all_seen?: number;
}

/**
 * The name and the password with which a user opens an account or logs in.
 */
export interface Credentials {
  name: string;
  password: string;
}

/**
 * An entry for a deal that was played.
 *
 * `outcome` is the result of the deal in plain JSON values, by the field names of the game's outcome type.
 */
export interface DealEntry {
  type: "deal";
  outcome: Record<string, unknown>;
}

/**
 * A request to open a deal from a link; `text` is the link, or only its fragment.
 *
 * The text may be longer than `MAX_LENGTH`, because percent-encoding turns one character into three, and because an
 * address comes before the fragment.
 */
export interface DealLink {
  text: string;
}

/**
 * The complete state of a deal at one moment, hidden cards included.
 *
 * - `public`: everything that all players know.
 * - `hands`: by seat, the cards as a bit mask.
 * - `notes`: by seat, the private facts that only this seat knows, such as its discards.
 * - `stock`: the undealt cards.
 */
export interface DealPosition {
  public: Public;
  hands: number[];
  notes: PrivateNote[][];
  stock: number[];
}

/**
 * A deal of a finished match with all its cards, step by step.
 *
 * - `table`: the message from which a client draws the match's table.
 * - `seats`: the players of the match.
 * - `summary`: the entry of the deal in the list of the match's deals.
 * - `deck`: the deck that was dealt, with all inputs of its shuffle.
 * - `steps`: the log entries of the deal. A review of the deal refers to them by their index, from 0.
 * - `end`: the final position.
 * - `link`: the deal as text, without names, for the fragment of a link (`prikup.history.deal_link`).
 */
export interface DealRecord {
  table: WelcomeMessage;
  seats: MatchSeat[];
  summary: DealSummary;
  deck: Deck;
  steps: DealStep[];
  end: DealPosition;
  link: string;
}

/**
 * A log entry of a deal, such as an action, with the position before it.
 *
 * `before` is the complete state before the entry. `moved` is the action and its seat, null if the entry is an
 * agreement on the end of the deal. `did` contains sentences that describe the entry.
 */
export interface DealStep {
  before: DealPosition;
  moved: SeatAction | null;
  did: Reason[];
}

/**
 * The summary of a deal of a finished match.
 *
 * - `deal`: the number of the deal in the match, from 1, with cancelled deals counted. Links contain this number.
 * - `line`: the line of the deal on the score sheet.
 * - `facts`: short messages about the deal, such as the contract and the declarer.
 * - `settlement`: by side, the points that the deal won or lost for the side, as exact text.
 * - `taken_back`: true if the only human player took back an action of the deal, so that it counts in no statistics.
 * - `played`: true if cards were played.
 */
export interface DealSummary {
  deal: number;
  line: Line;
  facts: Reason[];
  settlement: string[];
  taken_back: boolean;
  played: boolean;
}

/**
 * An entry that makes the player at `seat` the next dealer.
 *
 * It is needed, for example, if players changed seats or a player's turn to deal was skipped.
 */
export interface Dealer {
  type: "dealer";
  seat: number;
}

/**
 * The judgement of a decision in JSON form.
 *
 * A decision without alternatives has only the fields up to `verdict`.
 *
 * - `at`: the index of the decision's first log entry in the deal, from 0.
 * - `seat`, `phase`: the seat, and the phase of the deal.
 * - `trick`: the number of the trick, from 1; 0 before the tricks.
 * - `did`: the chosen actions.
 * - `verdict`: the verdict on the decision.
 * - `lost`: the cost of a mistake in points; 0 for any other decision.
 * - `lost_all_seen`: the cost with all cards visible; 0 if it is unknown.
 * - `worlds`: the number of possible deals in which the choices were evaluated.
 * - `every`: true if these are all deals that agree with what the seat could see.
 * - `possible_loss`: for a decision that is not judged a mistake, the largest loss that the evaluated deals do not
 *   rule out.
 * - `choices`: the choices that were evaluated, the best first.
 * - `effect`: what a mistake changed for each side.
 * - `why`: for a mistake, a message about the better choice.
 * - `fault`: for a mistake, a message about what was wrong, if one of the known types fits.
 * - `outlook`: for a mistake in a call, messages that tell how often the contracts of the chosen and of the better
 *   call are made.
 */
export interface DecisionRecord {
  at: number;
  seat: number;
  phase: string;
  trick: number;
  did: number[];
  verdict: Verdict;
  lost?: number;
  lost_all_seen?: number;
  worlds?: number;
  every?: boolean;
  possible_loss?: number;
  choices?: ChoiceRecord[];
  effect?: EffectRecord[];
  why?: Reason;
  fault?: Reason;
  outlook?: Reason[];
}

/**
 * The decisions of a player in one phase of their reviewed deals, such as the auction or the trick play.
 *
 * A review evaluates every decision of a finished deal. `mistakes` is the number of decisions that were mistakes;
 * `lost` is the average number of points that they lost per reviewed deal.
 */
export interface DecisionStatistics {
  phase: string;
  decisions: number;
  mistakes: number;
  lost: Average;
}

/**
 * An operation that deletes the entry whose id is `id`.
 */
export interface Delete {
  type: "delete";
  id: string;
}

/**
 * A form (the questions about one deal) that a user has partly or fully filled in.
 *
 * - `answers`: the accepted answers, including default answers.
 * - `answered`: the questions answered so far, with their answers.
 * - `question`: the next question, or null if none is left or the form cannot be filled in.
 * - `pairs`: the possible answers to `question` if they are words; each comes with a player or side if the question
 *   after it asks for one. `pairs` is () for other questions, and if `EntryTask.assume` is false.
 * - `asks_who`: the question after `question` if it asks for a player or side and `pairs` has its answers; else null.
 * - `refused`: the reason why an answer or the whole form was rejected, or null.
 * - `what` and `effect`: the contents of the finished entry and its effect on the match, or null while a question is
 *   left.
 * - `grid`: the first question whose answers are words, once it is answered; else null.
 */
export interface Draft {
  answers: FormAnswer[];
  answered: AnsweredQuestion[];
  question: FormQuestion | null;
  asks_who: ChoiceQuestion | null;
  pairs: AnswerPair[];
  refused: Reason | null;
  what: EntryContent | null;
  effect: EntryPreview | null;
  grid: ChoiceGrid | null;
}

/**
 * The earlier contents (`told`) of a corrected entry, which were entered at the Unix time `at`, in seconds.
 */
export interface EarlierVersion {
  at: number;
  told: EntryDescription;
}

/**
 * One difference between a scored match before an edit and the same match after the edit.
 *
 * A box is the number of one side in one column of the score sheet. `what` tells which kind of difference it is:
 *
 * - `number`: an entry adds another amount to a box.
 * - `flag`: the rules now refuse an entry, refuse it for another reason, or no longer refuse it.
 * - `dealer`: a deal has another dealer.
 * - `total`: a box has another total after the last entry.
 * - `winners`: other sides win the match, or the match is no longer won.
 * - `next`: another player deals the next deal.
 *
 * The other fields describe the difference:
 *
 * - `entry` and `deal`: the position of the entry in the edited list, from 1, and its deal number. Both are 0 for the
 *   last three kinds, which concern the match after its last entry.
 * - `column` and `side`: the box.
 * - `before` and `after`: the old and the new amount, total, or seat of the dealer.
 * - `flag`: the reason why the rules now refuse the entry, or null if they no longer do.
 * - `winners`: the sides that win now.
 */
export interface EditEffect {
  what: "dealer" | "flag" | "next" | "number" | "total" | "winners";
  entry: number;
  deal: number;
  column: string;
  side: number;
  before: number;
  after: number;
  flag: Reason | null;
  winners: number[];
}

/**
 * The effect of a mistake on one side, compared with the better choice.
 *
 * `points` is the mean in points, and `error` its standard error.
 */
export interface EffectRecord {
  points: number;
  error: number;
}

/**
 * New steps (changes of the score sheet) that a phone enters into a shared match.
 *
 * `key` proves that the phone may do so. `known` is the number of earlier steps that the phone has received. The
 * request is rejected if the match has more steps by now, so that no phone enters something without seeing the latest
 * changes.
 */
export interface EnteredSteps {
  key: string;
  known: number;
  steps: readonly HistoryLine[];
}

/**
 * The contents of an entry in a form that the page can show.
 *
 * - `kind` and `note`: the type of the entry, and the user's remark.
 * - `sentences`: messages that describe the result of a deal.
 * - `readable`: false if the current rules cannot interpret the outcome of the deal, so that there are no sentences.
 * - `amounts`: the numbers of a manual correction, or the starting numbers of a player who joins.
 * - `seat`: the next dealer if the entry changes the dealer, else null.
 * - `text`: the text of a note, or the name of a player who joins or leaves.
 * - `share`: the settlement in points of a player who leaves, as exact text such as `-1/3`.
 * - `payments`: the payments due when a player leaves, with the seats as they were before.
 * - `decimals`: the number of decimals of the currency; the payments are in units of 10^-`decimals` of the currency.
 */
export interface EntryDescription {
  kind: "adjust" | "deal" | "dealer" | "fault" | "join" | "leave" | "note" | "stop";
  note: string;
  sentences: Reason[];
  readable: boolean;
  amounts: Amount[];
  seat: number | null;
  text: string;
  share: string;
  payments: Payment[];
  decimals: number;
}

/**
 * The effect of a step (an operation, an undo or a redo) that is not applied yet.
 *
 * - `flag`: the reason why the step is impossible or the rules refuse its entry, or null.
 * - `line`: the line that the added or changed entry would write on the score sheet, or null if it writes nothing.
 * - `changes`: the effects of the step on the other entries and on the final state.
 */
export interface EntryPreview {
  flag: Reason | null;
  line: Line | null;
  changes: EditEffect[];
}

/**
 * A deal that a user is entering in a scored match.
 *
 * - `answers`: the answers to the questions about the deal, in order. A question with only one possible answer has
 *   none.
 * - `fault`: whether the questions are those about an irregularity, such as a misdeal or a revoke.
 * - `how` and `entry`: whether the result is appended to the list, inserted before the entry whose id is `entry`, or
 *   replaces that entry.
 * - `assume`: whether questions are answered by their default answers, if they have one.
 */
export interface EntryTask {
  answers?: readonly FormAnswer[];
  fault?: boolean;
  how?: "append" | "insert" | "replace";
  entry?: string;
  assume?: boolean;
}

/**
 * An earlier version of a corrected entry.
 *
 * `what` and `note` are the contents and the note before the correction, and `at` is the Unix time at which they were
 * entered.
 */
export interface EntryVersion {
  at: number;
  what: EntryContent;
  note?: string;
}

/**
 * The body of every error response.
 *
 * `reason` is the message that tells the user what is wrong. If the request would be accepted with a proof of work (a
 * small computation that slows down mass requests), `puzzle` is the text that the proof must begin with; otherwise it
 * is "".
 */
export interface ErrorBody {
  reason: Reason;
  puzzle?: string;
}

/**
 * A card that may be played now, and the mean number of `tricks` that the analysed side can expect after it.
 *
 * The mean is over the evaluated deals (those that the player considers possible, or a sample of them) and counts the
 * tricks of the whole deal.
 *
 * `behind` is the number of expected tricks lost compared with the best card, and `error` its standard error, 0 if
 * every possible deal was evaluated. `made` is the number of evaluated deals in which the contract is made; null if it
 * cannot be made or lost.
 */
export interface ExpectedCard {
  card: number;
  tricks: number;
  behind: number;
  error: number;
  made: number | null;
}

/**
 * The `cards` that the player on `seat` may play now, with their expected tricks, the best card first.
 *
 * `worlds` is the number of deals evaluated. `every` tells whether these are all possible deals; otherwise they were
 * sampled. `likely` tells whether they were sampled by the probabilities that follow from the other players' calls and
 * cards.
 */
export interface ExpectedTricks {
  seat: number;
  worlds: number;
  every: boolean;
  likely: boolean;
  cards: ExpectedCard[];
}

/**
 * An entry for a deal in which there was an irregularity, such as a misdeal or a revoke.
 *
 * `outcome` is the resulting outcome in plain JSON values, by the field names of the game's outcome type.
 */
export interface Fault {
  type: "fault";
  outcome: Record<string, unknown>;
}

/**
 * The first line of a file: the scored match at its start, and the version of the file format (`format`).
 */
export interface FileHead {
  type: "scoring";
  game: string;
  rules: number;
  options: string;
  names: string[];
  dealer: number;
  at: number;
  language?: string;
  price?: string;
  decimals?: number;
  place?: string;
  opening?: PaperStart | null;
  play_on?: boolean;
  minutes?: number;
  after?: "deal" | "round";
  entries?: ScoreEntry[];
  format?: number;
}

/**
 * A friend of the user, and where the friend is.
 *
 * - `name`: the friend's name.
 * - `state`: `away`, `here` (connected), `table` (at a table), or `unknown` if they may be connected to another server
 *   about which this server knows nothing. A friend who hides whether they are connected looks like one who has not
 *   been connected today.
 * - `table`: the id of the friend's table if other users may enter it, because it has a free seat or may be watched;
 *   else "".
 * - `today`: true if the state is `unknown`, and the friend was connected within the last day.
 * - `often_absent`: true if computer players decided too often for the friend in the friend's last turn-based matches
 *   (players answer within hours or days).
 * - `ratings`: by game: the friend's rating, half the width of its 95 % interval, and whether it is provisional (too
 *   little is known to compare it with others).
 */
export interface Friend {
  name: string;
  state: "away" | "here" | "table" | "unknown";
  table: string;
  today: boolean;
  often_absent: boolean;
  ratings: Record<string, [number, number, boolean]>;
}

/**
 * The answer to another user's request to become friends. `yes` is true if the user accepts it.
 */
export interface FriendAnswer {
  yes: boolean;
}

/**
 * A user's friend code, which the user shows to people who want to become their friends.
 */
export interface FriendCode {
  code: string;
}

/**
 * A user's friends, and the open requests and invitations between the user and other people.
 *
 * - `friends`: the friends, ordered by name.
 * - `asked`: the names of the people to whom the user has sent a request to become friends. A name stays here until
 *   the person accepts or the user withdraws the request, whether or not the request has reached anyone.
 * - `asking`: the names of the people who want to become friends of the user.
 * - `calls`: the invitations to a table that friends sent within the last half hour.
 */
export interface FriendList {
  friends: Friend[];
  asked: string[];
  asking: string[];
  calls: FriendCall[];
}

/**
 * A request to become friends with a person, who is identified in one of three ways.
 *
 * - `name`: the exact name of the person's account.
 * - `table`, `person`: the id of a table, and the id that stands for the person at this table (`Person.id`).
 * - `code`: the person's friend code.
 */
export interface FriendRequest {
  name?: string;
  table?: string;
  person?: string;
  code?: string;
}

/**
 * A person's matches in a game. Private matches are not counted.
 *
 * - `game`: the name of the game.
 * - `matches`: the number of finished matches.
 * - `points`: the average of the points that the person won or lost in a deal, without a value if there are too few
 *   deals.
 */
export interface GameRecord {
  game: string;
  matches: number;
  points: Average;
}

/**
 * A request for the rating of a person in the game with the name `game`.
 */
export interface GameSearch {
  game: string;
}

/**
 * The statistics of one game.
 *
 * `you` are the statistics of the user, null if there are none. `levels` are those of each level (strength) of
 * computer players.
 */
export interface GameStatistics {
  game: string;
  you: Statistics | null;
  levels: LevelStatistics[];
}

/**
 * An operation that changes the head of the match: its house rules, names, price of a point and the like.
 *
 * The fields are those of `Scoring` that belong to the head. A field that is set replaces the old value; a field that
 * is UNSET leaves the old value unchanged.
 */
export interface Head {
  type: "head";
  options?: string;
  names?: string[];
  dealer?: number;
  price?: string;
  decimals?: number;
  place?: string;
  language?: string;
  opening?: PaperStart | null;
  play_on?: boolean;
  minutes?: number;
  after?: "deal" | "round";
}

/**
 * Some days on which the user's clocks at turn-based tables stop: the `first` day, and the number of `days`.
 */
export interface Holiday {
  from: string;
  days: number;
}

/**
 * The user's holidays, on which their clocks at turn-based tables stop, in this year and later.
 *
 * `days_a_year` is the maximum number of days of holiday in a calendar year.
 */
export interface Holidays {
  holidays: Holiday[];
  days_a_year: number;
}

/**
 * An operation that adds the new entry `entry` before the entry whose id is `before`.
 */
export interface Insert {
  type: "insert";
  before: string;
  entry: ScoreEntry;
}

/**
 * An entry by which a new player called `name` joins the table at `seat`.
 *
 * The players who had this seat and the higher seats move up by one seat.
 */
export interface Join {
  type: "join";
  seat: number;
  name: string;
}

/**
 * A secret by which a server recognises that a device is known to an account.
 *
 * `device` is the secret, as 64 hexadecimal digits. A user gets it on a device where they are logged in, and sends it
 * from another device, which then becomes known too. On a known device, login attempts of strangers do not lock the
 * user out.
 */
export interface KnownDevice {
  device: string;
}

/**
 * A kind of match for which a server brings people together.
 *
 * - `name`: the name of the lane.
 * - `game`: the name of the game.
 * - `options`: the text of the house rules.
 * - `deals`: the number of deals after which the match ends, 0 if only the rules end it.
 * - `clock`: the initial time of each seat and the increment per action, in milliseconds.
 * - `seats`: the number of seats.
 * - `partners`: true if the game is played with partners, so that a side has more than one player.
 * - `rated`: true if all its matches are to count for ratings, so that only owners of accounts may look for them. In
 *   other lanes a match counts if all its people own accounts, and no two of them have the same network address.
 */
export interface Lane {
  name: string;
  game: string;
  options: string;
  deals: number;
  clock: [number, number];
  seats: number;
  partners: boolean;
  rated: boolean;
}

/**
 * A person in the list of a game's leaders.
 *
 * - `place`: the person's place in the list, from 1.
 * - `places`: the first and the last place that the person may have, because ratings are uncertain.
 * - `name`: the name of the person's account.
 * - `rating`, `error`: the rating, and half the width of its 95 % interval.
 * - `matches`: the number of rated matches.
 */
export interface Leader {
  place: number;
  places: [number, number];
  name: string;
  rating: number;
  error: number;
  matches: number;
}

/**
 * An entry by which the player at `seat` leaves the table.
 *
 * The players at the higher seats move down by one seat.
 */
export interface Leave {
  type: "leave";
  seat: number;
}

/**
 * A request to delete the user who sends it.
 *
 * `password` is the password of the user's account, which confirms the request; "" for a guest.
 */
export interface Leaving {
  password?: string;
}

/**
 * The statistics of all computer players of one level (strength) in a game. Private matches are not included.
 */
export interface LevelStatistics {
  level: string;
  statistics: Statistics;
}

/**
 * A card in the line of best play, with the seat that plays it.
 *
 * `tricks` is how many tricks the analysed side (`PlayState.side`) takes in the whole deal, those taken before the
 * card included.
 */
export interface LineStep {
  seat: number;
  card: number;
  tricks: number;
}

/**
 * A privacy setting of a user for links to finished matches.
 *
 * If `hide_name` is true, people who open such a link and did not play in the match do not see the user's name.
 */
export interface LinkPrivacy {
  hide_name: boolean;
}

/**
 * An entry of the list as the page shows it.
 *
 * - `number` and `id`: the position in the list, from 1, and the id of the entry.
 * - `at`: the Unix time at which the entry was made or last corrected.
 * - `told` and `before`: the contents of the entry, and its earlier versions, the oldest first.
 * - `seating`: the table at which the entry was made, as an index into `Reply.past`, the tables before players joined
 *   or left. The index of the current table is the length of `Reply.past`.
 * - `line`: the index of the entry's line on the score sheet of that table, or null if the entry wrote nothing.
 * - `deal` and `dealer`: the deal number and the dealer; both are null unless the entry is a deal that counts.
 * - `totals`: the totals of the score sheet after the entry.
 * - `flag`: the reason why the rules refuse the entry at this position, or null.
 * - `dealers`: if the rules refuse a deal only because of its dealer, the seats that could have dealt it.
 */
export interface ListedEntry {
  number: number;
  id: string;
  at: number;
  told: EntryDescription;
  before: EarlierVersion[];
  seating: number;
  line: number | null;
  deal: number | null;
  dealer: number | null;
  totals: number[][];
  flag: Reason | null;
  dealers: number[];
}

/**
 * The request to put a table into the list of open tables or to take it out, and the response to it.
 *
 * The table's host sends the request. `listed` is true if the table shall be in the list (in the request) or is now in
 * the list (in the response).
 */
export interface Listing {
  listed: boolean;
}

/**
 * An open table in the lobby. All users get the same rows.
 *
 * - `id`: the id of the table.
 * - `game`: the name of the game.
 * - `options`: the text of the house rules, beginning with the name of the preset.
 * - `more`: the number of house rules that differ from the preset.
 * - `host`: the name of the person who opened the table (the host), "" if they have none.
 * - `key`: a text that stands for the host, and changes every day. The client of a signed-in user is sent the keys of
 *   the people whom the user has blocked, and hides their tables.
 * - `rating`: the host's rating, half the width of its 95 % interval, and whether it is provisional (too little is
 *   known to compare it with others); null if the host has none.
 * - `seats`: the player in each seat with their rating, null for an empty seat.
 * - `keys`: the key of the person in each seat, "" for a seat without a person.
 * - `computers`: the seats of computer players, whose names clients transliterate into the script of the user's
 *   language.
 * - `rated`: true if the match counts for ratings.
 * - `clock`: the initial time of each seat and the increment per action, in milliseconds; null for no clocks.
 * - `turns`: the hours that a player has for each action at a turn-based table; 0 at any other table.
 * - `deals`: the number of deals after which the match ends, 0 for no limit.
 * - `minutes`: the number of minutes after which the match ends, 0 for no limit.
 * - `wants`: the people whom the host wants as players.
 * - `often_absent`: at a turn-based table, the names of the host and the seated people for whom computer players have
 *   decided too often in their last turn-based matches.
 * - `age`: the seconds since the table was put into the lobby.
 */
export interface LobbyRow {
  id: string;
  game: string;
  options: string;
  more: number;
  host: string;
  key: string;
  rating: [number, number, boolean] | null;
  seats: ([string, number | null] | null)[];
  keys: string[];
  computers: number[];
  rated: boolean;
  clock: [number, number] | null;
  turns: number;
  deals: number;
  minutes: number;
  often_absent: string[];
  wants: Wants;
  age: number;
}

/**
 * A request for the lobby.
 *
 * - `game`: the name of the only game whose tables are requested, "" for all games.
 * - `rated`: true or false for rated or unrated tables only, null for both.
 * - `turns`: true for turn-based tables only (players answer within hours or days), false for live tables only, null
 *   for both.
 */
export interface LobbySearch {
  game?: string;
  rated?: boolean | null;
  turns?: boolean | null;
}

/**
 * The lobby of a server.
 *
 * - `rows`: the open tables, those with the fewest free seats first, then the oldest; at most 50.
 * - `more`: the number of open tables that are not in `rows`.
 * - `watch`: the matches to watch, at most 20 of each game: first the rated ones, in the order of the mean rating of
 *   their players, then the newest.
 * - `online`: the number of people who are connected to the server.
 * - `waiting`: by lane (kind of match), the number of people who wait for quick pairing, in which the server seats
 *   people who look for the same kind of match together; lanes without people are left out.
 * - `last_tables`: by lane, how many seconds ago the last match of quick pairing began; lanes without such a match are
 *   left out.
 */
export interface LobbyView {
  rows: LobbyRow[];
  more: number;
  watch: WatchRow[];
  online: number;
  waiting: Record<string, number>;
  last_tables: Record<string, number>;
}

/**
 * A user's mail address; `proved` is true if the user has proved that the address is theirs.
 */
export interface MailText {
  address: string;
  proved: boolean;
}

/**
 * The request to import one match of a file.
 *
 * `text` is the text of the file, `match` the index of the match in it, from 0, and `seat` the seat that the user had.
 */
export interface MatchChoice {
  text: string;
  match: number;
  seat: number;
}

/**
 * A description of a match in a file, shown before the user imports the match.
 *
 * - `game`: the name of the game.
 * - `options`: the house rules as text.
 * - `names`: the names of the players by seat.
 * - `deals`: the number of finished deals.
 * - `decks`: the number of decks, including those that the rules refused, so that the cards were dealt again.
 * - `shuffled`: the number of decks whose shuffle is recorded in the file.
 * - `right`: the number of these decks that agree with their recorded shuffle.
 * - `differs`: statements of the file that contradict the rules.
 * - `fault`: the reason why replaying the match under today's rules stopped before the end of the file, null if it did
 *   not.
 */
export interface MatchInFile {
  game: string;
  options: string;
  names: string[];
  deals: number;
  decks: number;
  shuffled: number;
  right: number;
  differs: Reason[];
  fault: Reason | null;
}

/**
 * A page of a list of matches, the latest match first.
 *
 * `next` is the `cursor` with which the next page is requested, "" if this is the last page. `total` is the number of
 * all matches that pass the filter.
 */
export interface MatchPage {
  matches: MatchSummary[];
  next: string;
  total: number;
}

/**
 * A finished match as its page shows it.
 *
 * - `id`: the id of the match.
 * - `table`: the message from which a client draws the match's table.
 * - `seats`: the players by seat.
 * - `ended`: the time at which the match ended (wall clock, ms).
 * - `you`: the user's seat, null if the user did not play.
 * - `host`: true if the user owns the match and may make it private.
 * - `private`: true if only the players and the owner of the match may see it.
 * - `sheet`: the message with the score sheet.
 * - `course`: by side, the points that the side had won or lost after each deal.
 * - `deals`: the deals with their reviews.
 * - `unverified`: true if the match was played on a user's own device and uploaded.
 * - `imported`: true if the match was imported from a file.
 * - `void`: true if the match was rated, but the server's operator has declared it void.
 */
export interface MatchRecord {
  id: string;
  table: WelcomeMessage;
  seats: MatchSeat[];
  ended: number;
  you: number | null;
  host: boolean;
  private: boolean;
  sheet: SheetMessage;
  course: number[][];
  deals: ReviewedDeal[];
  unverified: boolean;
  imported: boolean;
  void: boolean;
}

/**
 * A request for one page of the user's finished matches that pass the filter (`MatchFilter`).
 *
 * `cursor` tells where the page begins: it is the `next` field of the previous page, "" for the first page. `limit` is
 * the maximum number of matches on the page.
 */
export interface MatchSearch {
  game?: string;
  preset?: string;
  player?: string;
  company?: "" | "computers" | "people";
  result?: "" | "even" | "lost" | "won";
  cursor?: string;
  limit?: number;
}

/**
 * A seat of a finished match.
 *
 * - `name`: the player's name at the time of the match. It is "" for a human player who had no name, hides it in
 *   links, or has deleted their account.
 * - `level`: the level (strength) of a computer player, "" for a human player.
 * - `deleted`: true if the player has deleted their account.
 */
export interface MatchSeat {
  name: string;
  level?: string;
  deleted?: boolean;
}

/**
 * A finished match in the list of a user who played it.
 *
 * - `id`: the id of the match.
 * - `game`, `options`: the name of the game, and the house rules as text.
 * - `ended`: the time at which the match ended (wall clock, ms).
 * - `deals`: the number of finished deals.
 * - `seats`: the players by seat.
 * - `you`: the user's seat.
 * - `sides`: the groups of seats that score together.
 * - `settlement`: by side, the points won or lost in all, as exact text.
 * - `course`: the points that the user's side had won or lost after each deal.
 * - `result`: the result of the user's side.
 * - `private`: true if only the players and the owner of the match may see it.
 * - `reviewed`: the number of deals that have been reviewed.
 * - `mistakes`: the number of the user's mistakes in these deals.
 * - `unverified`: true if the match was played on a user's own device and uploaded.
 * - `imported`: true if the match was imported from a file.
 */
export interface MatchSummary {
  id: string;
  game: string;
  options: string;
  ended: number;
  deals: number;
  seats: MatchSeat[];
  you: number;
  sides: number[][];
  settlement: string[];
  course: number[];
  result: Result;
  private: boolean;
  reviewed: number;
  mistakes: number;
  unverified: boolean;
  imported: boolean;
}

/**
 * The signed-in user.
 *
 * - `id`: the id of the user.
 * - `name`: the display name, "" if the user has none.
 * - `guest`: true for a user without an account.
 * - `token`: the secret with which a program signs in its further requests. For a browser it is "", because the
 *   browser gets it as a cookie that no script can read.
 */
export interface Me {
  id: string;
  name: string;
  guest: boolean;
  token?: string;
}

/**
 * A mistake in the summary of a review. Its fields have the same meaning as those of `DecisionRecord`.
 */
export interface MistakeRecord {
  at: number;
  seat: number;
  phase: string;
  trick: number;
  did: number[];
  verdict: Verdict;
  lost: number;
  lost_all_seen?: number;
  worlds?: number;
  every?: boolean;
  possible_loss?: number;
  why?: Reason;
  fault?: Reason;
}

/**
 * An operation that moves the entry whose id is `id` to another position.
 *
 * The new position is before the entry whose id is `before`, or at the end if `before` is null.
 */
export interface Move {
  type: "move";
  id: string;
  before?: string | null;
}

/**
 * A card that was played, as text such as `SA`, with the seat that played it.
 */
export interface MoveRecord {
  seat: number;
  card: string;
}

/**
 * A request to send notices to a mail address, in a language.
 *
 * They are sent once the user has opened the link in a first mail, which proves that the address is theirs.
 */
export interface NewAddress {
  address: string;
  language: string;
}

/**
 * A request to create a guest, which is a user without an account.
 *
 * `name` is the display name, "" if the guest has not chosen one yet. If an earlier error response contained a puzzle
 * (a small computation that slows down mass sign-ups), `proof` is the solution of the puzzle, otherwise "".
 */
export interface NewGuest {
  name?: string;
  proof?: string;
}

/**
 * A request to stop the user's clocks at all turn-based tables (players answer within hours or days) for some days.
 *
 * - `first`: the first day, in the user's time zone.
 * - `days`: the number of whole days.
 */
export interface NewHoliday {
  from: string;
  days: number;
}

/**
 * The request body with a user's new display name; `name` is "" for a guest who gives no name.
 */
export interface NewName {
  name?: string;
}

/**
 * A request to change the password of an account from `old` to `new`.
 */
export interface NewPassword {
  old: string;
  new: string;
}

/**
 * A request to send push messages to the browser that sends the request.
 *
 * `endpoint` is the address of the browser's push service, `keys` are the keys for the encryption, and `language` is
 * the language of the messages.
 */
export interface NewSubscription {
  endpoint: string;
  keys: SubscriptionKeys;
  language: string;
}

/**
 * A request to open a table.
 *
 * - `game`: the name of the game.
 * - `options`: a text with the house rules, "" for the default rules.
 * - `level`: the level (strength) of the computer players.
 * - `absent`: what happens when a player is absent. The table waits, a computer player replaces the player (`bot`), or
 *   the other players decide (`vote`).
 * - `away_s`: the number of seconds after which a disconnected player counts as absent.
 * - `clock`: the initial time of each seat (the bank) and the increment per action, in milliseconds; null for no
 *   clocks.
 * - `turns`: the time limits of a turn-based table, at which players answer within hours or days; null for any other
 *   table. Only owners of accounts play at a turn-based table. It excludes `clock`, `minutes`, `bots` and `coach`, and
 *   no player there counts as absent.
 * - `spectators`: true if people without a seat may watch.
 * - `delayed`: true if spectators see each deal only after its end.
 * - `chat`: true if the table has a chat.
 * - `deals`: the number of deals after which the match ends, 0 for no limit.
 * - `bots`: true if computer players take all other seats, so that the match starts at once.
 * - `coach`: true to open a table with the coach, who teaches the game in a prepared deal. The coach's settings then
 *   replace all other settings in this request.
 * - `open`: true if the lobby lists the table, so that anyone may sit down. It excludes `bots` and `coach`.
 * - `wants`: the people whom the host of an open table wants as players.
 * - `starts`: when the match starts: 5 seconds after the last seat is taken (`full`), or when the host says so
 *   (`host`). Null stands for `full` at an open table and for `host` at any other.
 * - `bots_after_s`: if two people have been seated for this number of seconds, from 30 on, computer players take the
 *   empty seats; 0 for never.
 * - `rated`: true if the match is to count for ratings (`prikup.table.rated_match`). That sets `wants.accounts`,
 *   `delayed`, `absent` and `away_s`.
 * - `minutes`: the number of minutes of play after which the match ends, from 15 on; 0 for no time limit.
 * - `after`: what is finished first when these minutes are over: the current deal (`deal`), or the current round
 *   (`round`), in which each seat deals once.
 */
export interface NewTable {
  game: string;
  options?: string;
  level?: string;
  absent?: "bot" | "vote" | "wait";
  away_s?: number;
  clock?: readonly [number, number] | null;
  spectators?: boolean;
  delayed?: boolean;
  chat?: boolean;
  deals?: number;
  bots?: boolean;
  coach?: boolean;
  open?: boolean;
  wants?: WantedPlayers;
  starts?: "full" | "host" | null;
  bots_after_s?: number;
  rated?: boolean;
  minutes?: number;
  after?: "deal" | "round";
  turns?: TurnLimits | null;
}

/**
 * A change of the notices that a user wants to get; fields that are left out stay unchanged.
 *
 * `wishes` has the channels for each kind of notice, `quiet` is true if nothing is sent at night, and `zone` is the
 * user's time zone, such as `Asia/Yerevan`.
 */
export interface NewWishes {
  wishes?: Record<"found" | "friend" | "invited" | "seek" | "turn" | "voided", readonly ("mail" | "push")[]>;
  quiet?: boolean;
  zone?: string;
}

/**
 * An entry that records a text and has no effect on the score sheet.
 */
export interface NoteEntry {
  type: "note";
  text: string;
}

/**
 * The notices that a user gets when they are not connected, and the channels over which they are sent.
 *
 * - `key`: the public key with which a browser subscribes, "" if this server sends no push messages.
 * - `sends_mail`: true if this server sends mails.
 * - `wishes`: the channels for each kind of notice.
 * - `possible`: the channels over which the server sends each kind; kinds that it does not send are missing.
 * - `quiet`, `zone`: as in `NewWishes`.
 * - `endpoints`: the addresses of the push services of the user's browsers, the oldest first.
 * - `mail`: the user's mail address, null if there is none.
 */
export interface NoticePage {
  key: string;
  sends_mail: boolean;
  wishes: Record<"found" | "friend" | "invited" | "seek" | "turn" | "voided", ("mail" | "push")[]>;
  possible: Record<"found" | "friend" | "invited" | "seek" | "turn" | "voided", ("mail" | "push")[]>;
  quiet: boolean;
  zone: string;
  endpoints: string[];
  mail: MailText | null;
}

/**
 * A question whose answer is a number from `low` to `high`, both included; `ask` is the message of the question.
 *
 * If the question asks for one of several numbers with a fixed sum, `of` is this sum, and `taken` is the total of the
 * numbers already given. Otherwise `of` is null.
 */
export interface NumberQuestion {
  ask: Reason;
  low: number;
  high: number;
  taken: number;
  of: number | null;
}

/**
 * The `id` of a table that was just opened, or of a match that was just stored.
 */
export interface OpenedTable {
  id: string;
}

/**
 * A request for the complete house rules that a text stands for.
 *
 * `game` is the name of the game. `options` is a text such as `sochi whist_style=gentleman`, "" for the default rules.
 */
export interface OptionsSearch {
  game: string;
  options?: string;
}

/**
 * The user's own rating in a game.
 *
 * - `place`, `places`: as in `Leader`; null for a user who is not among the leaders.
 * - `why`: why the user is not among them: too little is known to compare the rating with others (`provisional`), the
 *   last rated match was too long ago (`inactive`), or not everybody may see the user's profile (`hidden`). It is ""
 *   for a leader.
 *
 * The other fields are those of `Leader`.
 */
export interface OwnRating {
  place: number | null;
  places: [number, number] | null;
  rating: number;
  error: number;
  matches: number;
  why: "" | "hidden" | "inactive" | "provisional";
}

/**
 * A value that a user must enter for a match begun on paper, because the game carries it over from deal to deal.
 *
 * `name` is the name of the value. `kind` tells what the value is: one number, `many` numbers, the seats of some
 * players, or for each player some of the words `words`.
 */
export interface PaperField {
  name: string;
  kind: "number" | "numbers" | "seats" | "words";
  many: number;
  words: string[];
}

/**
 * The starting state of a match whose first deals were scored on paper.
 *
 * - `totals`: the numbers on the paper sheet, by column and then by side.
 * - `played`: the number of deals that were played and counted.
 * - `carry`: the values other than totals that the game carries from one deal to the next, by field name.
 */
export interface PaperStart {
  totals: number[][];
  played?: number;
  carry?: Record<string, unknown>;
}

/**
 * A match in a pasted text: the names of its players by seat, and the number of its deals.
 */
export interface PastedMatch {
  names: string[];
  deals: number;
}

/**
 * A text with one or more deals; `deal` is the number of the deal to analyse, from 1, or 0 for the last one.
 *
 * An empty text, or the name of a game with its house rules, stands for a deal of that game without cards.
 */
export interface PastedText {
  text?: string;
  deal?: number;
}

/**
 * A payment by the player at the seat `payer` to the player at the seat `payee`.
 *
 * The amount is `units` units of 10^-decimals of the currency, for example cents if the currency has two decimals.
 */
export interface Payment {
  payer: number;
  payee: number;
  units: number;
}

/**
 * The request to continue a finished deal from one of its steps, at a table with computer players.
 *
 * A step is a log entry of the deal, such as a card. `step` is its index, from 0. `acts` are actions to take at this
 * step and after it, before the user continues. If `open_hands` is true, the user sees all hands.
 */
export interface PlayOn {
  step: number;
  acts?: readonly number[];
  open_hands?: boolean;
}

/**
 * The state of the trick play after the cards played.
 *
 * - `held` are the hands now, as bit masks of cards, by seat.
 * - `turn` is the seat whose card is to be played; null when all cards are played.
 * - `legal` has the cards that the seat `turn` may play, as a bit mask.
 * - `table` has the cards of the unfinished trick with their seats.
 * - `side` are the seats whose tricks are counted together.
 * - `taken` is the number of tricks that `side` has taken so far.
 * - `left` is the number of remaining tricks, the unfinished one included.
 */
export interface PlayState {
  held: number[];
  turn: number | null;
  legal: number;
  table: [number, number][];
  side: number[];
  taken: number;
  left: number;
}

/**
 * A deal as it was played at one table, for a comparison with other tables that played the same cards.
 *
 * - `table`: the id of the table.
 * - `seats`: the players by seat.
 * - `you`: the user's seat, null if the user did not play.
 * - `ended`: the time at which the match ended (wall clock, ms).
 * - `summary`: the deal with its result.
 */
export interface PlayedDeal {
  table: string;
  seats: MatchSeat[];
  you: number | null;
  ended: number;
  summary: DealSummary;
}

/**
 * A request to practise from a position, which is entered as text.
 *
 * If `open_hands` is true, the user sees all hands.
 */
export interface PlayedFrom {
  text?: string;
  deal?: number;
  open_hands?: boolean;
}

/**
 * A request to make a finished match private or public, and the response to it.
 *
 * If `private` is true, only the players and the owner of the match may see it.
 */
export interface Privacy {
  private: boolean;
}

/**
 * The request body of an answer to a problem.
 *
 * `answer` is the answer as text. `played` are the cards that the user has played after the answer.
 */
export interface ProblemAnswer {
  answer: string;
  played?: readonly string[];
}

/**
 * A card problem without its answer, as `prikup problems --json` prints it; cards are text.
 *
 * The question:
 *
 * - `id`: the id of the problem.
 * - `game`: the name of the game.
 * - `theme`: the name of the type of question.
 * - `asks`: the type of the answer, which is a card, a number of tricks, or the cards to discard.
 * - `you`: the seat of the user.
 * - `side`: the seats that pursue the `goal` together. All other seats pursue the opposite.
 * - `goal`: whether the side wants the most or the fewest tricks.
 * - `need`: the number of the side's tricks that decides, 0 if every trick counts.
 * - `source`: the publication from which the problem is taken, "" for our own problems.
 *
 * The cards:
 *
 * - `hands`: the hand of each seat, in a form such as `AK.Q..7`.
 * - `leader`: the seat that leads, or has led, the current trick.
 * - `trump`: a letter such as `S`, "" for no trumps.
 * - `follow`: whether a player who cannot follow suit must play a trump (`must_trump`) or any card (`free`).
 * - `ace_low`: true if the ace is the lowest card of its suit.
 * - `last`: a seat that always plays last to a trick, null if there is none.
 * - `table`, `lying`: the cards already played to the current trick; `lying` has the seats too.
 * - `legal`: the cards that the user may play or discard now.
 * - `discards`: the number of cards to discard, 0 if the question is not about a discard.
 * - `left`: the number of tricks to play.
 *
 * The difficulty:
 *
 * - `level`: the difficulty from 1 (easy) to 4, 0 for a published problem.
 * - `tries`: the number of attempts of all computer players together.
 * - `failed`: the number of failed attempts of each computer player.
 */
export interface ProblemRecord {
  id: string;
  asks: Asks;
  level: number;
  left: number;
  discards: number;
  legal: string[];
  lying: MoveRecord[];
  tries: number;
  game: string;
  theme: string;
  hands: string;
  you: number;
  leader: number;
  side: number[];
  trump: string;
  goal: Goal;
  follow: Follow;
  ace_low: boolean;
  last: number | null;
  table: string;
  need: number;
  failed: number[];
  source: string;
}

/**
 * The problems of one game with one theme (type of question) and one level of difficulty.
 *
 * `ids` are the ids of the problems, easy ones first.
 */
export interface ProblemSet {
  game: string;
  theme: string;
  level: number;
  ids: string[];
}

/**
 * The profile of a person with an account. It never shows whether the person is connected, or when they last were.
 *
 * - `name`: the name of the account.
 * - `since`: the day on which the person became a user of the server (`2026-11-29`, UTC).
 * - `ratings`: by game: the rating, half the width of its 95 % interval, the number of rated matches, and whether the
 *   rating is provisional (too little is known to compare it with others).
 * - `games`: what the person has played, in the order in which the games are offered.
 * - `matches`: the newest matches that the user may see, at most 20.
 * - `friend`: the person's relation to the user, such as `friend`.
 * - `voided`: on the user's own profile, the user's matches of all games that were declared void, the latest first; at
 *   most 20. On other profiles it is empty.
 */
export interface Profile {
  name: string;
  since: string;
  ratings: Record<string, [number, number, number, boolean]>;
  games: GameRecord[];
  matches: ProfileMatch[];
  friend: "asked" | "asking" | "blocked" | "friend" | "none" | "yourself";
  voided: VoidedMatch[];
}

/**
 * A finished match of a person, as their profile shows it.
 *
 * - `id`: the id of the match.
 * - `game`, `options`: the game, and the text of its house rules.
 * - `day`: the day on which the match ended (`2026-11-29`, UTC). The time of day is not shown to other people.
 * - `deals`: the number of finished deals.
 * - `seats`: the players; the names of people who hide theirs are "".
 * - `seat`: the person's seat.
 * - `sides`: the seats of each side.
 * - `settlement`: the points that each side won or lost, as exact text.
 * - `result`: `won`, `lost` or `even`, for the person.
 */
export interface ProfileMatch {
  id: string;
  game: string;
  options: string;
  day: string;
  deals: number;
  seats: MatchSeat[];
  seat: number;
  sides: number[][];
  settlement: string[];
  result: string;
}

/**
 * A person's rating in a game, and how it has changed.
 *
 * - `rating`, `error`, `matches`: as in `Leader`.
 * - `provisional`: whether too little is known to compare the rating with others.
 * - `places`: the first and the last place that the person may have among the leaders, null if the person is not a
 *   leader.
 * - `leaders`: the number of leaders.
 * - `points`: the rating after each match that counts, the oldest first; only some of them if there are over 500.
 */
export interface ProfileRating {
  rating: number;
  error: number;
  matches: number;
  provisional: boolean;
  places: [number, number] | null;
  leaders: number;
  points: [string, number, number][];
}

/**
 * The right answers of a problem, and what each possible answer leads to.
 *
 * - `answer`: the right answers, as text.
 * - `value`: the number of tricks that the problem's side takes from now on if everyone plays best.
 * - `each`: that number after each possible answer. For a problem that asks for a number, only the right answer is
 *   listed.
 */
export interface ProofRecord {
  answer: string[];
  value: number;
  each: Record<string, number>;
}

/**
 * The query of a request to end a browser's subscription; `endpoint` is the address of its push service.
 */
export interface PushEndpoint {
  endpoint: string;
}

/**
 * The content of a push message, from which the browser makes a sentence in `language`.
 *
 * `about` is the id of the table that the message is about, or another text, such as the name of a kind of match.
 * `game` is the name of the game, and `name` the name of another person, such as the friend who calls; both may be "".
 * The message has no card, no bid and no number of a score sheet. `kind` is `test` if the user only tries whether
 * messages arrive. `until` is the time after which the message is of no use (wall clock, ms).
 */
export interface PushMessage {
  kind: "found" | "friend" | "invited" | "seek" | "turn" | "voided" | "test";
  about: string;
  game: string;
  name: string;
  until: number;
  language: string;
}

/**
 * A decision of a player in a finished deal, shown as the table showed it, with only what the player saw then.
 *
 * - `table`: the message from which a client draws the match's table.
 * - `seats`: the message with the players at the table.
 * - `view`: the message with the deal as the player saw it before the action.
 * - `forbidden`: for each visible card that the player could not play, the rule that forbade it.
 */
export interface Question {
  table: WelcomeMessage;
  seats: SeatsMessage;
  view: UpdateMessage;
  forbidden: WhyMessage[];
}

/**
 * The fixed rating of a level of computer players: `rating`, and `error`, half the width of its 95 % interval.
 */
export interface RatedLevel {
  level: string;
  rating: number;
  error: number;
}

/**
 * The leaders of a game: the people with known ratings who have played a rated match within 90 days.
 *
 * A rating is known unless it is provisional, which means that too little is known to compare it with others.
 * Everybody gets the same leaders. People who do not show their profile to everybody are left out.
 *
 * - `leaders`: a page of the leaders, the best first.
 * - `number`: the number of all leaders.
 * - `next`: the cursor of the next page, "" on the last one.
 * - `bots`: the levels of computer players with a fixed rating, the strongest first.
 * - `you`: the user's own rating, null without a rated match in this game.
 * - `voided`: the user's matches of this game that were declared void, the latest first; at most 20.
 */
export interface RatingList {
  leaders: Leader[];
  number: number;
  next: string;
  bots: RatedLevel[];
  you: OwnRating | null;
  voided: VoidedMatch[];
}

/**
 * A request for a page of the list of a game's leaders, which are the people with the highest ratings.
 *
 * `game` is the name of the game. `cursor` is the `next` of the previous page, "" for the first page.
 */
export interface RatingSearch {
  game: string;
  cursor?: string;
}

/**
 * A step of an edit history that applies again the operation that was undone last.
 */
export interface Redo {
  type: "redo";
}

/**
 * The reply to an invalid request.
 *
 * `reason` is the message that tells why the request is invalid. Its text is among the messages of the game `game` or,
 * if `game` is "", among the messages common to all games.
 */
export interface RefusedRequest {
  type: "refused";
  reason: Reason;
  game: string;
}

/**
 * An operation that corrects the entry whose id is `id`.
 *
 * It replaces the contents by `what` and the note by `note`. `at` is the Unix time of the correction. The entry keeps
 * its position and its earlier versions.
 */
export interface Replace {
  type: "replace";
  id: string;
  at: number;
  what: EntryContent;
  note?: string;
}

/**
 * The current state of a scored match, with everything that the page shows.
 *
 * - `game`: the game with its house rules, for the number of players now at the table.
 * - `head`: the match without its entries.
 * - `rules`: the version of the game's rules that this computation used.
 * - `names` and `sizes`: the names of the players now at the table, in the order of the seats, and the numbers of
 *   players that the game allows.
 * - `past`: the earlier tables, before players joined or left, the oldest first.
 * - `sheet` and `entries`: the score sheet of the current table, and the list of entries.
 * - `over` and `stopped`: whether no more deals are needed, and whether the players broke off the match.
 * - `deal` and `dealer`: the number and the dealer of the next deal.
 * - `next` and `outlook`: facts to show before the next deal; `outlook` are those that the game itself supplies.
 * - `ending`: facts to show next to the settlement of a match that was broken off.
 * - `undo` and `redo`: whether there is an operation to undo, and one to redo.
 * - `whole`: the settlement rounded to whole numbers, by side; empty if it has no fractions.
 * - `payments`: the payments that settle the match. They are the fewest possible unless players are partners.
 * - `pairwise`: the payments if every two players settle with each other instead.
 * - `carried`: the values that a user must enter for a match begun on paper.
 * - `draft`: the deal that the user is entering, or null.
 * - `effect`: the effect of the step in the request (an edit, an undo or a redo), or null.
 * - `considered`: the entry that this step would add, if it lets a player join or leave the table; else null.
 * - `time_limit`: when the time of the match is over, and what follows then; null without a time limit, and once the
 *   match is over.
 *
 * Payments are in units of 10^-`head.decimals` of the currency, and empty while the price of a point is 0.
 */
export interface Reply {
  type: "scored";
  game: SheetSetup;
  head: Scoring;
  rules: number;
  names: string[];
  sizes: number[];
  past: Seating[];
  sheet: WrittenSheet;
  entries: ListedEntry[];
  over: boolean;
  stopped: boolean;
  deal: number;
  dealer: number;
  next: Reason[];
  outlook: Reason[];
  ending: Reason[];
  undo: boolean;
  redo: boolean;
  whole: number[];
  payments: Payment[];
  pairwise: Payment[];
  carried: PaperField[];
  draft: Draft | null;
  effect: EntryPreview | null;
  considered: EntryDescription | null;
  time_limit: TimeLimit | null;
}

/**
 * A request of the scoring page: a match, and the change that the user is preparing, if any.
 *
 * - `head`: the match before the first step.
 * - `steps`: all steps (edits, undos and redos) since then, in order.
 * - `task`: a deal that the user is entering, or null.
 * - `step`: a complete step that is to be previewed and not yet applied, or null.
 */
export interface Request {
  head: Scoring;
  steps?: readonly HistoryLine[];
  task?: EntryTask | null;
  step?: HistoryLine | null;
}

/**
 * The progress of the review of a deal, which finds the costs of decisions.
 *
 * - `state`: `none` if no review was requested, `waits` while other deals come first, `under-way` while the review is
 *   being computed, `done` when it is complete, and `failed` if the deal cannot be reviewed.
 * - `decisions`: the decisions evaluated so far, the worst first. It is empty unless the review is under way.
 * - `of`: the number of all decisions of the deal while the review is under way, otherwise 0.
 * - `review`: the complete review when it is done, null before.
 */
export interface ReviewProgress {
  state: "done" | "failed" | "none" | "under-way" | "waits";
  decisions?: DecisionRecord[];
  of?: number;
  review?: ReviewRecord | null;
}

/**
 * The review of a deal in JSON form.
 *
 * - `deal`: the number of the deal in the match, from 1.
 * - `version`: the version of the review program.
 * - `strongest`: the name of the strongest computer player.
 * - `seed`: the seed of the random samples of possible deals.
 * - `decisions`: the judgements of all decisions, in the order of the deal.
 * - `seats`: a summary for each seat.
 * - `games`: the number of games in which the strongest computer player played the deal in all seats.
 * - `parts`: the breakdown of the result, for each side.
 * - `course`: the value of the deal with all cards visible, before each card and at the end.
 */
export interface ReviewRecord {
  deal: number;
  version: number;
  strongest: string;
  seed: number;
  decisions: DecisionRecord[];
  seats: SeatRecord[];
  games: number;
  parts: Record<PartName, string>[];
  course: ValueRecord[];
}

/**
 * The summary of a deal's review (which finds the costs of decisions), as lists show it.
 *
 * All fields but `parts` have one entry per seat.
 *
 * - `decisions`: the number of evaluated decisions.
 * - `unsure`: the number of decisions that may or may not be mistakes.
 * - `mistakes`: the number of mistakes.
 * - `lost`: the points that the mistakes cost.
 * - `worst`: the costliest decision, as it is in the review, null for a seat without mistakes.
 * - `parts`: by side, the breakdown of the side's result into parts that add up.
 */
export interface ReviewSummary {
  decisions: number[];
  unsure: number[];
  mistakes: number[];
  lost: number[];
  worst: (MistakeRecord | null)[];
  parts: Record<PartName, string>[];
}

/**
 * A deal of a match with the summary of its review, which finds the costs of decisions.
 *
 * `review` is null if the deal has not been reviewed.
 */
export interface ReviewedDeal {
  summary: DealSummary;
  review: ReviewSummary | null;
}

/**
 * The results of a player in one role, such as declarer.
 *
 * `times` is the number of deals in this role, and `made` the number of deals in which the player succeeded, such as
 * contracts made (null if the role has nothing to succeed in). `points` is the average of the settlement points per
 * deal: what the player's side wins or loses.
 */
export interface RoleStatistics {
  role: Reason;
  times: number;
  made: number | null;
  points: Average;
}

/**
 * A deal of a match, with its results in that match and at the tables that have replayed it.
 *
 * - `match`: the id of the original match, "" if the user may not see that match.
 * - `deal`: the number of the deal in the match, from 1.
 * - `table`: the message from which a client draws one of these tables.
 * - `played`: the results. The original match comes first, unless the user may not see it. The others follow, the
 *   latest first.
 */
export interface SameDeal {
  match: string;
  deal: number;
  table: WelcomeMessage;
  played: PlayedDeal[];
}

/**
 * One entry of the list of a scored match, such as a deal, a manual correction or a note.
 *
 * - `id`: a text that identifies the entry and never changes.
 * - `at`: the Unix time, in seconds, at which the entry was made or last corrected.
 * - `what`: the contents of the entry, which depend on its type.
 * - `note`: a remark by the user, or "".
 * - `before`: the earlier versions of a corrected entry, the oldest first.
 */
export interface ScoreEntry {
  id: string;
  at: number;
  what: EntryContent;
  note?: string;
  before?: EntryVersion[];
}

/**
 * A match scored by hand: the list of its entries, and its head, which consists of all other fields.
 *
 * - `game` and `rules`: the name of the game, and the version of its rules when the match started.
 * - `options`: the house rules as text.
 * - `names`: the players' names, in the order of the seats.
 * - `dealer`: the seat of the first dealer.
 * - `at` and `place`: the Unix time at which the match started, and the place where it is played.
 * - `language`: the language of the players, such as `en`.
 * - `price` and `decimals`: the price of a point as a decimal number, and the number of decimals of the currency. With
 *   the price 0, no money is shown.
 * - `opening`: the state from which the match starts if its first deals were scored on paper, else null.
 * - `play_on`: whether the match continues after it has ended by the rules.
 * - `minutes`: the time limit, in minutes from `at` on, 0 for none. The players are told when it is over, but it does
 *   not end the match.
 * - `after`: what the players finish when these minutes are over: the current deal (`deal`), or the current round
 *   (`round`), in which each seat deals once.
 * - `entries`: the entries in order.
 */
export interface Scoring {
  game: string;
  rules: number;
  options: string;
  names: string[];
  dealer: number;
  at: number;
  language?: string;
  price?: string;
  decimals?: number;
  place?: string;
  opening?: PaperStart | null;
  play_on?: boolean;
  minutes?: number;
  after?: "deal" | "round";
  entries?: ScoreEntry[];
}

/**
 * The review of a seat in JSON form.
 *
 * - `lost`: the total cost of its mistakes in points.
 * - `worst`: the indices of the log entries with the costliest mistakes.
 * - `decisions`: the number of its decisions that are counted.
 * - `counts`: the number of its decisions by verdict.
 * - `doubtful`: the index of the log entry with the decision that may have cost most without being judged a mistake,
 *   null if there is no such decision.
 * - `possible_loss`: what that decision may have cost in points, otherwise 0.
 */
export interface SeatRecord {
  seat: number;
  lost: number;
  worst: number[];
  decisions: number;
  counts: Record<CountedVerdict, number>;
  doubtful: number | null;
  possible_loss: number;
}

/**
 * The state of a table just before a player joined or left.
 *
 * `game` is the game with its house rules, `names` are the players' names in the order of the seats, and `lines` are
 * the lines of the score sheet.
 */
export interface Seating {
  game: SheetSetup;
  names: string[];
  lines: Line[];
}

/**
 * The secret from the link in the first mail; it proves that the user can read mail to the address.
 */
export interface Secret {
  secret: string;
}

/**
 * New values of some of a user's settings, with the meanings of `UserSettings`; null leaves a setting unchanged.
 */
export interface SettingsChange {
  seen_by?: "friends" | "nobody" | null;
  profile?: "accounts" | "everybody" | "friends" | null;
  forced?: boolean | null;
}

/**
 * A deal opened from a link.
 *
 * - `record`: the deal with all its cards, step by step. It has no names, and belongs to no match.
 * - `sheet`: the score sheet after the deal, with no line of an earlier deal.
 * - `position`: the deal before the first lead as a line of text for the analysis, "" if no cards were played.
 * - `differs`: a message if today's rules score the deal differently than those under which it was played.
 */
export interface SharedDeal {
  record: DealRecord;
  sheet: SheetMessage;
  position: string;
  differs: Reason | null;
}

/**
 * A request to share with other phones the score sheet that one phone keeps of a match at a real table.
 *
 * `head` contains the settings and the first entries of the score sheet. `steps` are all changes of the score sheet
 * since then.
 */
export interface SharedMatch {
  head: Scoring;
  steps?: readonly HistoryLine[];
}

/**
 * A request for the state of a shared match, which may wait until the match changes.
 *
 * `after` is the number of steps (changes of the score sheet) that the phone already has. The host responds as soon as
 * the match has another number of steps, or after some seconds. With -1 it responds at once.
 */
export interface SharedSearch {
  after?: number;
}

/**
 * The current state of a match whose score sheet several phones share.
 *
 * `head` contains the settings and the first entries of the score sheet. `steps` are all changes of the score sheet
 * since then. `yours` is true for the user who started to share the match, and who may stop sharing it.
 */
export interface SharedSteps {
  head: Scoring;
  steps: HistoryLine[];
  yours: boolean;
}

/**
 * A game with its house rules, in the detail that a client needs to draw the score sheet.
 *
 * - `game`: the name of the game.
 * - `options` and `rules`: the house rules as short text, and the value of every house rule as text by its name.
 * - `sides`: the seats of each side; the seats of a side score together.
 * - `calls` and `columns`: the names of the calls, and those of the columns of the sheet.
 * - `presentation`: how a client draws the game.
 *
 * The fields are the same as in `WelcomeMessage`, the first message that a client receives at a table.
 */
export interface SheetSetup {
  game: string;
  options: string;
  rules: Record<string, string>;
  sides: number[][];
  calls: string[];
  columns: string[];
  presentation: Presentation;
}

/**
 * The problems that a user has solved.
 *
 * `solved` contains the id of each solved problem, mapped to true if the user's first attempt was right. `days` are
 * the dates, by the user's clock, whose problem of the day the user has solved.
 */
export interface SolvedProblems {
  solved?: Record<string, boolean>;
  days?: string[];
}

/**
 * The user's standing wishes (`StandingWish`), as the response to a request for them.
 *
 * - `wishes`: the wishes, in the order of the kinds of matches.
 * - `is_reachable`: true if the server can send the user push messages, because the user has allowed them in a
 *   browser.
 */
export interface StandingPage {
  wishes: StandingWish[];
  is_reachable: boolean;
}

/**
 * A user's wish to get a push message whenever another user looks for players for a certain kind of match.
 *
 * - `lane`: the name of the kind of match (one of `Bootstrap.lanes`).
 * - `days`: the days of the week on which the user may be called, 0 for Monday.
 * - `from_minute`, `to_minute`: the time of day at which the user may be called, in minutes since midnight. If the end
 *   is not after the beginning, it is on the next day.
 */
export interface StandingWish {
  lane: string;
  days: number[];
  from_minute: number;
  to_minute: number;
}

/**
 * A request to replace the user's standing wishes; there is at most one for each kind of match.
 *
 * `zone` is the user's time zone, such as `Asia/Yerevan`.
 */
export interface StandingWishes {
  wishes: readonly StandingWish[];
  zone: string;
}

/**
 * The statistics of a player in one game.
 *
 * `points` is the average of the settlement points per deal (what the player's side wins or loses), and `roles` has it
 * for each role, such as declarer. `lost` is the average number of points that mistakes gave away per reviewed deal (a
 * review evaluates each decision), and `decisions` has it for each phase of the deal. An average over too few deals is
 * left out.
 */
export interface Statistics {
  points: Average;
  roles: RoleStatistics[];
  lost: Average;
  decisions: DecisionStatistics[];
}

/**
 * The statistics of each game that has results to show, in the order in which the games are offered.
 */
export interface StatisticsPage {
  games: GameStatistics[];
}

/**
 * A filter for the statistics page.
 *
 * `game` and `preset` (a named set of house rules) select matches; "" selects all. `since` and `until` restrict the
 * user's own statistics to matches that ended in this period (wall clock, ms; null: no limit). They do not restrict
 * the statistics of the computer players.
 */
export interface StatisticsSearch {
  game?: string;
  preset?: string;
  since?: number | null;
  until?: number | null;
}

/**
 * The total number of steps (changes of the score sheet) of a shared match, including those just entered.
 */
export interface StepCount {
  steps: number;
}

/**
 * An entry that ends the match early, by agreement of the players. The current sheet is the result of the match.
 */
export interface StopEntry {
  type: "stop";
}

/**
 * The id of a browser's stored subscription to push messages.
 */
export interface SubscriptionId {
  id: string;
}

/**
 * The keys with which push messages to a browser are encrypted (`p256dh` and `auth` of Web Push), in base64url.
 */
export interface SubscriptionKeys {
  p256dh: string;
  auth: string;
}

/**
 * The public summary of a table, for lists of tables.
 *
 * - `id`: the id of the table.
 * - `game`: the name of the game.
 * - `options`: the text of the house rules.
 * - `stage`: the stage of the match, from `open` (before its start) to `over`.
 * - `deal`: the number of the current deal, from 1.
 * - `names`: the name in each seat, null for an empty seat and "" for a person without a name.
 * - `computers`: the seats of computer players, whose names clients transliterate into the script of the user's
 *   language.
 * - `turns`: the hours for each decision at a turn-based table (players answer within hours or days), 0 at any other
 *   table.
 *
 * Two fields say what a turn-based table waits for. They are set only in the lists of a user's own tables:
 *
 * - `your_turn`: true if the user has to act at the table.
 * - `due`: the time at which a computer player decides (wall clock, ms), null if the table waits for nobody.
 */
export interface TableSummary {
  id: string;
  game: string;
  options: string;
  stage: string;
  deal: number;
  names: (string | null)[];
  computers: number[];
  turns: number;
  your_turn: boolean;
  due: number | null;
}

/**
 * A ticket, which is a secret with which a signed-in client opens one WebSocket within the next 30 seconds.
 *
 * Unlike the token of a session, a ticket is valid only once.
 */
export interface Ticket {
  ticket: string;
}

/**
 * The time limit of a scored match.
 *
 * - `ends_at`: the Unix time, in seconds, at which the time of the match is over.
 * - `then`: what follows from that moment on. It is `last` if the current deal is the last one, `round` if more deals
 *   follow to complete the round, and `over` if the players have already finished what was left to play.
 */
export interface TimeLimit {
  ends_at: number;
  then: "last" | "over" | "round";
}

/**
 * A step of an edit history that undoes the last applied operation.
 */
export interface UndoStep {
  type: "undo";
}

/**
 * The reason why a text cannot be parsed, as a message for the user.
 *
 * `game` is the game whose terms the message uses, "" for terms common to all games. `line` is the line of the error,
 * 0 if it is unknown or the reason contains it.
 */
export interface UnreadableText {
  type: "unread";
  reason: Reason;
  game: string;
  line: number;
}

/**
 * The request body with the text of a file with matches.
 */
export interface UploadedFile {
  text: string;
}

/**
 * The log of a match that was played on a device.
 *
 * `log` is the text of the log, and `ended` the time at which the match ended on the device (wall clock, ms).
 */
export interface UploadedLog {
  log: string;
  ended: number;
}

/**
 * An entry in the user's list of blocked people.
 *
 * `id` identifies the entry. `name` is the name that the blocked person had when they were blocked. `at` is the time
 * of the block (wall clock, ms).
 */
export interface UserBlock {
  id: string;
  name: string;
  at: number;
}

/**
 * The settings of a user that the server stores.
 *
 * - `seen_by`: who sees whether the user is connected, and at which table they are: the user's `friends`, or `nobody`.
 * - `profile`: who sees the user's profile: `everybody`, signed-in users with an account (`accounts`), or the user's
 *   `friends`.
 * - `forced`: true if a turn-based table (players answer within hours or days) plays a card for the user at once if it
 *   is the only legal one. The other players can tell from this that the user had no choice.
 */
export interface UserSettings {
  seen_by: "friends" | "nobody";
  profile: "accounts" | "everybody" | "friends";
  forced: boolean;
}

/**
 * The value of a deal with all cards visible, before one of its log entries.
 *
 * `at` is the index of the entry, from 0. `points` is the value in points by side.
 */
export interface ValueRecord {
  at: number;
  points: number[];
}

/**
 * A rated match of the user that the operator has declared void. No rating follows from it any more.
 *
 * - `id`: the id of the match.
 * - `day`: the day on which the match ended (`2026-11-29`, UTC).
 * - `why`: the reason, in the words of the operator.
 */
export interface VoidedMatch {
  id: string;
  day: string;
  why: string;
}

/**
 * A turn-based table at which the user has to act.
 *
 * - `table`: the id of the table.
 * - `due`: the time at which a computer player decides for the user if the user has not acted (wall clock, ms).
 */
export interface WaitingTable {
  table: string;
  due: number;
}

/**
 * The people whom the host of an open table wants as players.
 *
 * - `accounts`: true if only owners of accounts may enter the table.
 * - `rating`: the lowest and the highest wanted rating, null for any. Clients show it; the table does not check it.
 * - `club`: the name of the club whose members are wanted, "" for anybody. Clients show it; the table does not check
 *   it.
 */
export interface WantedPlayers {
  accounts?: boolean;
  rating?: readonly [number, number] | null;
  club?: string;
}

/**
 * The people whom the host of an open table wants as players. The lobby shows this next to the table.
 *
 * - `accounts`: true if only owners of accounts may enter. The table itself checks this.
 * - `rating`: the lowest and the highest wanted rating, null for any. This is a wish that only clients show.
 * - `club`: the name of the club whose members are wanted, "" for anybody. This is a wish that only clients show.
 */
export interface Wants {
  accounts?: boolean;
  rating?: [number, number] | null;
  club?: string;
}

/**
 * A match in the lobby that anybody may watch. Its table was opened for anybody, or by quick pairing.
 *
 * - `deal`: the number of the current deal, from 1.
 *
 * The other fields are those of `LobbyRow`.
 */
export interface WatchRow {
  id: string;
  game: string;
  options: string;
  more: number;
  deal: number;
  seats: ([string, number | null] | null)[];
  keys: string[];
  computers: number[];
  rated: boolean;
  deals: number;
}

/**
 * The score sheet of a match.
 *
 * - `lines`: a line for each deal, with the reason for every number.
 * - `totals`: the sums of the numbers, by column, then by side.
 * - `settlement`: the points that each side has won or lost in all, as exact text such as `-1/3`.
 * - `winners`: the sides that have won, empty until the match is over.
 * - `taken_back`: always empty; at a table it has the deals in which an action was taken back.
 *
 * The fields are the same as in `SheetMessage`, in which a client receives the score sheet at a table.
 */
export interface WrittenSheet {
  lines: Line[];
  totals: number[][];
  settlement: string[];
  winners: number[];
  taken_back: number[];
}
