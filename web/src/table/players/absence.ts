// An absent player, and the consequences.
import type { TableState } from "../state/table_state.svelte";

export interface Absence {
  /** The message key of the notice, and of a note on what happens next ("" if nothing). */
  key: string;
  note: string;
  seat: number;
  /** Milliseconds until then, at the time of the last message about the seats; 0 if it can happen now. */
  leftMs: number;
}

/** Return the first player of a started match who is absent, other than the reader; null if there is none. */
export function firstAbsence({ seats, welcome, you }: Pick<TableState, "seats" | "welcome" | "you">): Absence | null {
  if (!seats || seats.stage === "open" || seats.stage === "over") return null;
  const seat = seats.seats.findIndex((person, index) => person?.owner && !person.here && index !== you);
  const person = seats.seats[seat];
  if (!person) return null;
  const leftMs = seats.absent_in[seat] ?? 0;
  if (person.level) return { key: "banner-bot", note: "", seat, leftMs };
  if (!leftMs) return { key: "banner-away", note: "banner-away-wait", seat, leftMs };
  return {
    key: "banner-lost-line",
    note: welcome?.absent === "vote" ? "banner-away-vote" : "banner-away-bot",
    seat,
    leftMs,
  };
}
