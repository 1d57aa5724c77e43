// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

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
 * A debt of `count` cards that `giver` owes to `receiver`.
 */
export interface Debt {
  giver: number;
  receiver: number | null;
  count: number;
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
 * The order of strength of the cards: the trump suit (null: no trump), and whether the ace is the lowest card.
 */
export interface Order {
  trump: number | null;
  ace_low: boolean;
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
 * offered of a bounded number (empty: all values of the option); one that can change nothing beside the others stands
 * back. `keys` are the letters that stand for a call, by
 * the call's name; `quiet` are the calls that decline; `sure` are the calls that are dear when they are said by
 * mistake, each with the key of the message (`$call`) with which a client asks once more before it sends one.
 * `suits` are the suits (`S`, `C`, `D`, `H`) that calls are drawn with, by the call's name. `neighbours` are the
 * columns in which a player writes on another one, with the number of seats to the left of that other one (-1: on
 * the right). `unused` are the columns in which nothing is written under some rules: by column, the options and the
 * values that they all must have. `plated` are the facts of a seat, by the key of their Reason, that a client may
 * show beside that seat. `aloud` are the calls by which a sealed bid may be said instead of laid; a game with sealed
 * bids names them. `stock_waits` are the phases in which the stock still waits for the player who will take it.
 * `hand` is the number of cards that each player is dealt, where a client may draw them face down; 0 where it may
 * not.
 */
export interface Presentation {
  sheet: PlainSheet | PulyaSheet | BoxesSheet | RaceSheet;
  front: Record<string, string[]>;
  keys: Record<string, string>;
  quiet: string[];
  sure: Record<string, string>;
  suits: Record<string, string>;
  neighbours: Record<string, number>;
  unused: Record<string, Record<string, string>>;
  plated: string[];
  aloud: string[];
  stock_waits: string[];
  hand: number;
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
  face_down?: number;
  kitty?: number;
  laid?: number;
  level?: number;
  light?: number | null;
  returning?: Debt | null;
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
 * One thing said or laid open in front of everybody: a call, or a card turned up.
 */
export interface Said {
  seat: number;
  action: number;
}

/**
 * The match as a deal begins.
 *
 * `deal` is its number (from 1), `dealer` deals it, `totals` are the sheet's (by column, then by side), and `carry` is
 * what the game carries from deal to deal.
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
