/* Where the result of a side came from, over the deals of a match that are reviewed. */
import { PARTS, type Part, type Worst } from "../client/archive_client";

/** The standard errors to each side of a mean within which the true one lies in 95 of 100 cases. */
const SURE = 2;

/** Points in tenths, with the margin of their interval, in tenths too. */
export interface Tenths {
  tenths: number;
  margin: number;
}

/** Return the margin of a mean with a standard error. */
export const marginOf = (error: number): number => SURE * error;

/** Return whether a number says nothing: its margin is larger than it is. */
export const isUncertain = ({ tenths, margin }: Tenths): boolean => margin > Math.abs(tenths);

/** Return the parts of a side's result in tenths, so that what is shown adds up, with their margins. */
export function partsOf(reviews: readonly Pick<Worst, "parts">[], side: number): ({ part: Part } & Tenths)[] {
  let sum = 0;
  let shown = 0;
  return PARTS.map((part) => {
    const values = reviews.map(({ parts }) => Number(parts[side]?.[part] ?? 0));
    const errors = reviews.map(({ parts }) => Number(parts[side]?.[`${part}_error`] ?? 0));
    sum += values.reduce((all, value) => all + value, 0);
    const tenths = Math.round(sum * 10) - shown;
    shown += tenths;
    return { part, tenths, margin: Math.round(10 * marginOf(Math.hypot(...errors))) };
  });
}

/** Return what the strongest player makes of the cards of a side in one deal. */
export const dealtOf = ({ parts }: Pick<Worst, "parts">, side: number): Tenths => ({
  tenths: Math.round(10 * Number(parts[side]?.dealt ?? 0)),
  margin: Math.round(10 * marginOf(Number(parts[side]?.dealt_error ?? 0))),
});
