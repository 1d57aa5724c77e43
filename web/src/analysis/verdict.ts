// Texts about a position: the number of tricks, and whether it makes the contract.
import type { Analysis, BestPlayValue, ExpectedCard } from "../client/api_types";
import type { Speech } from "../language/speech";

/** The minimum and the maximum; equal once the value is certain. */
export type Bounds = BestPlayValue["tricks"];

/** Return a number of tricks: `7`, or `5–7` if the search was cut short. */
export const tricksText = ([min, max]: Bounds): string => (min === max ? String(min) : `${min}–${max}`);

/** Return an expected number of tricks, or its standard error. */
export function expectedText(tricks: number, lang: string, digits = 1): string {
  return new Intl.NumberFormat(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(tricks);
}

/** Return whether a card is as good as the best one, as far as the sampled worlds show. */
export const isAmongBest = ({ behind, error }: ExpectedCard): boolean => behind <= 2 * error;

/** Return whether one number of tricks is better than another for the seat to play. */
export function isBetter(analysis: Analysis, first: Bounds, second: Bounds): boolean {
  const { moment, contract, contracts } = analysis;
  const goal = contracts.find(({ name }) => name === contract)?.goal ?? "most";
  const wantsTricks =
    moment !== null && moment.turn !== null && moment.side.includes(moment.turn) === (goal === "most");
  return wantsTricks ? first[0] > second[1] : first[1] < second[0];
}

/** Return the tricks of the side: with best play, or those taken once all cards are played. */
export const tricksOf = ({ worth, moment }: Analysis): Bounds | null =>
  worth?.tricks ?? (moment && moment.turn === null ? [moment.taken, moment.taken] : null);

/** Return the names of the side. */
export const sideText = (speech: Speech, side: readonly number[]): string =>
  side.map((seat) => speech.name(seat)).join(" + ");

/** Return the message key and number for how the tricks compare with the contract; null if there is nothing to say. */
export function contractVerdict(analysis: Analysis): { key: string; by: number } | null {
  const contract = analysis.contracts.find(({ name }) => name === analysis.contract);
  const tricks = tricksOf(analysis);
  if (!contract || contract.need === null || !tricks || tricks[0] !== tricks[1]) return null;
  const extraTricks = tricks[0] - contract.need;
  if (contract.goal === "fewest")
    return extraTricks > 0 ? { key: "analyse-caught", by: extraTricks } : { key: "analyse-safe", by: 0 };
  if (extraTricks < 0) return { key: "analyse-down", by: -extraTricks };
  return extraTricks ? { key: "analyse-over", by: extraTricks } : { key: "analyse-exactly", by: 0 };
}
