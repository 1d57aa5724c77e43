/* Where the result of a side came from, over the deals of a match that are reviewed. */
import { PARTS, type Part, type Worst } from "../client/archive_client";

/** Return the parts of a side's result and their sum, in tenths, so that what is shown adds up. */
export function partsOf(reviews: readonly Pick<Worst, "parts">[], side: number): { part: Part; tenths: number }[] {
  let sum = 0;
  let told = 0;
  return PARTS.map((part) => {
    sum += reviews.reduce((all, review) => all + Number(review.parts[side]?.[part] ?? 0), 0);
    const tenths = Math.round(sum * 10) - told;
    told += tenths;
    return { part, tenths };
  });
}
