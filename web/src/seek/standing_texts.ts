// The texts of the hours at which a person wants to be called.

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const DAYS = 7;

/** Return the short names of the days of the week in a language, Monday first. */
export function dayNames(lang: string): string[] {
  const format = new Intl.DateTimeFormat(lang, { weekday: "short", timeZone: "UTC" });
  return Array.from({ length: DAYS }, (_, day) => format.format(MONDAY + day * DAY_MS));
}

/** Return days of the week as a text: three and more in a row as a range, such as `Mon–Fri, Sun`. */
export function daysText(days: readonly number[], lang: string): string {
  const names = dayNames(lang);
  const ranges: number[][] = [];
  for (const day of [...days].sort()) {
    const range = ranges.at(-1);
    if (range && range.at(-1) === day - 1) range.push(day);
    else ranges.push([day]);
  }
  return ranges
    .map((range) =>
      range.length > 2 ? `${names[range[0]!]}–${names[range.at(-1)!]}` : range.map((day) => names[day]).join(", "),
    )
    .join(", ");
}

/** Return a minute of the day as a time, such as `19:05`. */
export const clockTime = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Return the minute of the day of a time such as `19:05`. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
