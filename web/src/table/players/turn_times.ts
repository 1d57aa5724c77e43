// The remaining reserve time of a player at a turn-based table.
import type { Clock } from "../../client/protocol";

/** The decisions in a row that a bot may take for a player who is late; after the last one it keeps the seat. */
export const MAX_OVERDUE = 3;

/** Return the remaining reserve of a seat at a time (wall clock), in milliseconds. While the seat has to act, its
 * reserve ends when the decision is due. */
export function reserveLeft({ left, due }: Pick<Clock, "left" | "due">, seat: number, now: number): number {
  const dueMs = due[seat] ?? null;
  const leftMs = left[seat] ?? 0;
  return dueMs === null ? leftMs : Math.min(leftMs, Math.max(0, dueMs - now));
}
