// The player who is missing at a table, and what comes of it.
import type { TableState } from "../../client/table_state.svelte";

export interface Absence {
  /** The message that says it, and one that says what happens now, if anything does. */
  key: string;
  note: string;
  seat: number;
}

/** Return the first player who should be here and is not, once the match has begun. */
export function absent({ seats, welcome, you }: Pick<TableState, "seats" | "welcome" | "you">): Absence | null {
  if (!seats || seats.stage === "open" || seats.stage === "over") return null;
  const seat = seats.seats.findIndex((person, at) => person?.owner && !person.here && at !== you);
  const person = seats.seats[seat];
  if (!person) return null;
  if (person.level) return { key: "banner-bot", note: "", seat };
  const note = { wait: "banner-away-wait", bot: "banner-away-bot", vote: "banner-away-wait" };
  return { key: "banner-away", note: note[welcome?.absent ?? "wait"], seat };
}
