// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

import type { Deck, Line, Presentation, PrivateNote, Public, Reason, SeatAction, SeatsMessage, SheetMessage, UpdateMessage, WelcomeMessage, WhyMessage } from "./protocol";

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
 * A correction of the sheet by hand; the note of its entry gives the reason.
 */
export interface AdjustEntry {
  type: "adjust";
  amounts: Amount[];
}

/**
 * All house rules of a table, as text by name.
 *
 * `idle` are those without an effect there, each with the values of the other options that cause it.
 */
export interface AgreedRules {
  rules: Record<string, string>;
  idle: Record<string, Record<string, string>>;
}

/**
 * An amount that a user adds to a box of the sheet by hand.
 */
export interface Amount {
  column: string;
  side: number;
  amount: number;
}

/**
 * A contract of the game: its name, the goal of its play, and the tricks that make it.
 *
 * `alone`: each seat plays for itself; `sides` are the seats that play together, if any do.
 */
export interface AnalysedContract {
  name: string;
  goal: Goal;
  need: number | null;
  alone: boolean;
  sides: number[][];
}

/**
 * A deal as it was read, and its analysis.
 *
 * `text` is its line; it is number `deal` of the `deals` in the pasted text, from 1, counted through its `matches` in
 * order; a single deal has no match. `names` are those of its players, () if there are none. The fields of the deal
 * follow, with hands as masks by seat. `pack`, `tricks` (of a whole deal) and `contracts` are the game's. `fault` is
 * an impossible or missing part of the deal, in which case there is no `moment`, or says that no solver is installed.
 * Without a fault `worth` is null if no cards are left. `worth` is double dummy; `expected` is single dummy, for the
 * player whose turn it is: null if `known` does not request it, if no cards are left, or if time ran out.
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
 * An answer to the next question, combined with a player if the question after it asks for one.
 *
 * `answers` is the whole list of answers after choosing it.
 */
export interface AnswerPair {
  answer: FormAnswer;
  who: number | null;
  answers: FormAnswer[];
}

/**
 * The result of an answer, and the state after it and the cards played since.
 *
 * `right` concerns the answer alone. `holds`: the aim can still be reached; `comes_to` is the side's final number of
 * tricks if everyone plays best from here on, as in `rest`.
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
 * A question and its answer; `forced` if it was the only possible answer.
 */
export interface AnsweredQuestion {
  question: FormQuestion;
  answer: FormAnswer;
  forced: boolean;
}

/**
 * A new entry at the end of the list.
 */
export interface Append {
  type: "append";
  entry: ScoreEntry;
}

/**
 * The average of numbers by deal, as far as it may be told.
 *
 * `mean` is theirs, and `margin` what it may be off (95 %); both are null while deals are `missing`.
 */
export interface Average {
  deals: number;
  missing: number;
  mean: number | null;
  margin: number | null;
}

/**
 * The id of a shared match, which allows watching it, and the key, which allows entering steps.
 */
export interface BegunScore {
  id: string;
  key: string;
}

/**
 * The result of best play: bounds on the `tricks` of the side in the whole deal, (minimum, maximum).
 *
 * `cards` have the same kind of bounds, the best for the player to act first. `line` ends early if a limit was
 * reached; `nodes` is the number of nodes searched.
 */
export interface BestPlayValue {
  tricks: [number, number];
  cards: CardWorth[];
  line: LineStep[];
  nodes: number;
}

/**
 * All data that a page needs before it shows anything.
 *
 * `me` is the signed-in user, or null; `tables` are the unfinished tables at which the user sits or which they own,
 * the newest first, at most 20; `guest_days` is the number of days after which an absent guest is deleted together
 * with their unfinished tables (0: never); `games` are all games, if the page requested them. `here`: the server also
 * provides the engine, with which a browser can host tables when the server is unreachable.
 */
export interface Bootstrap {
  me: Me | null;
  tables: TableSummary[];
  guest_days: number;
  games: CatalogueGame[];
  here?: boolean;
}

/**
 * The parts of a page's start that it may do without: `games` is the list of games.
 */
export interface BootstrapSearch {
  games?: boolean;
}

/**
 * A card that may be played now, and bounds on the tricks of the side in the whole deal: (minimum, maximum).
 */
export interface CardWorth {
  card: number;
  tricks: [number, number];
}

/**
 * A game.
 *
 * `presets` are all house rules as text, by the preset's name (the first is the default); `seats` is the minimum and
 * maximum number over the house rules; `presentation` describes how a client draws the game; `coach`: the game has a
 * first deal with a coach.
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
 * One house rule.
 *
 * `values` are all possible values as text; those of a bounded number are within its `bounds` and are multiples of
 * `step`. `touches` says whether the option changes the play of the cards, the score sheet or the course of the match.
 * It has no effect if all other options named in one of the cases in `silenced` have one of the values listed there.
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
 * The first question of words in a deal, already answered, whose answer can still be changed.
 *
 * `pairs` are its possible answers, each with the player asked for next, if any; `chosen` is the index of the given
 * one; `covers` are the indices of the answers in the draft that it stands for.
 */
export interface ChoiceGrid {
  question: ChoiceQuestion;
  asks_who: ChoiceQuestion | null;
  pairs: AnswerPair[];
  chosen: number;
  covers: number[];
}

/**
 * A question with a list of answers: seats, sides of the table, yes and no, or words.
 *
 * A word is shown by the message `outcome-WORD`, with the numbers of `ask` as its arguments, or unchanged if there is
 * no such message. `usual` is the default that a page may assume until the user answers (null: the page must ask).
 */
export interface ChoiceQuestion {
  ask: Reason;
  answers: FormAnswer[];
  kind: "seat" | "side" | "word" | "yes";
  usual: FormAnswer | null;
}

/**
 * A possible action of a decision, in points of the seat's side; `all_seen` is its double-dummy value, if known.
 */
export interface ChoiceRecord {
  does: number[];
  points: number;
  behind: number;
  error: number;
  all_seen?: number;
}

/**
 * The name and the password of an account.
 */
export interface Credentials {
  name: string;
  password: string;
}

/**
 * A deal that was played: its outcome as plain values.
 */
export interface DealEntry {
  type: "deal";
  outcome: Record<string, unknown>;
}

/**
 * The complete state of a deal: public part, hands as masks by seat, notes by seat, stock.
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
 * `summary` is as in the match; `deck` is the dealt deck, with all inputs of its shuffle; the indices of `steps` are
 * those used in its review.
 */
export interface DealRecord {
  table: WelcomeMessage;
  seats: MatchSeat[];
  summary: DealSummary;
  deck: Deck;
  steps: DealStep[];
  end: DealPosition;
}

/**
 * A log entry of a deal, with the position before it.
 *
 * `moved` is the action and its seat, null for an agreement on the end; `did` describes it.
 */
export interface DealStep {
  before: DealPosition;
  moved: SeatAction | null;
  did: Reason[];
}

/**
 * A deal of a finished match.
 *
 * `deal` is its number in the match, from 1, void deals included; it is used in addresses. `line` is its line on the
 * score sheet, `facts` are its headline, `settlement` is the change of the settlement, by side. `taken_back`: the only
 * person at the table took back an action in it, so it does not count elsewhere. `played`: cards were played.
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
 * A change of the next dealer, because players changed seats or a turn was skipped.
 */
export interface Dealer {
  type: "dealer";
  seat: number;
}

/**
 * The judgement of a decision. One without alternatives has only the fields that are always present.
 *
 * `possible_loss` is the largest loss that the worlds cannot rule out, of a decision that is not judged a mistake;
 * `outlook` says how often the chosen call and the better one are made.
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
 * The decisions of a kind in the reviewed deals, the mistakes among them, and the points lost by them a deal.
 */
export interface DecisionStatistics {
  phase: string;
  decisions: number;
  mistakes: number;
  lost: Average;
}

/**
 * The deletion of an entry.
 */
export interface Delete {
  type: "delete";
  id: string;
}

/**
 * A partly or fully filled form.
 *
 * `answers` are the accepted answers, assumed ones included; `refused` is the reason why the next one was rejected.
 * `pairs` are the answers to a question of words, combined with those to the question after it if that asks for a
 * player or a side. `grid` is the first such question, once it is answered. When no question is left, `what` is the
 * entry and `preview_step` what it would do.
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
 * An earlier version of a corrected entry, with the time it was written.
 */
export interface EarlierVersion {
  at: number;
  told: EntryDescription;
}

/**
 * One difference between two versions of a list.
 *
 * `what` is one of: `number`, the amount that an entry writes in a box (`column` and `side`); `flag`, set or removed;
 * `dealer`, the dealer of an entry; and at the end of the list `total`, the total of a box, `winners`, or `next`, the
 * next dealer. `entry` is the position of the entry in the new list, from 1; `deal` is its deal number.
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
 * The effect of a decision on one side, in points, and its standard error.
 */
export interface EffectRecord {
  points: number;
  error: number;
}

/**
 * Steps entered by a phone with a key; `known` is the number of steps that the phone has seen before.
 */
export interface EnteredSteps {
  key: string;
  known: number;
  steps: readonly HistoryLine[];
}

/**
 * The contents of an entry: the result of a deal in sentences, or the fields of another kind of entry.
 *
 * `amounts` are those of a correction, or the starting numbers of a player who joins; `share` is the settlement of one
 * who leaves, and `payments` are who pays whom then, by the seats before, in units of 10^-`decimals`. An outcome that
 * the current rules cannot interpret is not `readable`.
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
 * The effect of a step: the line it would write, its changes elsewhere, or the `flag` that forbids it.
 */
export interface EntryPreview {
  flag: Reason | null;
  line: Line | null;
  changes: EditEffect[];
}

/**
 * A deal or a fault being entered, and its position: at the end, before an entry, or replacing it.
 *
 * `answers` are the answers to the form's questions that have more than one possible answer. With `assume`, a question
 * with a default answer is skipped.
 */
export interface EntryTask {
  answers?: readonly FormAnswer[];
  fault?: boolean;
  how?: "append" | "insert" | "replace";
  entry?: string;
  assume?: boolean;
}

/**
 * An earlier version of an entry that was corrected, with the time it was written.
 */
export interface EntryVersion {
  at: number;
  what: EntryContent;
  note?: string;
}

/**
 * The body of every error response.
 *
 * If a proof of work would help, `puzzle` is the text that the proof must begin with.
 */
export interface ErrorBody {
  reason: Reason;
  puzzle?: string;
}

/**
 * A card that may be played now, and the expected tricks of the side in the whole deal.
 *
 * `behind` is the loss against the best card, `error` its standard error, 0 if every deal was evaluated. `made` is the
 * number of deals in which the contract is made; null if it cannot be made or lost.
 */
export interface ExpectedCard {
  card: number;
  tricks: number;
  behind: number;
  error: number;
  made: number | null;
}

/**
 * The `cards` that the `seat` may play now, with their expected tricks, the best first.
 *
 * `worlds` is the number of deals evaluated; `every`: these are all possible ones, otherwise they were sampled;
 * `likely`: by the probabilities that follow from the other players' calls and cards.
 */
export interface ExpectedTricks {
  seat: number;
  worlds: number;
  every: boolean;
  likely: boolean;
  cards: ExpectedCard[];
}

/**
 * A deal with an irregularity, a misdeal or a revoke: the resulting outcome as plain values.
 */
export interface Fault {
  type: "fault";
  outcome: Record<string, unknown>;
}

/**
 * The statistics of a game: the user's own (null: none), and those of computer players by level.
 */
export interface GameStatistics {
  game: string;
  you: Statistics | null;
  levels: LevelStatistics[];
}

/**
 * A change of house rules, names, price …: each field that is set replaces the old value.
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
}

/**
 * A new entry before an existing one.
 */
export interface Insert {
  type: "insert";
  before: string;
  entry: ScoreEntry;
}

/**
 * A player joins the table at a seat; the players from that seat on move up by one.
 */
export interface Join {
  type: "join";
  seat: number;
  name: string;
}

/**
 * The proof that makes a device known to an account.
 */
export interface KnownDevice {
  device: string;
}

/**
 * A player leaves the table; the players after that seat move down by one.
 */
export interface Leave {
  type: "leave";
  seat: number;
}

/**
 * The password of an account to be deleted; "" for a guest.
 */
export interface Leaving {
  password?: string;
}

/**
 * The statistics of the computer players of a level in a game, without private matches.
 */
export interface LevelStatistics {
  level: string;
  statistics: Statistics;
}

/**
 * A card of the line of best play: its seat, and the tricks of the side in the whole deal after it.
 */
export interface LineStep {
  seat: number;
  card: number;
  tricks: number;
}

/**
 * The choice of a user to hide their name from readers of a match link who did not play in the match.
 */
export interface LinkPrivacy {
  hide_name: boolean;
}

/**
 * An entry of the list.
 *
 * `seating` is the table at which it was made: an index into `Reply.past`, or the number of past tables for the
 * current one. `line` is the index of its line on the sheet of that table (null: it wrote nothing); `deal` is its deal
 * number and `dealer` its dealer, null unless it is a deal. `totals` are the totals after it. `flag` and `dealers` are
 * those of the replay.
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
 * A match in a file, by its index from 0, and the seat of the importing user.
 */
export interface MatchChoice {
  text: string;
  match: number;
  seat: number;
}

/**
 * A match in a file: its finished deals, the number of its decks, and how many were shuffled and are right.
 *
 * `differs` are statements of the file that differ from the rules; `fault` is why replaying by today's rules stopped
 * before the end of the file.
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
 * A page of a list of matches, the latest first: `next` is the cursor of the following page, "" for none.
 *
 * `total` is the number of all matches that fit the filter.
 */
export interface MatchPage {
  matches: MatchSummary[];
  next: string;
  total: number;
}

/**
 * A finished match.
 *
 * `table` and `sheet` are as at its table; `ended` is the wall clock in milliseconds; `you` is the user's seat, and
 * `host` whether they may make it private. `course` is the settlement after each deal, by side. `unverified`: it was
 * played on a user's own device and uploaded; `imported`: it was imported from a file.
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
}

/**
 * A filter, and a page of the matches that fit it: `cursor` is the `next` of the previous page.
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
 * `name` is the player's name at the time, "" for a person who had none, hides it in links, or is `deleted`. `level`
 * is that of a computer player, "" for a person.
 */
export interface MatchSeat {
  name: string;
  level?: string;
  deleted?: boolean;
}

/**
 * A finished match in the list of a user who played it.
 *
 * `ended` is the wall clock in milliseconds; `seats` is by seat, `you` is the user's seat; `sides` are the seats that
 * score together. `settlement` is by side, `course` is that of the user's side after each deal. `reviewed` is the
 * number of reviewed deals, `mistakes` that of the user's mistakes in them. `unverified`: it was played on a user's
 * own device and uploaded; `imported`: it was imported from a file.
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
 * The signed-in user. Only programs get the `token`: a browser stores it as a cookie that no script can read.
 */
export interface Me {
  id: string;
  name: string;
  guest: boolean;
  token?: string;
}

/**
 * A mistake in the summary of a review: a decision without its choices, which always has a loss.
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
 * The move of an entry to a place before another one, or to the end of the list (null).
 */
export interface Move {
  type: "move";
  id: string;
  before?: string | null;
}

/**
 * A card, as text, and the seat that played it.
 */
export interface MoveRecord {
  seat: number;
  card: string;
}

/**
 * The name of a new guest ("": none yet), and the solution of a puzzle if the server has sent one.
 */
export interface NewGuest {
  name?: string;
  proof?: string;
}

/**
 * The display name of a user; "" for a guest without one.
 */
export interface NewName {
  name?: string;
}

/**
 * The old and the new password of an account.
 */
export interface NewPassword {
  old: string;
  new: string;
}

/**
 * A request to open a table.
 *
 * `options` are house rules as text; `away_s` is how long the table waits for a disconnected player, in seconds;
 * `clock` is the bank and the increment in milliseconds; `spectators` may watch, each deal only after its end if the
 * table is `delayed`; `deals` > 0 ends the match after that number; `bots`: computer players take all other seats, and
 * the match starts at once. `coach`: play the first deal of the game's coach, with the coach's settings instead of
 * these.
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
}

/**
 * A line of text and nothing else.
 */
export interface NoteEntry {
  type: "note";
  text: string;
}

/**
 * A question for a number; both bounds are inclusive.
 *
 * If it is one of several numbers with a fixed sum, `of` is that sum and `taken` the total of the numbers before it.
 */
export interface NumberQuestion {
  ask: Reason;
  low: number;
  high: number;
  taken: number;
  of: number | null;
}

/**
 * The id of the table that was opened.
 */
export interface OpenedTable {
  id: string;
}

/**
 * A game, and its house rules as a text.
 */
export interface OptionsSearch {
  game: string;
  options?: string;
}

/**
 * A field that a match continued from paper must supply.
 *
 * It is one number, several numbers, some players, or some words for each player.
 */
export interface PaperField {
  name: string;
  kind: "number" | "numbers" | "seats" | "words";
  many: number;
  words: string[];
}

/**
 * The starting state of a match continued from paper.
 *
 * `totals` are the current boxes (by column, then by side), `played` is the number of deals that counted, and `carry`
 * are the fields of the state carried from deal to deal, by name.
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
 * A text with one or more positions; `deal` is the number of the one to analyse, from 1, 0 for the last.
 *
 * An empty text, or the name of a game with its house rules, is a deal of that game without cards.
 */
export interface PastedText {
  text?: string;
  deal?: number;
}

/**
 * A payment by one player to another, in units of the currency.
 */
export interface Payment {
  payer: number;
  payee: number;
  units: number;
}

/**
 * A person, by their id at a table (`Person.id`, `ChatMessage.id`).
 */
export interface PersonAtTable {
  table: string;
  person: string;
}

/**
 * The step of a deal, from 0, from which a user continues it.
 *
 * `acts` are entered first (none: the user acts). `open_hands`: the user sees all hands.
 */
export interface PlayOn {
  step: number;
  acts?: readonly number[];
  open_hands?: boolean;
}

/**
 * The position after the cards played.
 *
 * `held` are the hands now, as masks; `turn` is null when all cards are played, and `legal` is the mask of its legal
 * cards. `table` are the cards of the unfinished trick with their seats; `taken` are the tricks of the `side` so far;
 * `left` are those remaining, with the unfinished one.
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
 * A deal as played at a table: its players, its result, and when that match ended (wall clock, ms).
 *
 * `you` is the user's seat.
 */
export interface PlayedDeal {
  table: string;
  seats: MatchSeat[];
  you: number | null;
  ended: number;
  summary: DealSummary;
}

/**
 * A position to practise; `open_hands`: all hands are visible to the player.
 */
export interface PlayedFrom {
  text?: string;
  deal?: number;
  open_hands?: boolean;
}

/**
 * A request to make a match private to its players and its owner, or public again.
 */
export interface Privacy {
  private: boolean;
}

/**
 * An answer to a problem, and the cards that its solver has played since.
 */
export interface ProblemAnswer {
  answer: string;
  played?: readonly string[];
}

/**
 * A problem without its answer; cards are text, as in `prikup problems --json`.
 *
 * `hands` are by seat, for example `AK.Q..7`; `trump` is a letter such as `S`, "" for none; `last` is a seat that
 * always plays last. `lying` are the cards of the current trick, `discards` is the number of cards to discard, `left`
 * the number of tricks to play. Of `tries` attempts by computer players, `failed` went wrong, by player.
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
 * The ids of a game's problems with one theme and one level, easy ones first.
 */
export interface ProblemSet {
  game: string;
  theme: string;
  level: number;
  ids: string[];
}

/**
 * The right answers of a problem, and the side's number of tricks after each answer.
 */
export interface ProofRecord {
  answer: string[];
  value: number;
  each: Record<string, number>;
}

/**
 * A decision of a player in a finished deal, in the messages of a table: only what that player saw then.
 *
 * `seats` are the people at the table, `view` is the player's view before the action; `forbidden` gives the reason for
 * each card in view that could not be played.
 */
export interface Question {
  table: WelcomeMessage;
  seats: SeatsMessage;
  view: UpdateMessage;
  forbidden: WhyMessage[];
}

/**
 * A step forward, to the list before an `UndoStep`.
 */
export interface Redo {
  type: "redo";
}

/**
 * The reason why the request is invalid.
 *
 * Its message is in the messages of `game`, or in the common ones if `game` is "".
 */
export interface RefusedRequest {
  type: "refused";
  reason: Reason;
  game: string;
}

/**
 * New contents of an entry, which keeps its position and is marked as corrected.
 */
export interface Replace {
  type: "replace";
  id: string;
  at: number;
  what: EntryContent;
  note?: string;
}

/**
 * The current state of a match.
 *
 * `head` is the list without its entries, `rules` the version of the rules used. `names` are the players now at the
 * table, `sizes` the possible numbers of players, and `past` the past tables, the oldest first. `next` and `outlook`
 * are shown before the next deal; `ending` is shown next to the settlement of a match that was broken off. `whole` is
 * the settlement in whole numbers, if that differs; `payments` are the fewest payments and `pairwise` those between
 * every two players, in units of the currency; both are empty while a point has no price.
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
}

/**
 * A match, and the change being prepared: a deal being entered, or a step not applied yet.
 */
export interface Request {
  head: Scoring;
  steps?: readonly HistoryLine[];
  task?: EntryTask | null;
  step?: HistoryLine | null;
}

/**
 * The progress of the review of a deal.
 *
 * `none`: it was not requested. `waits`: other deals come first. `under-way`: `decisions` are those evaluated so far,
 * the worst first, `of` is their final number. `done`: `review` is the complete review. `failed`: it cannot be
 * reviewed.
 */
export interface ReviewProgress {
  state: "done" | "failed" | "none" | "under-way" | "waits";
  decisions?: DecisionRecord[];
  of?: number;
  review?: ReviewRecord | null;
}

/**
 * The review of a deal; `games` is how often the strongest player played it in all seats.
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
 * The summary of a review, as lists show it.
 *
 * `decisions` is the number of evaluated decisions of each seat, `unsure` that of the ones still uncertain; `mistakes`
 * and `lost` are the number of each seat's mistakes and the points they cost; `worst` is each seat's
 * costliest mistake, null for a seat without mistakes.
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
 * A deal of a match with the summary of its review, null if it has none.
 */
export interface ReviewedDeal {
  summary: DealSummary;
  review: ReviewSummary | null;
}

/**
 * The number of times that a player had a role and that it came off (null: it cannot), and the points of a deal.
 */
export interface RoleStatistics {
  role: Reason;
  times: number;
  made: number | null;
  points: Average;
}

/**
 * A deal of a match, with its results there and at the tables that have replayed it.
 *
 * `played` begins with that match, then the latest first; if the user may not see the match, `match` is "" and it is
 * not included. `table` is as at any of these tables.
 */
export interface SameDeal {
  match: string;
  deal: number;
  table: WelcomeMessage;
  played: PlayedDeal[];
}

/**
 * One entry of the list.
 *
 * `id` never changes; `at` is the time of writing or of the last correction; `before` are the earlier versions, the
 * oldest first.
 */
export interface ScoreEntry {
  id: string;
  at: number;
  what: EntryContent;
  note?: string;
  before?: EntryVersion[];
}

/**
 * A scored match: its head, and the list of its entries.
 *
 * `rules` is the version of the game's rules at its start and `options` the text of its house rules; `names` are by
 * seat, and `dealer` deals first. `price` is the price of a point, a decimal number, and `decimals` the number of
 * decimals of the currency; with the price 0, no money is shown. `play_on`: the match continues after its end under
 * the rules. `language` is the language of the players, `place` where they play, `at` the time of the start.
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
  entries?: ScoreEntry[];
}

/**
 * The review of a seat.
 *
 * `counts` are its decisions by verdict, `worst` the entries of its costliest mistakes, and `doubtful` that of the
 * decision not judged a mistake that may have cost most.
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
 * A past table, before a player joined or left: the game, the players, and the lines of its sheet.
 */
export interface Seating {
  game: SheetSetup;
  names: string[];
  lines: Line[];
}

/**
 * A match at a real table: its head, and the steps entered since.
 */
export interface SharedMatch {
  head: Scoring;
  steps?: readonly HistoryLine[];
}

/**
 * The number of steps that a phone has: the response waits until there are others (-1: it does not wait).
 */
export interface SharedSearch {
  after?: number;
}

/**
 * The current state of a shared match; `yours`: the reader started it, and may end it.
 */
export interface SharedSteps {
  head: Scoring;
  steps: HistoryLine[];
  yours: boolean;
}

/**
 * A game with its house rules, as far as a client draws its sheet; fields are named as in `WelcomeMessage`.
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
 * `solved` maps problem ids to whether the first attempt was right; `days` are the dates, by the user's clock, whose
 * problem of the day is solved.
 */
export interface SolvedProblems {
  solved?: Record<string, boolean>;
  days?: string[];
}

/**
 * The statistics of a player in one game.
 *
 * `points` are those of a deal, in points of the settlement, and `roles` the same by role; `lost` are those that
 * mistakes gave away in a deal, over the deals that were reviewed, and `decisions` the same by kind.
 */
export interface Statistics {
  points: Average;
  roles: RoleStatistics[];
  lost: Average;
  decisions: DecisionStatistics[];
}

/**
 * The statistics of all games that have any, in the order in which games are offered.
 */
export interface StatisticsPage {
  games: GameStatistics[];
}

/**
 * A filter of statistics by game and preset, and of the user's own by time (wall clock, ms).
 */
export interface StatisticsSearch {
  game?: string;
  preset?: string;
  since?: number | null;
  until?: number | null;
}

/**
 * The total number of steps of a shared match.
 */
export interface StepCount {
  steps: number;
}

/**
 * The end of a match that the players break off: it is settled in its current state.
 */
export interface StopEntry {
  type: "stop";
}

/**
 * The public summary of a table.
 *
 * `deal` counts from 1; `names` are by seat, null for an empty seat, "" for a person who gave none; `computers` are
 * the seats of computer players, whose names clients transliterate into the reader's script.
 */
export interface TableSummary {
  id: string;
  game: string;
  options: string;
  stage: string;
  deal: number;
  names: (string | null)[];
  computers: number[];
}

/**
 * A ticket, which opens one WebSocket within 30 seconds.
 */
export interface Ticket {
  ticket: string;
}

/**
 * A step back to the list before the last operation.
 */
export interface UndoStep {
  type: "undo";
}

/**
 * The reason why a text cannot be read.
 *
 * `game` is the game whose terms the message uses, "" for the common ones; `line` is the line of the error, 0 if the
 * reason contains it.
 */
export interface UnreadableText {
  type: "unread";
  reason: Reason;
  game: string;
  line: number;
}

/**
 * The text of a file with matches.
 */
export interface UploadedFile {
  text: string;
}

/**
 * The log of a match that was played on a device, and when it ended there (wall clock, ms).
 */
export interface UploadedLog {
  log: string;
  ended: number;
}

/**
 * A block of a user: its id, the blocked person's name at the time, and when (wall clock, ms).
 */
export interface UserBlock {
  id: string;
  name: string;
  at: number;
}

/**
 * The double-dummy value before an entry of a deal, in points by side.
 */
export interface ValueRecord {
  at: number;
  points: number[];
}

/**
 * The sheet, in the form in which a table shows it.
 */
export interface WrittenSheet {
  lines: Line[];
  totals: number[][];
  settlement: string[];
  winners: number[];
  taken_back: number[];
}
