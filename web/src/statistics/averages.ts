/* Averages as text and for drawing. */
import type { Average } from "../client/api_types";
import type { Words } from "../language/words";
import { expectedPoints } from "../sheet/sheet_numbers";

/** Return an average with its interval, `+2.1 ± 1.8`, or how many more deals it needs. `loss`: without a sign. */
export function averageText(
  words: Pick<Words, "lang" | "text">,
  { mean, margin, missing }: Average,
  loss = false,
): string {
  if (mean === null || margin === null) return words.text("statistics-missing", { deals: missing });
  const points = expectedPoints(mean, words.lang);
  return `${loss ? withoutSign(points) : points} ± ${withoutSign(expectedPoints(margin, words.lang))}`;
}

const withoutSign = (points: string): string => points.replace("+", "");

/** Return the largest absolute value to be drawn for some averages. */
export function reach(averages: readonly Average[]): number {
  return Math.max(0, ...averages.map(({ mean, margin }) => (mean === null ? 0 : Math.abs(mean) + (margin ?? 0))));
}
