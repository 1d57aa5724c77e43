// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

/**
 * A message of a client.
 */
export type Sent = Act | Why | Hint | Propose | Answer | Sit | Stand | Fill | Start | Hash | Entropy | Cut | Next | Chat | Rematch;

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
 * Say that the sheet has been read, and the next deal may begin.
 */
export interface Next {
  type: "next";
}

/**
 * Ask the others to agree.
 *
 * To a split of the remaining tricks (`claim`, `won` by seat), to giving the deal up for one's side (`concede`), to
 * taking the last own action back (`undo`), to the end of the match (`stop`), or to a computer player in the `seat` of
 * an absent player (`replace`).
 */
export interface Propose {
  type: "propose";
  id: string;
  what: "claim" | "concede" | "replace" | "stop" | "undo";
  won?: number[];
  seat?: number | null;
}

/**
 * Open a table like this one after the match; all are told its id.
 */
export interface Rematch {
  type: "rematch";
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
 */
export interface Start {
  type: "start";
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
export type Told = Welcome | Seats | Update | Sheet | Sealed | Opened | Receipt | Refused | Wondered | Hinted | Chatted | Goodbye;

/**
 * The state of an auction, with `turn` to speak.
 *
 * A player who passes is out of it; `live` are the others, in speaking order. `high` is the standing bid, null before
 * the first, and `holder` the seat that made it.
 */
export interface Auction {
  turn: number;
  live: number[];
  high: number | null;
  holder: number | null;
}

/**
 * A sheet of one paper a player.
 *
 * The column `middle` between those held on the neighbours on either side, and above them an open triangle for each
 * point that the column `triangles` went up, crossed out for each that it went down.
 */
export interface BoxesSheet {
  type: "boxes";
  middle: string;
  triangles: string;
}

/**
 * A message of the chat; `seat` is null for a spectator.
 */
export interface Chatted {
  type: "chatted";
  seat: number | null;
  name: string;
  text: string;
  preset: string;
}

/**
 * The time that is left on the clocks by seat, in milliseconds, and the seats whose clocks run.
 */
export interface Clock {
  left: number[];
  runs: number[];
}

/**
 * A debt of `count` cards that `giver` owes to `receiver`.
 */
export interface Debt {
  giver: number;
  receiver: number | null;
  count: number;
}

/**
 * A deck after its deal, with everything that made it (`prikup.history.shuffle`).
 *
 * `refused` is the key of the rule that refused it.
 */
export interface Deck {
  deal: number;
  attempt: number;
  seed: string;
  entropy: string[];
  cut: number;
  deck: number[];
  refused: string;
}

/**
 * One number written on the sheet, and why.
 */
export interface Entry {
  column: string;
  side: number;
  amount: number;
  reason: Reason;
}

/**
 * The debts that are still open, the first of them being paid now.
 */
export interface Exchange {
  queue: Debt[];
}

/**
 * The knowledge of one receiver: `hand` is the mask of their cards, `notes` are what only they know. A
 * spectator's `seat` is null. A mask is below 2 ** 52 and exact, but `&` and `>>` of JavaScript cut it to 32 bits.
 */
export interface GameView {
  seat: number | null;
  public: Public;
  hand: number;
  notes: Note[];
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
 * `plan` is what to do now: one action, or two cards to be laid away; `worth` are the plans that were thought of, the
 * best first: none where only a rule of thumb was asked.
 */
export interface Hinted {
  type: "hint";
  n: number;
  plan: number[];
  worth: Worth[];
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
 * An action of a seat; `act` is null where the receiver may not know it.
 */
export interface Moved {
  seat: number;
  act: number | null;
}

/**
 * One thing that a seat privately knows: its sealed bid, its discard, a card taken, given or got.
 *
 * `seat` is the other party (the giver of a card got, the receiver of a card given), otherwise the seat itself.
 */
export interface Note {
  kind: "bid" | "discarded" | "gave" | "got" | "took";
  seat: number;
  action: number;
}

/**
 * The decks of finished deals and refused ones: all of them after connecting, the new ones later.
 */
export interface Opened {
  type: "opened";
  decks: Deck[];
}

/**
 * The order of strength of the cards: the trump suit (null: no trump), and whether the ace is the lowest card.
 */
export interface Order {
  trump: number | null;
  ace_low: boolean;
}

/**
 * A person or a computer player on a seat.
 *
 * `level` is that of the computer player that plays for the seat now ("" for a person); `here`: connected; `owner`:
 * the seat is a person's, who may have it back from the computer player.
 */
export interface Person {
  name: string;
  level: string;
  here: boolean;
  owner: boolean;
}

/**
 * A sheet that is drawn as a table: a row for each deal, a column for each box.
 */
export interface PlainSheet {
  type: "plain";
}

/**
 * The way in which a client draws a game. Nothing here changes what may be done.
 *
 * `front` are the options that stand in front when a table is set up, in that order, each with the values that are
 * offered of a bounded number (empty: all values of the option). `keys` are the letters that stand for a call, by the
 * call's name; `quiet` are the calls that decline. `suits` are the suits (`S`, `C`, `D`, `H`) that calls are drawn
 * with, by the call's name. `neighbours` are the columns in which a player writes on another one, with the number of
 * seats to the left of that other one (-1: on the right). `unused` are the columns in which nothing is written under
 * some rules: by column, the options and the values that they all must have. `plated` are the facts of a seat, by the
 * key of their Reason, that a client may show beside that seat. `aloud` are the calls by which a sealed bid may be
 * said instead of laid; a game with sealed bids names them. `stock_waits` are the phases in which the stock still
 * waits for the player who will take it. `hand` is the number of cards that each player is dealt, where a client may
 * draw them face down; 0 where it may not.
 */
export interface Presentation {
  sheet: PlainSheet | PulyaSheet | BoxesSheet | RaceSheet;
  front: Record<string, string[]>;
  keys: Record<string, string>;
  quiet: string[];
  suits: Record<string, string>;
  neighbours: Record<string, number>;
  unused: Record<string, Record<string, string>>;
  plated: string[];
  aloud: string[];
  stock_waits: string[];
  hand: number;
}

/**
 * A question to the table; `waits` are the seats that have not answered yet.
 */
export interface Proposal {
  number: number;
  what: "claim" | "concede" | "replace" | "stop" | "undo";
  by: number;
  won: number[];
  seat: number | null;
  waits: number[];
}

/**
 * The part of a View that everybody at the table sees: eight fields that every game has, and those of games
 * (left out where the game has none of that name).
 *
 * `turn` is the seat whose cards are to be played, `actor` the one who decides; `shown` are the cards lying face up, a
 * mask by seat (bit 13 * suit + rank); `match` is how things stood as the deal began; `said` is everything said so far
 * and every card turned up.
 */
export interface Public {
  phase: string;
  turn: number | null;
  actor: number | null;
  dealer: number;
  shown: number[];
  match: Standing;
  said: Said[];
  tricks: Tricks | null;
  announcer?: number;
  auction?: Auction;
  comers?: number[];
  conceded?: boolean;
  contract?: number | "nolo" | "rami" | "sooli" | null;
  declarer?: number | null;
  exchange?: Exchange | null;
  exchanged?: Debt[];
  kitty?: number;
  laid?: number;
  level?: number;
  light?: number | null;
  soloist?: number | null;
  targets?: number[];
  whist?: number[];
  whisters?: number[];
  writer?: number | null;
}

/**
 * A sheet of sectors that meet in a circle.
 *
 * `pool` and `dump` are the columns that each player has for themselves; all other columns are held on neighbours
 * (`Presentation.neighbours`).
 */
export interface PulyaSheet {
  type: "pulya";
  pool: string;
  dump: string;
}

/**
 * A sheet on which one side at a time rises towards a number: a ladder, and a table below it.
 *
 * `target` and `step` are the options that hold that number and the points of one step.
 */
export interface RaceSheet {
  type: "race";
  target: string;
  step: string;
}

/**
 * The reason of something, or a fact that is told: the whole key of a message and the values that fill its places.
 *
 * `numbers` holds numbers, and strings only where they repeat what a person typed or name a thing of the program (an
 * option, a file); never a sentence. The name of a number says how a screen shows it (`prikup.locale.speech.Speech`):
 * seats, cards, calls, suits and hands are shown in words, the rest as they are.
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
 * The answer to a message that was not done: the reason, and its `id` if it had one. Nothing has changed.
 */
export interface Refused {
  type: "refused";
  reason: Reason;
  id: string;
  legal: number[];
}

/**
 * The entries that one deal writes. Several may change one box; their order is the order of writing.
 */
export interface Row {
  entries: Entry[];
}

/**
 * One thing said or laid open in front of everybody: a call, or a card turned up.
 */
export interface Said {
  seat: number;
  action: number;
}

/**
 * The shuffle of the next deck under way.
 *
 * `dealer` deals it; `commitment` is the SHA-256 of the host's seed; `hashes` are those of the seats' entropies (null:
 * the seat's follows from the seed); `step`: hashes are awaited, then entropies, then the cut of `cutter`, then the
 * deck is dealt; `entropies` are known from the cut on; `millis` are left before it goes on by itself; `did` are the
 * sentences about it.
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
  millis: number;
  did: Reason[];
}

/**
 * Everything about the table that changes beside the cards.
 *
 * `stage`: `open` (seats are taken), `shuffle`, `deal` (cards are played), `rest` (the sheet is read; `waits` are
 * those still reading), `over`. `seats` is null where nobody sits; `you` is the receiver's seat, null for a spectator;
 * `host`: the receiver may fill seats and start; `again` is the table of the rematch; `practice`: the receiver is the
 * only person at the table, and may ask for hints.
 */
export interface Seats {
  type: "seats";
  stage: "deal" | "open" | "over" | "rest" | "shuffle";
  seats: (Person | null)[];
  you: number | null;
  host: boolean;
  waits: number[];
  proposal: Proposal | null;
  again: string;
  practice: boolean;
}

/**
 * The score sheet.
 *
 * `lines` are its deals with the reason of every number; `totals` are by column, then by side; `settlement` is what
 * each side has won or lost, exact (`+6 2/3`, `-1/3`, `0`); `winners` are sides, once the match is over.
 */
export interface Sheet {
  type: "sheet";
  lines: Line[];
  totals: number[][];
  settlement: string[];
  winners: number[];
}

/**
 * The match as a deal begins.
 *
 * The number of the deal (from 1), who deals, the sheet's totals (by column, then by side), and what the game carries
 * from deal to deal.
 */
export interface Standing {
  deal: number;
  dealer: number;
  totals: number[][];
  carry: unknown;
}

/**
 * A finished trick: the seats and their cards in playing order, and who took it.
 *
 * `lead` is a card that nobody played but that was led to it.
 */
export interface Trick {
  line: number[];
  cards: number[];
  winner: number;
  lead: number | null;
}

/**
 * The tricks of a deal; `Tricks.begin` makes the first moment of them.
 *
 * `turn` plays the next card. `seats` are those who play, in playing order; `last` is a seat that always plays last.
 * `line` is the order of the unfinished trick and `table` its cards so far; `won` counts the tricks by seat of the
 * whole table; `agreed` are the tricks by seat that were given up without play (they are counted in `won` too). `lead`
 * is a card that belongs to nobody: it says which suit is led to the unfinished trick and takes no part in it.
 */
export interface Tricks {
  turn: number;
  order: Order;
  follow: "free" | "must_trump";
  seats: number[];
  last: number | null;
  line: number[];
  table: number[];
  won: number[];
  past: Trick[];
  agreed: number[];
  lead: number | null;
}

/**
 * The deal as the receiver may see it, whole. `n` is its version.
 *
 * `did` are the sentences of what has just happened and `moved` the actions themselves (none of either in the first
 * one after connecting); `view` is the game's own View (`prikup.state.View`); `legal` is what the receiver may do now;
 * `asked` are the seats that are waited for; `facts` is what everybody keeps in mind; `ask` is the question to a
 * receiver who is asked; `best` is the seat whose card is winning the trick; `laid` are the seats whose sealed
 * bids lie on the table, `mine` is the receiver's own among them; `claim` is the split of the tricks that are left
 * with which the receiver's claim begins, by seat (null: they have nothing to claim); `recap`, only in the first one
 * after connecting, is what has happened in the deal since the receiver's last action.
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
  claim: number[] | null;
  recap: Reason[];
}

/**
 * The first message: everything that never changes at a table.
 *
 * `rules` are all house rules by name, as text; `sides` are the seats that score together; `calls` are the names of
 * the actions 52, 53, …; `columns` are those of the sheet; `pack` are all the cards; `clock` is the bank and the
 * increment in milliseconds; `presets` are the chat's; `presentation` says how a client draws the game.
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
