// What best play makes of open hands: asked of the server as a line of text, which is also the address of the page.
import { asked } from "./http_client";
import type { Reason } from "./protocol";

/** The least and the most that can be; the same two numbers once it is certain. */
export type Bounds = [least: number, most: number];

export interface Contracted {
  /** That of a call. */
  name: string;
  goal: "most" | "fewest";
  /** The tricks that make it; null where it is not made or lost. */
  need: number | null;
  /** At a table each plays for themselves. */
  alone: boolean;
  sides: number[][];
}

/** What the played cards have led to. Hands are masks by seat. */
export interface Moment {
  held: number[];
  turn: number | null;
  legal: number;
  table: [seat: number, card: number][];
  side: number[];
  taken: number;
  left: number;
}

/** Tricks of the side in the whole deal. */
export interface Worth {
  tricks: Bounds;
  cards: { card: number; tricks: Bounds }[];
  line: { seat: number; card: number; tricks: number }[];
  nodes: number;
}

/** What the player whose turn it is could expect of each card, in tricks of the side in the whole deal. */
export interface Expected {
  seat: number;
  worlds: number;
  /** There are no other deals that fit; else they were drawn, and where `likely` by what was said and played. */
  every: boolean;
  likely: boolean;
  cards: ExpectedCard[];
}

export interface ExpectedCard {
  card: number;
  tricks: number;
  /** How far behind the best card, and the standard error of that. */
  behind: number;
  error: number;
  /** In how many of the deals the contract is made; null where it is not made or lost. */
  made: number | null;
}

export interface Analysis {
  type: "analysis";
  text: string;
  deal: number;
  deals: number;
  /** The matches that the deals stand in, one after the other; none for a deal alone. */
  matches: { names: string[]; deals: number }[];
  /** By seat; none where the players have no names. */
  names: string[];
  game: string;
  options: string;
  /** As masks by seat, with what was played; null where nobody plays. */
  hands: (number | null)[];
  contract: string;
  player: number | null;
  leader: number | null;
  played: number[];
  out: number;
  /** The seats whose hands lie open, where it is asked what could be known; null where it is not. */
  known: number[] | null;
  pack: number[];
  tricks: number;
  contracts: Contracted[];
  fault: Reason | null;
  moment: Moment | null;
  worth: Worth | null;
  expected: Expected | null;
}

/** The text does not read; the reason is in the words of `game`, and `line` is 0 where it says the place itself. */
export interface Unread {
  type: "unread";
  reason: Reason;
  game: string;
  line: number;
}

/** Open a table of one's own with computer players that begins at a position; `open`: all hands lie open there. */
export const playPosition = (text: string, open: boolean) =>
  asked<{ id: string }>("POST", "analyse/table", { text, open_hands: open });

/** `deal` is the number of a deal in the text, 0 for the last. */
export const analyse = (text: string, deal = 0) => asked<Analysis | Unread>("POST", "analyse", { text, deal });
