// Client of the double-dummy analysis API. A position is sent as a line of text, which is also the page's address.
import { request } from "./http_client";
import type { Reason } from "./protocol";

/** Lower and upper bound; equal once the value is certain. */
export type Bounds = [least: number, most: number];

export interface Contracted {
  /** The call's name in the game definition. */
  name: string;
  goal: "most" | "fewest";
  /** The number of tricks that makes the contract; null if it cannot be made or lost. */
  need: number | null;
  /** Each player plays for themselves in a real match. */
  alone: boolean;
  sides: number[][];
}

/** The state after the cards played so far. `held` are hands as card masks, by seat. */
export interface PlayState {
  held: number[];
  turn: number | null;
  legal: number;
  table: [seat: number, card: number][];
  side: number[];
  taken: number;
  left: number;
}

/** Double-dummy value of a position, in tricks of the declaring side over the whole deal. */
export interface BestPlayValue {
  tricks: Bounds;
  cards: { card: number; tricks: Bounds }[];
  line: { seat: number; card: number; tricks: number }[];
  nodes: number;
}

/** Single-dummy value of each card of the player to act, in tricks of the declaring side over the whole deal. */
export interface Expected {
  seat: number;
  worlds: number;
  /** All possible deals were enumerated; otherwise a sample was drawn, weighted by the calls and plays if `likely`. */
  every: boolean;
  likely: boolean;
  cards: ExpectedCard[];
}

export interface ExpectedCard {
  card: number;
  tricks: number;
  /** Loss against the best card, and its standard error. */
  behind: number;
  error: number;
  /** The number of worlds in which the contract is made; null if it cannot be made or lost. */
  made: number | null;
}

export interface Analysis {
  type: "analysis";
  text: string;
  deal: number;
  deals: number;
  /** The matches of the text that the deals come from, in order; empty for a deal without a match. */
  matches: { names: string[]; deals: number }[];
  /** By seat; empty if the players have no names. */
  names: string[];
  game: string;
  options: string;
  /** Card masks by seat, including the cards already played; null for a seat that is not in the deal. */
  hands: (number | null)[];
  contract: string;
  player: number | null;
  leader: number | null;
  played: number[];
  out: number;
  /** The seats whose hands are open, in a single-dummy analysis; null in a double-dummy one. */
  known: number[] | null;
  pack: number[];
  tricks: number;
  contracts: Contracted[];
  fault: Reason | null;
  moment: PlayState | null;
  worth: BestPlayValue | null;
  expected: Expected | null;
}

/** The text could not be parsed. `reason` is a message of `game`; `line` is 0 if the message names the place itself. */
export interface Unread {
  type: "unread";
  reason: Reason;
  game: string;
  line: number;
}

/** Open a table with computer players that starts at this position; `open` shows all hands. */
export const playPosition = (text: string, open: boolean) =>
  request<{ id: string }>("POST", "analyse/table", { text, open_hands: open });

/** Analyse a deal of the text. `deal` is its number, 0 for the last. */
export const analyse = (text: string, deal = 0) => request<Analysis | Unread>("POST", "analyse", { text, deal });
