// Client of the scorer API for a match at a real table. Each request carries all entries; the response is the page's
// whole state.
import { request } from "./http_client";
import type { DrawnGame } from "./presentation";
import type { Line, Reason, SheetMessage } from "./protocol";

export type FormAnswer = string | number | boolean;

export interface Amount {
  column: string;
  side: number;
  amount: number;
}

/** The content of an entry. The format of a deal's outcome is known only to the engine. */
export type What =
  | { type: "deal" | "fault"; outcome: unknown }
  | { type: "adjust"; amounts: Amount[] }
  | { type: "dealer"; seat: number }
  | { type: "note"; text: string }
  | { type: "join"; seat: number; name: string }
  | { type: "leave"; seat: number }
  | { type: "stop" };

export interface Entry {
  id: string;
  at: number;
  what: What;
  note?: string;
}

export interface PaperStart {
  totals: number[][];
  played: number;
  carry: Record<string, unknown>;
}

/** The first line of a match's file. */
export interface Head {
  type: "scoring";
  game: string;
  rules: number;
  options: string;
  names: string[];
  dealer: number;
  at: number;
  language: string;
  price?: string;
  decimals?: number;
  place?: string;
  opening?: PaperStart;
  play_on?: boolean;
}

/** A further line of the file: an edit. */
export type ScoreStep =
  | { type: "append"; entry: Entry }
  | { type: "insert"; before: string; entry: Entry }
  | { type: "replace"; id: string; at: number; what: What; note?: string }
  | { type: "delete"; id: string }
  | ({ type: "head" } & Partial<Omit<Head, "type">>)
  | { type: "undo" | "redo" };

/** A deal being entered, and its position in the list. */
export interface Task {
  answers: FormAnswer[];
  fault: boolean;
  how: "append" | "insert" | "replace";
  entry: string;
  /** Accept the default answers without asking. */
  assume: boolean;
}

export type FormQuestion =
  | { ask: Reason; answers: FormAnswer[]; kind: "word" | "seat" | "side" | "yes"; usual: FormAnswer | null }
  | { ask: Reason; low: number; high: number; taken: number; of: number | null };

export interface AnsweredQuestion {
  question: FormQuestion;
  answer: FormAnswer;
  forced: boolean;
}

export interface Difference {
  what: "number" | "flag" | "dealer" | "total" | "winners" | "next";
  entry: number;
  deal: number;
  column: string;
  side: number;
  before: number;
  after: number;
  flag: Reason | null;
  winners: number[];
}

export interface Effect {
  flag: Reason | null;
  line: Line | null;
  changes: Difference[];
}

/** An answer combined with the player it is about, if the question asks for one; `answers` contains both. */
export interface Pair {
  answer: FormAnswer;
  who: number | null;
  answers: FormAnswer[];
}

export interface Draft {
  answers: FormAnswer[];
  answered: AnsweredQuestion[];
  question: FormQuestion | null;
  asks_who: FormQuestion | null;
  pairs: Pair[];
  refused: Reason | null;
  what: What | null;
  effect: Effect | null;
  /** The first question after it was answered: `covers` are the indices of its answers in the draft. */
  grid: {
    question: FormQuestion;
    asks_who: FormQuestion | null;
    pairs: Pair[];
    chosen: number;
    covers: number[];
  } | null;
}

export interface EntryDescription {
  kind: What["type"];
  note: string;
  /** What happened in a deal. */
  sentences: Reason[];
  readable: boolean;
  amounts: Amount[];
  seat: number | null;
  text: string;
  share: string;
  /** What a player who leaves and the others pay then, by the seats of before, in units of 10^-`decimals`. */
  payments: Payment[];
  decimals: number;
}

export interface Listed {
  number: number;
  id: string;
  at: number;
  told: EntryDescription;
  before: { at: number; told: EntryDescription }[];
  /** The seating at the time: an index into `past`, or the length of `past` for the current one. */
  seating: number;
  line: number | null;
  deal: number | null;
  dealer: number | null;
  totals: number[][];
  flag: Reason | null;
  dealers: number[];
}

export interface Payment {
  payer: number;
  payee: number;
  units: number;
}

export interface Carried {
  name: string;
  kind: "number" | "numbers" | "seats" | "words";
  many: number;
  words: string[];
}

/** An earlier seating, before a player joined or left. */
export interface Seating {
  game: DrawnGame;
  names: string[];
  lines: Line[];
}

export interface Scored {
  type: "scored";
  game: DrawnGame;
  head: Head;
  rules: number;
  /** The current players, and the possible numbers of players. */
  names: string[];
  sizes: number[];
  past: Seating[];
  sheet: SheetMessage;
  entries: Listed[];
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
  carried: Carried[];
  draft: Draft | null;
  effect: Effect | null;
  /** The player who would join or leave by the step being previewed. */
  considered: EntryDescription | null;
}

/** The match is invalid; `reason` is a message of `game`. */
export interface MatchRejected {
  type: "refused";
  reason: Reason;
  game: string;
}

export interface Asking {
  head: Head;
  steps: readonly ScoreStep[];
  task?: Task | null;
  step?: ScoreStep | null;
}

export const score = (asking: Asking) => request<Scored | MatchRejected>("POST", "score", asking);
