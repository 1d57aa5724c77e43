// Client of the problems API. Cards are text, as in `prikup problems --json`.
import type { AnswerRecord, ProblemAnswer, ProblemRecord, ProblemSet, ProofRecord, SolvedProblems } from "./api_types";
import { request } from "./http_client";

const problemPath = (id: string): string => `problems/${encodeURIComponent(id)}`;

export const problemSets = () => request<ProblemSet[]>("GET", "problems");
export const problem = (id: string) => request<ProblemRecord>("GET", problemPath(id));
/** Return the problem of a day, such as `2026-11-24`. */
export const problemOfDay = (day: string) => request<ProblemRecord>("GET", `problems/days/${encodeURIComponent(day)}`);
export const answer = (id: string, text: string, cardsPlayed: readonly string[] = []) =>
  request<AnswerRecord>("POST", `${problemPath(id)}/answer`, {
    answer: text,
    played: cardsPlayed,
  } satisfies ProblemAnswer);
export const proof = (id: string) => request<ProofRecord>("GET", `${problemPath(id)}/proof`);
export const progress = () => request<SolvedProblems>("GET", "problems/progress");
/** Add solved problems to those stored on the server; return all of them. */
export const addProgress = (progress: SolvedProblems) =>
  request<SolvedProblems>("PUT", "problems/progress", progress);
