// The solved problems, and the days (in local time) on which daily problems were solved: pure functions, the same as in
// prikup.problems.progress.
import type { ProblemSet, SolvedProblems } from "../client/api_types";

/** The progress stored in this browser, in full. */
export type Progress = Required<SolvedProblems>;

export const NO_PROGRESS: Progress = { solved: {}, days: [] };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The number of days for which a missed daily problem can still be solved. */
const GRACE_DAYS = 1;

/** Return the local date of a time, such as `2026-11-24`. */
export function dayOf(date: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Return the date a number of days later. */
export function addDays(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, date + days, 12)); // noon, because midnight may not exist when clocks change
}

/** Return the stored progress; damaged data counts as none. */
export function parseProgress(json: string | null): Progress {
  try {
    const parsed = JSON.parse(json ?? "null") as SolvedProblems | null;
    const solvedEntries = Object.entries(parsed?.solved ?? {}).filter(([, first]) => typeof first === "boolean");
    const days = [...(parsed?.days ?? [])].filter((day) => DAY.test(day)).sort();
    return { solved: Object.fromEntries(solvedEntries), days };
  } catch {
    return NO_PROGRESS;
  }
}

/** Return the union of two sets of progress. */
export function mergeProgress(first: Progress, second: Progress): Progress {
  const allSolved = { ...first.solved, ...second.solved };
  const solvedEntries = Object.keys(allSolved).map(
    (id) => [id, Boolean(first.solved[id]) || Boolean(second.solved[id])] as const,
  );
  return { solved: Object.fromEntries(solvedEntries), days: [...new Set([...first.days, ...second.days])].sort() };
}

/** Return what `progress` contains and `knownProgress` lacks, at most `limit` problems and days each. */
export function missingFrom(progress: Progress, knownProgress: Progress, limit: number): Progress {
  const missing = Object.entries(progress.solved).filter(
    ([id, first]) => knownProgress.solved[id] === undefined || (first && !knownProgress.solved[id]),
  );
  const days = progress.days.filter((day) => !knownProgress.days.includes(day));
  return { solved: Object.fromEntries(missing.slice(0, limit)), days: days.slice(0, limit) };
}

/** Return the progress after a problem was solved. `first`: at the first try; `day`: it was that day's problem. */
export function withSolved(
  progress: Progress,
  id: string,
  first: boolean,
  today: string,
  day: string | null,
): Progress {
  const newSolved = { ...progress.solved, [id]: progress.solved[id] ?? first };
  const counts = day !== null && day <= today && today <= addDays(day, GRACE_DAYS);
  return { solved: newSolved, days: counts ? [...new Set([...progress.days, day])].sort() : progress.days };
}

/** Return the number of consecutive solved days that end with a given one. */
function consecutiveDays(progress: Progress, last: string): number {
  let count = 0;
  while (progress.days.includes(addDays(last, -count))) count += 1;
  return count;
}

/** Return the number of consecutive solved days up to today, or to yesterday if today is not solved. */
export const streak = (progress: Progress, today: string): number =>
  consecutiveDays(progress, progress.days.includes(today) ? today : addDays(today, -1));

/** Return the longest run of consecutive days. */
export const longestStreak = (progress: Progress): number =>
  Math.max(0, ...progress.days.map((day) => consecutiveDays(progress, day)));

/** Return whether a day was missed and can still be solved. */
export const canStillSolve = (progress: Progress, day: string, today: string): boolean =>
  day < today && today <= addDays(day, GRACE_DAYS) && !progress.days.includes(day);

/** A choice of problems: a game, and optionally a theme and a difficulty. */
export interface ProblemFilter {
  game: string;
  theme?: string | undefined;
  level?: number | undefined;
}

/** Return the ids of the problems of a choice, easiest first. */
export function chosenIds(sets: readonly ProblemSet[], { game, theme, level }: ProblemFilter): string[] {
  const matchingSets = sets.filter(
    (set) =>
      set.game === game && (theme === undefined || set.theme === theme) && (level === undefined || set.level === level),
  );
  return [...matchingSets].sort((first, second) => first.level - second.level).flatMap(({ ids }) => ids);
}

/** Return the next unsolved problem after `current`, or else from the start; null if all are solved. */
export function nextUnsolved(ids: readonly string[], progress: Progress, current = ""): string | null {
  const nextIndex = ids.indexOf(current) + 1;
  return (
    [...ids.slice(nextIndex), ...ids.slice(0, nextIndex)].find((id) => id !== current && !(id in progress.solved)) ??
    null
  );
}
