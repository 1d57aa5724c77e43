// What somebody has solved, and on which days by their own clock: plain arithmetic. prikup.problems.progress does the same.
import type { ProblemSet, Progress } from "../client/problem_client";

export const NOTHING: Progress = { solved: {}, days: [] };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A day can be made good so many days later. */
const GRACE = 1;

/** Return a moment's day by the clock of this device, `2026-11-24`. */
export function dayOf(now: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Return the day so many days later. */
export function later(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, date + days, 12)); // noon: no hour is lost or won then
}

/** Return what was kept; whatever is damaged there is as good as nothing. */
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

/** Return what two say is solved together. */
export function together(one: Progress, other: Progress): Progress {
  const all = { ...one.solved, ...other.solved };
  const solved = Object.keys(all).map((id) => [id, Boolean(one.solved[id]) || Boolean(other.solved[id])] as const);
  return { solved: Object.fromEntries(solved), days: [...new Set([...one.days, ...other.days])].sort() };
}

/** Return what `all` says and `known` does not, at most so much of each. */
export function lacking(all: Progress, known: Progress, most: number): Progress {
  const solved = Object.entries(all.solved).filter(([id, first]) => known.solved[id] === undefined || (first && !known.solved[id]));
  const days = all.days.filter((day) => !known.days.includes(day));
  return { solved: Object.fromEntries(solved.slice(0, most)), days: days.slice(0, most) };
}

/** Return it after a problem was solved, `first` at the first try; `day`: it was that day's. */
export function after(progress: Progress, id: string, first: boolean, today: string, day: string | null): Progress {
  const solved = { ...progress.solved, [id]: progress.solved[id] ?? first };
  const counts = day !== null && day <= today && today <= later(day, GRACE);
  return { solved, days: counts ? [...new Set([...progress.days, day])].sort() : progress.days };
}

/** Return how many days in a row were solved that end with one. */
function row(progress: Progress, last: string): number {
  let count = 0;
  while (progress.days.includes(later(last, -count))) count += 1;
  return count;
}

/** Return how many days in a row the problem of the day was solved, up to today, or to yesterday. */
export const streak = (progress: Progress, today: string): number =>
  row(progress, progress.days.includes(today) ? today : later(today, -1));

/** Return the longest row of days. */
export const longest = (progress: Progress): number => Math.max(0, ...progress.days.map((day) => row(progress, day)));

/** Whether a day is missed and can still be made good. */
export const mendable = (progress: Progress, day: string, today: string): boolean =>
  day < today && today <= later(day, GRACE) && !progress.days.includes(day);

/** The choice of problems: of a game; of a kind and a difficulty, if they are said. */
export interface Choice {
  game: string;
  theme?: string | undefined;
  level?: number | undefined;
}

/** Return the ids of the problems of a choice, the easy ones first. */
export function chosen(sets: readonly ProblemSet[], { game, theme, level }: Choice): string[] {
  const fitting = sets.filter(
    (one) => one.game === game && (theme === undefined || one.theme === theme) && (level === undefined || one.level === level),
  );
  return [...fitting].sort((one, other) => one.level - other.level).flatMap(({ ids }) => ids);
}

/** Return the next problem of some that is not solved: behind this one, else from the first on; null if all are. */
export function following(ids: readonly string[], progress: Progress, now = ""): string | null {
  const at = ids.indexOf(now) + 1;
  return [...ids.slice(at), ...ids.slice(0, at)].find((id) => id !== now && !(id in progress.solved)) ?? null;
}
