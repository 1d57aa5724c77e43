// Matches whose start ends the search for players.
import type { TableState } from "../table/state/table_state.svelte";

/** Return whether the visitor plays a live match with other people, and so looks for no table any more. A match with
 * bots waits, and a turn-based match leaves time for another one. */
export function hasJoinedMatch({ welcome, seats, you }: Pick<TableState, "welcome" | "seats" | "you">): boolean {
  if (!seats || you === null || welcome?.turns) return false;
  const isRunning = seats.stage !== "open" && seats.stage !== "over";
  return isRunning && seats.seats.filter((person) => person?.owner).length > 1;
}
