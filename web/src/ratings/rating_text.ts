/* Places and days of ratings as text. */

/** Return a place, or a range of places: `2–5`. */
export const placeText = ([first, last]: readonly [number, number]): string =>
  first === last ? String(first) : `${first}–${last}`;

/** Return a day such as `2026-11-29` as text, with the year if it is not the current one. */
export function dayText(day: string, lang: string, now = new Date()): string {
  const date = new Date(`${day}T12:00`);
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(lang, { day: "numeric", month: "short", ...year }).format(date);
}

/** Return the month of a day as text: `November 2026`. */
export const monthText = (day: string, lang: string): string =>
  new Intl.DateTimeFormat(lang, { month: "long", year: "numeric" }).format(new Date(`${day}T12:00`));
