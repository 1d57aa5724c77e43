// The player who is missing at a table, and what comes of it.
import type { TableState } from "../../client/table_state.svelte";

export interface Absence {
  /** The message that says it, and one that says what happens then, if anything does. */
  key: string;
  note: string;
  seat: number;
  /** The milliseconds after which that happens, when the seats were told; 0 where it can happen now. */
  left: number;
}

/** Return the first player who should be here and is not, once the match has begun. */
export function absent({ seats, welcome, you }: Pick<TableState, "seats" | "welcome" | "you">): Absence | null {
  if (!seats || seats.stage === "open" || seats.stage === "over") return null;
  const seat = seats.seats.findIndex((person, at) => person?.owner && !person.here && at !== you);
  const person = seats.seats[seat];
  if (!person) return null;
  const left = seats.absent_in[seat] ?? 0;
  if (person.level) return { key: "banner-bot", note: "", seat, left };
  if (!left) return { key: "banner-away", note: "banner-away-wait", seat, left };
  return { key: "banner-lost-line", note: welcome?.absent === "vote" ? "banner-away-vote" : "banner-away-bot", seat, left };
}
