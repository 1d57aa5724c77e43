// A match at a real table: the whole list goes with every question, and the answer is all that the page shows.
import { asked } from "./http_client";
import type { DrawnGame } from "./drawn_match";
import type { Line, Reason, Sheet } from "./protocol";

export type Answer = string | number | boolean;

export interface Amount {
  column: string;
  side: number;
  amount: number;
}

/** What an entry holds; the outcome of a deal is the engine's own. */
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

export interface Opening {
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
  opening?: Opening;
  play_on?: boolean;
}

/** A further line: what somebody did. */
export type Step =
  | { type: "append"; entry: Entry }
  | { type: "insert"; before: string; entry: Entry }
  | { type: "replace"; id: string; at: number; what: What; note?: string }
  | { type: "delete"; id: string }
  | ({ type: "head" } & Partial<Omit<Head, "type">>)
  | { type: "undo" | "redo" };

/** A deal that is being told, and the place that it is for. */
export interface Task {
  answers: Answer[];
  fault: boolean;
  how: "append" | "insert" | "replace";
  entry: string;
  /** The usual answers are taken for given. */
  assume: boolean;
}

export type Question =
  | { ask: Reason; answers: Answer[]; kind: "word" | "seat" | "side" | "yes"; usual: Answer | null }
  | { ask: Reason; low: number; high: number; taken: number; of: number | null };

export interface Answered {
  question: Question;
  answer: Answer;
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

/** An answer to a question, and who it is about where that is asked then; `answers` tell both. */
export interface Pair {
  answer: Answer;
  who: number | null;
  answers: Answer[];
}

export interface Draft {
  answers: Answer[];
  answered: Answered[];
  question: Question | null;
  asks_who: Question | null;
  pairs: Pair[];
  refused: Reason | null;
  what: What | null;
  effect: Effect | null;
  /** The first question once it is answered: `covers` are the places of its answers among those of the draft. */
  grid: { question: Question; asks_who: Question | null; pairs: Pair[]; chosen: number; covers: number[] } | null;
}

export interface Told {
  kind: What["type"];
  note: string;
  /** What came of a deal. */
  sentences: Reason[];
  readable: boolean;
  amounts: Amount[];
  seat: number | null;
  text: string;
  share: string;
}

export interface Listed {
  number: number;
  id: string;
  at: number;
  told: Told;
  before: { at: number; told: Told }[];
  /** The table at which it was made: its place in `past`, or their number for the table of now. */
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

/** A table of earlier, before somebody joined or left. */
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
  /** Who sits at the table now, and how many can. */
  names: string[];
  sizes: number[];
  past: Seating[];
  sheet: Sheet;
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
  /** A player who would join or leave by the step that is considered. */
  considered: Told | null;
}

/** There is no such match; the reason is in the words of `game`. */
export interface Refused {
  type: "refused";
  reason: Reason;
  game: string;
}

export interface Asking {
  head: Head;
  steps: readonly Step[];
  task?: Task | null;
  step?: Step | null;
}

export const score = (asking: Asking) => asked<Scored | Refused>("POST", "score", asking);
