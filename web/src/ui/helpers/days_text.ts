import type { Words } from "../../language/words";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY_HOURS = 24;
/** Below this a time left is urgent. */
const URGENT_MS = 6 * HOUR;

/** Return a time of hours or days in words: `2 d 3 h`, `5 h 20 min`. */
export function daysText(words: Pick<Words, "text">, millis: number): string {
  const hours = Math.floor(Math.max(0, millis) / HOUR);
  const days = Math.floor(hours / DAY_HOURS);
  if (days) return words.text("time-days", { days, hours: hours % DAY_HOURS });
  return words.text("time-hours", { hours, minutes: Math.floor((Math.max(0, millis) % HOUR) / MINUTE) });
}

/** Return a time in its largest unit, where there is little room: `2 d`, `5 h`, `20 min`. */
export function shortDaysText(words: Pick<Words, "text">, millis: number): string {
  const minutes = Math.floor(Math.max(0, millis) / MINUTE);
  const hours = Math.floor(minutes / (HOUR / MINUTE));
  if (hours >= DAY_HOURS) return words.text("time-day", { days: Math.floor(hours / DAY_HOURS) });
  return hours ? words.text("time-hour", { hours }) : words.text("time-minute", { minutes });
}

export const isUrgent = (millis: number): boolean => millis < URGENT_MS;
