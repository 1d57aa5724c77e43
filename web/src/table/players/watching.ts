// That one watches, and how many do.
import { words } from "../../language/language.svelte";
import type { TableState } from "../../client/table_state.svelte";

/** Return that the reader watches, or to a player how many people do; "" where nobody watches. */
export function watching({ seats, welcome, you }: Pick<TableState, "seats" | "welcome" | "you">): string {
  if (!seats) return "";
  const number = seats.watchers ? words.text("people-watching", { number: seats.watchers }) : "";
  if (you !== null) return number;
  return words.text(welcome?.delayed ? "people-you-watch-delayed" : "people-you-watch");
}
