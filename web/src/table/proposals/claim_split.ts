// A split of the tricks that are left: whatever is changed, all of them are dealt out.
import type { Tricks } from "../../client/protocol";

/** Return how many tricks a claim divides. */
export const undecidedIn = (claim: readonly number[] | null | undefined): number =>
  claim?.reduce((sum, tricks) => sum + tricks, 0) ?? 0;

/** Return the seat that has all the tricks that are left as a claim begins. */
export const taker = (claim: readonly number[]): number => claim.indexOf(Math.max(...claim));

/** Return the split with a trick more for a seat, taken from the other player who has most. */
export function more(won: readonly number[], seat: number, tricks: Pick<Tricks, "seats">): number[] {
  const others = tricks.seats.filter((other) => other !== seat && (won[other] ?? 0) > 0);
  const [giver] = others.sort((a, b) => (won[b] ?? 0) - (won[a] ?? 0));
  return giver === undefined ? [...won] : moved(won, giver, seat);
}

/** Return the split with a trick fewer for a seat: `first` gets it, or, if that is the seat itself, the next player.
 * So no player is given by the way a trick that they do not want. */
export function fewer(won: readonly number[], seat: number, first: number, tricks: Pick<Tricks, "seats">): number[] {
  const { seats } = tricks;
  const next = seats[(seats.indexOf(seat) + 1) % seats.length] ?? first;
  return (won[seat] ?? 0) > 0 ? moved(won, seat, seat === first ? next : first) : [...won];
}

function moved(won: readonly number[], from: number, to: number): number[] {
  return won.map((count, at) => count - Number(at === from) + Number(at === to));
}
