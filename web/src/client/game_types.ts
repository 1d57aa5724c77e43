// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

/**
 * A public announcement: a call, or a card turned up.
 *
 * `action` is the call or the card, and `seat` is the seat that made or revealed it.
 */
export interface Announcement {
  seat: number;
  action: number;
}

/**
 * The state of an auction; `turn` is the seat whose turn it is to call.
 *
 * A player who passes is out of the auction; `live` are the seats still in it, in calling order. `high` is the highest
 * bid so far (null before the first) and `holder` the seat that made it.
 */
export interface Auction {
  turn: number;
  live: number[];
  high: number | null;
  holder: number | null;
}

/**
 * A score sheet with a separate part for each player. `middle` and `triangles` are names of columns.
 *
 * In each part, the column `middle` is drawn between the columns of points against the two neighbours. The column
 * `triangles` is drawn as triangles above the others: each point added draws a triangle, and each point subtracted
 * crosses one out.
 */
export interface BoxesSheet {
  type: "boxes";
  middle: string;
  triangles: string;
}

/**
 * A gift or discard that is still due: `giver` has to give `count` cards to `receiver`.
 *
 * If `receiver` is `DISCARD` (null), the cards are discarded.
 */
export interface Debt {
  giver: number;
  receiver: number | null;
  count: number;
}

/**
 * The gifts and discards that are still due, in order (`queue`); the first one is being made now.
 */
export interface Exchange {
  queue: Debt[];
}

/**
 * What one receiver of a message knows about a deal.
 *
 * `seat` is the receiver's seat, null for a spectator. `hand` is the mask of the receiver's cards, and `notes` is what
 * only the receiver knows. A mask is below 2 ** 52, so a JavaScript number represents it exactly, but the operators `&`
 * and `>>` of JavaScript cut it to 32 bits.
 */
export interface GameView {
  seat: number | null;
  public: Public;
  hand: number;
  notes: PrivateNote[];
}

/**
 * The state of a match before a deal.
 *
 * - `deal` is the number of the deal, from 1.
 * - `dealer` is the seat that deals it.
 * - `totals` are the totals of the score sheet, by column, then by side.
 * - `carry` is the state that the game carries over from deal to deal, such as the rights that each player has used
 *   up. Each game defines the type of this state; games that carry nothing over have null.
 */
export interface MatchStanding {
  deal: number;
  dealer: number;
  totals: number[][];
  carry: unknown;
}

/**
 * The order of strength of the cards: the suit `trump` (null: no trump), and whether the ace is low (`ace_low`).
 */
export interface Order {
  trump: number | null;
  ace_low: boolean;
}

/**
 * A sheet drawn as a table: a row for each deal, and a column for each box (a column of the sheet for one side).
 */
export interface PlainSheet {
  type: "plain";
}

/**
 * The way a client draws a game. Nothing here changes the rules.
 *
 * - `sheet` tells how the score sheet is drawn.
 * - `front` are the options shown first when a table is set up, in this order. Each is mapped to the values to offer
 *   for it (empty: all values of the option). An option that has no effect under the other options is not shown first.
 * - `keys` are the keyboard shortcuts of calls, by the call's name.
 * - `quiet` are the calls that decline, such as a pass.
 * - `sure` are the calls that are costly when made by mistake. Each has the key of the message by which a client asks
 *   for confirmation; the message has the argument `$call`.
 * - `suits` are the suit symbols (`S`, `C`, `D`, `H`) with which calls are drawn, by the call's name.
 * - `neighbours` are the columns in which a player scores against another player. Each is mapped to the place of the
 *   other player: the number of seats to the left (-1: on the right).
 * - `unused` are the columns that stay empty under some options. Each is mapped to these options, by name, with their
 *   values; all of them must have these values for the column to stay empty.
 * - `plated` are the message keys of facts about a seat, such as its target, that a client may show next to that seat.
 * - `aloud` are the calls by which a sealed bid (one made without seeing the other bids) may be spoken instead of
 *   placed face down as a card. Only a game with sealed bids has them.
 * - `stock_waits` are the phases in which the stock (the undealt cards) has not yet been taken.
 * - `hand` is the number of cards dealt to each player if a client may draw them face down, else 0.
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
 * A private fact that one seat knows: its sealed bid, its discard, or a card taken, given or received (`kind`).
 *
 * `seat` is the giver of a card received or the receiver of a card given; for any other fact it is the seat itself.
 * `action` is the bid or the card.
 */
export interface PrivateNote {
  kind: "bid" | "discarded" | "gave" | "got" | "took";
  seat: number;
  action: number;
}

/**
 * The part of a View that everyone at the table sees.
 *
 * Every game has the first eight fields. The other fields belong to particular games and are left out in the rest. `turn`
 * is the seat whose cards are to be played, and `actor` is the seat that decides. `shown` are the cards that are face up:
 * a mask for each seat (bit 13 * suit + rank). `match` is the state of the match before the deal. `said` has all
 * announcements so far, in order, including every card turned up.
 */
export interface Public {
  phase: string;
  turn: number | null;
  actor: number | null;
  dealer: number;
  shown: number[];
  match: MatchStanding;
  said: Announcement[];
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
 * A pulya, the traditional score sheet of Preferans: a circle with one sector for each player.
 *
 * `pool` and `dump` are the names of the columns for contracts made and for penalty points, which each player has for
 * themselves. Points in all other columns are scored against other players (`Presentation.neighbours`).
 */
export interface PulyaSheet {
  type: "pulya";
  pool: string;
  dump: string;
}

/**
 * A score sheet on which only one side at a time has points: it is drawn as a ladder, with a table below it.
 *
 * The side with points climbs towards a target. `target` is the name of the game's option that sets the target, and
 * `step` the name of the option that sets the number of points for one rung.
 */
export interface RaceSheet {
  type: "race";
  target: string;
  step: string;
}

/**
 * A finished trick: the seats (`line`) and their cards in playing order, and the winner.
 *
 * `cards` are in the order of `line`. `lead` is the card that led the trick if it belongs to no seat, such as a card
 * of the stock (the cards dealt to no hand); otherwise null.
 */
export interface Trick {
  line: number[];
  cards: number[];
  winner: number;
  lead: number | null;
}

/**
 * The tricks of a deal so far; `Tricks.begin` returns the initial value.
 *
 * - `turn` is the seat to play.
 * - `order` is the order of strength of the cards, and `follow` the duty of a player who cannot follow suit.
 * - `seats` are the seats that play cards, in playing order.
 * - `last` is a seat that plays last to every trick; null if there is none.
 * - `line` has the seats in the order in which they play to the unfinished trick, and `table` the cards played to this
 *   trick so far.
 * - `won` has the number of tricks won so far, for each seat at the table.
 * - `past` has the finished tricks.
 * - `agreed` has the number of tricks that an agreement of the players assigned to each seat, () without an agreement.
 *   `won` includes these tricks.
 * - `lead` is a card that led the unfinished trick and belongs to no seat; null in an ordinary trick. It sets the suit
 *   to follow and cannot win the trick.
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
