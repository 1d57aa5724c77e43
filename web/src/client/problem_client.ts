// Client of the problems API. Cards are text, as in `prikup problems --json`.
import { request } from "./http_client";

export type Asks = "card" | "number" | "discard";

/** The problems of a game with one theme and level of difficulty, the easiest first. */
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

/** A problem without its solution. */
export interface Problem {
  id: string;
  game: string;
  theme: string;
  asks: Asks;
  level: number;
  /** By seat, for example `AK.Q..7`; `-` for a seat that is not in the deal. */
  hands: string;
  you: number;
  side: number[];
  goal: "most" | "fewest";
  /** A suit letter such as `S`; "" without trumps. */
  trump: string;
  follow: "free" | "must_trump";
  ace_low: boolean;
  /** The seat that always plays last to a trick, whichever seat leads; null if there is none. */
  last: number | null;
  leader: number;
  /** The cards of the current trick, with their players. */
  lying: Move[];
  need: number;
  left: number;
  /** The number of cards to discard. */
  discards: number;
  legal: string[];
  /** The number of attempts by computer players, and how many failed, by player. */
  tries: number;
  failed: number[];
  source: string;
}

/** The result of an answer: the position after it and the cards played since. */
export interface AnswerResult {
  right: boolean;
  /** The goal can still be reached. */
  holds: boolean;
  /** The final number of tricks of the side if all players play best from here. */
  comes_to: number;
  line: Move[];
  legal: string[];
  taken: number;
  over: boolean;
  solved: boolean;
  /** The continuation from there with best play. */
  rest: Move[];
}

export interface Proof {
  answer: string[];
  value: number;
  /** The final number of tricks of the side, by answer. */
  each: Record<string, number>;
}

/** Solved problems by id, with whether the first try was right; and the days whose problem was solved. */
export interface SolvedProblems {
  solved: Record<string, boolean>;
  days: string[];
}

const problemPath = (id: string): string => `problems/${encodeURIComponent(id)}`;

export const problemSets = () => request<ProblemSet[]>("GET", "problems");
export const problem = (id: string) => request<Problem>("GET", problemPath(id));
/** Return the problem of a day, such as `2026-11-24`. */
export const problemOfDay = (day: string) => request<Problem>("GET", `problems/days/${encodeURIComponent(day)}`);
export const answer = (id: string, text: string, cardsPlayed: readonly string[] = []) =>
  request<AnswerResult>("POST", `${problemPath(id)}/answer`, { answer: text, played: cardsPlayed });
export const proof = (id: string) => request<Proof>("GET", `${problemPath(id)}/proof`);
export const progress = () => request<Partial<SolvedProblems>>("GET", "problems/progress");
/** Add solved problems to those stored on the server; return all of them. */
export const addProgress = (progress: SolvedProblems) =>
  request<Partial<SolvedProblems>>("PUT", "problems/progress", progress);
