// The label about spectators.
import { words } from "../../language/language.svelte";
import type { TableState } from "../state/table_state.svelte";

/** Return the label that the reader is watching or, for a player, how many people are; "" if no one is. */
export function spectatorLabel({ seats, welcome, you }: Pick<TableState, "seats" | "welcome" | "you">): string {
  if (!seats) return "";
  const number = seats.watchers ? words.text("people-watching", { number: seats.watchers }) : "";
  if (you !== null) return number;
  return words.text(welcome?.delayed ? "people-you-watch-delayed" : "people-you-watch");
}
