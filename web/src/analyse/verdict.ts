// What is said of a position: the number, and whether it makes the contract.
import type { Analysis, Bounds, ExpectedCard } from "../client/analysis_client";
import type { Speech } from "../language/speech";

/** Return tricks as they are written: `7`, or `5–7` where the search was cut short. */
export const tricksText = ([least, most]: Bounds): string => (least === most ? String(least) : `${least}–${most}`);

/** Return tricks to be expected, or the error of such a number. */
export function expectedText(tricks: number, lang: string, digits = 1): string {
  return new Intl.NumberFormat(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(tricks);
}

/** Return whether a card is as good as the best one, as far as the deals that were tried can tell. */
export const isAmongBest = ({ behind, error }: ExpectedCard): boolean => behind <= 2 * error;

/** Return whether one number is better than another for the seat that is to play. */
export function better(found: Analysis, one: Bounds, other: Bounds): boolean {
  const { moment, contract, contracts } = found;
  const goal = contracts.find(({ name }) => name === contract)?.goal ?? "most";
  const many = moment !== null && moment.turn !== null && moment.side.includes(moment.turn) === (goal === "most");
  return many ? one[0] > other[1] : one[1] < other[0];
}

/** Return the tricks of the side: with best play, or those it has when all is played. */
export const tricksOf = ({ worth, moment }: Analysis): Bounds | null =>
  worth?.tricks ?? (moment && moment.turn === null ? [moment.taken, moment.taken] : null);

/** Return the names of the side. */
export const sideText = (speech: Speech, side: readonly number[]): string =>
  side.map((seat) => speech.name(seat)).join(" + ");

/** Return the key and the number of what the tricks do to the contract; null where nothing is said. */
export function outcome(found: Analysis): { key: string; by: number } | null {
  const contract = found.contracts.find(({ name }) => name === found.contract);
  const tricks = tricksOf(found);
  if (!contract || contract.need === null || !tricks || tricks[0] !== tricks[1]) return null;
  const over = tricks[0] - contract.need;
  if (contract.goal === "fewest") return over > 0 ? { key: "analyse-caught", by: over } : { key: "analyse-safe", by: 0 };
  if (over < 0) return { key: "analyse-down", by: -over };
  return over ? { key: "analyse-over", by: over } : { key: "analyse-exactly", by: 0 };
}
