/* The breakdown of a side's result over the reviewed deals of a match. */
import type { ReviewSummary } from "../client/api_types";
import { RESULT_PARTS, type ResultPart } from "../client/archive_client";

/** The half-width of a 95 % confidence interval of a mean, in standard errors. */
const HALF_WIDTH = 2;

/** Points in tenths, with their margin of error, also in tenths. */
export interface Tenths {
  tenths: number;
  margin: number;
}

/** Return the margin of error of a mean with this standard error. */
export const marginOf = (error: number): number => HALF_WIDTH * error;

/** Return whether a number is not significant: its margin is larger than itself. */
export const isUncertain = ({ tenths, margin }: Tenths): boolean => margin > Math.abs(tenths);

/** Return the components of a side's result with their margins, in tenths rounded so that they add up. */
export function breakdownOf(
  reviews: readonly Pick<ReviewSummary, "parts">[],
  side: number,
): ({ part: ResultPart } & Tenths)[] {
  let sum = 0;
  let visibleSum = 0;
  return RESULT_PARTS.map((part) => {
    const values = reviews.map(({ parts }) => Number(parts[side]?.[part] ?? 0));
    const errors = reviews.map(({ parts }) => Number(parts[side]?.[`${part}_error`] ?? 0));
    sum += values.reduce((total, value) => total + value, 0);
    const tenths = Math.round(sum * 10) - visibleSum;
    visibleSum += tenths;
    return { part, tenths, margin: Math.round(10 * marginOf(Math.hypot(...errors))) };
  });
}

/** Return the strongest player's mean result with the cards of a side in one deal. */
export const dealtResult = ({ parts }: Pick<ReviewSummary, "parts">, side: number): Tenths => ({
  tenths: Math.round(10 * Number(parts[side]?.dealt ?? 0)),
  margin: Math.round(10 * marginOf(Number(parts[side]?.dealt_error ?? 0))),
});
