// The solved problems, and the days (in local time) on which daily problems were solved: pure functions, the same as in
// prikup.problems.progress.
import type { ProblemSet, Progress } from "../client/problem_client";

export const NOTHING: Progress = { solved: {}, days: [] };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The number of days for which a missed daily problem can still be solved. */
const GRACE = 1;

/** Return the local date of a time, such as `2026-11-24`. */
export function dayOf(now: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Return the date a number of days later. */
export function later(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, date + days, 12)); // noon, because midnight may not exist when clocks change
}

/** Return the stored progress; damaged data counts as none. */
export function read(kept: string | null): Progress {
  try {
    const found = JSON.parse(kept ?? "null") as Partial<Progress> | null;
    const solved = Object.entries(found?.solved ?? {}).filter(([, first]) => typeof first === "boolean");
    const days = [...(found?.days ?? [])].filter((day) => DAY.test(day)).sort();
    return { solved: Object.fromEntries(solved), days };
  } catch {
    return NOTHING;
  }
}

/** Return the union of two sets of progress. */
export function together(one: Progress, other: Progress): Progress {
  const all = { ...one.solved, ...other.solved };
  const solved = Object.keys(all).map((id) => [id, Boolean(one.solved[id]) || Boolean(other.solved[id])] as const);
  return { solved: Object.fromEntries(solved), days: [...new Set([...one.days, ...other.days])].sort() };
}

/** Return what `all` contains and `known` lacks, at most `most` problems and days each. */
export function lacking(all: Progress, known: Progress, most: number): Progress {
  const solved = Object.entries(all.solved).filter(([id, first]) => known.solved[id] === undefined || (first && !known.solved[id]));
  const days = all.days.filter((day) => !known.days.includes(day));
  return { solved: Object.fromEntries(solved.slice(0, most)), days: days.slice(0, most) };
}

/** Return the progress after a problem was solved. `first`: at the first try; `day`: it was that day's problem. */
export function after(progress: Progress, id: string, first: boolean, today: string, day: string | null): Progress {
  const solved = { ...progress.solved, [id]: progress.solved[id] ?? first };
  const counts = day !== null && day <= today && today <= later(day, GRACE);
  return { solved, days: counts ? [...new Set([...progress.days, day])].sort() : progress.days };
}

/** Return the number of consecutive solved days that end with a given one. */
function row(progress: Progress, last: string): number {
  let count = 0;
  while (progress.days.includes(later(last, -count))) count += 1;
  return count;
}

/** Return the number of consecutive solved days up to today, or to yesterday if today is not solved. */
export const streak = (progress: Progress, today: string): number =>
  row(progress, progress.days.includes(today) ? today : later(today, -1));

/** Return the longest run of consecutive days. */
export const longest = (progress: Progress): number => Math.max(0, ...progress.days.map((day) => row(progress, day)));

/** Return whether a day was missed and can still be solved. */
export const mendable = (progress: Progress, day: string, today: string): boolean =>
  day < today && today <= later(day, GRACE) && !progress.days.includes(day);

/** A choice of problems: a game, and optionally a theme and a difficulty. */
export interface Choice {
  game: string;
  theme?: string | undefined;
  level?: number | undefined;
}

/** Return the ids of the problems of a choice, easiest first. */
export function chosen(sets: readonly ProblemSet[], { game, theme, level }: Choice): string[] {
  const fitting = sets.filter(
    (one) => one.game === game && (theme === undefined || one.theme === theme) && (level === undefined || one.level === level),
  );
  return [...fitting].sort((one, other) => one.level - other.level).flatMap(({ ids }) => ids);
}

/** Return the next unsolved problem after `now`, or else from the start; null if all are solved. */
export function following(ids: readonly string[], progress: Progress, now = ""): string | null {
  const at = ids.indexOf(now) + 1;
  return [...ids.slice(at), ...ids.slice(0, at)].find((id) => id !== now && !(id in progress.solved)) ?? null;
}
