// A split of the tricks that are left: whatever is changed, all of them are dealt out.
import type { Tricks } from "../../client/protocol";

/** One trick more for a seat, taken from the one (of those who play) that has most beside it. */
export function more(won: readonly number[], seat: number, tricks: Pick<Tricks, "seats">): number[] {
  const others = tricks.seats.filter((other) => other !== seat && (won[other] ?? 0) > 0);
  const [giver] = others.sort((a, b) => (won[b] ?? 0) - (won[a] ?? 0));
  return giver === undefined ? [...won] : moved(won, giver, seat);
}

/** One trick fewer for a seat: `own` gets it, or, if that is the seat itself, the next one who plays. */
export function fewer(won: readonly number[], seat: number, own: number, tricks: Pick<Tricks, "seats">): number[] {
  const { seats } = tricks;
  const next = seats[(seats.indexOf(seat) + 1) % seats.length] ?? own;
  return (won[seat] ?? 0) > 0 ? moved(won, seat, seat === own ? next : own) : [...won];
}

function moved(won: readonly number[], from: number, to: number): number[] {
  return won.map((count, at) => count - Number(at === from) + Number(at === to));
}
