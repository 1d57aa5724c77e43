// What is asked of the server about problems. Cards are text there, as in `prikup problems --json`.
import { asked } from "./http_client";

export type Asks = "card" | "number" | "discard";

/** The problems of a game that ask the same and are equally hard, the easy ones first. */
export interface ProblemSet {
  game: string;
  theme: string;
  level: number;
  ids: string[];
}

export interface Move {
  seat: number;
  card: string;
}

/** A problem without its answer. */
export interface Problem {
  id: string;
  game: string;
  theme: string;
  asks: Asks;
  level: number;
  /** By seat, `AK.Q..7`; `-` where nobody plays. */
  hands: string;
  you: number;
  side: number[];
  goal: "most" | "fewest";
  /** `S`, or "" without trumps. */
  trump: string;
  follow: "free" | "must_trump";
  ace_low: boolean;
  /** The seat that plays last to every trick, whoever leads. */
  last: number | null;
  leader: number;
  /** The cards on the table, and whose they are. */
  lying: Move[];
  need: number;
  left: number;
  /** How many cards are to be discarded. */
  discards: number;
  legal: string[];
  /** Of so many tries of computer players so many failed, by player. */
  tries: number;
  failed: number[];
  source: string;
}

/** An answer, and where the problem stands after it and what was played since. */
export interface Answered {
  right: boolean;
  /** What is wanted can still be had. */
  holds: boolean;
  /** The tricks of the side in the end, if everybody plays best from here on. */
  comes_to: number;
  line: Move[];
  legal: string[];
  taken: number;
  over: boolean;
  solved: boolean;
  /** How it goes on then. */
  rest: Move[];
}

export interface Proof {
  answer: string[];
  value: number;
  /** The tricks of the side after every answer. */
  each: Record<string, number>;
}

/** What somebody has solved, by id: whether at the first try; and the days whose problem they have solved. */
export interface Progress {
  solved: Record<string, boolean>;
  days: string[];
}

const of = (id: string): string => `problems/${encodeURIComponent(id)}`;

export const problemSets = () => asked<ProblemSet[]>("GET", "problems");
export const problem = (id: string) => asked<Problem>("GET", of(id));
/** Return the problem of a day, `2026-11-24`. */
export const problemOfDay = (day: string) => asked<Problem>("GET", `problems/days/${encodeURIComponent(day)}`);
export const answer = (id: string, text: string, played: readonly string[] = []) =>
  asked<Answered>("POST", `${of(id)}/answer`, { answer: text, played });
export const proof = (id: string) => asked<Proof>("GET", `${of(id)}/proof`);
export const progress = () => asked<Partial<Progress>>("GET", "problems/progress");
/** Add to what the server knows to be solved; return all of it. */
export const addProgress = (more: Progress) => asked<Partial<Progress>>("PUT", "problems/progress", more);
