// That a deal is no ordinary one.
import { words } from "../language/language.svelte";
import type { TableState } from "../client/table_state.svelte";

/** Return that the deal is a lesson, or one that was played elsewhere before; "" where it is dealt as usual. */
export function origin({ welcome }: Pick<TableState, "welcome">): string {
  if (welcome?.coach) return words.text("coach-title");
  if (!welcome?.origin) return "";
  if (welcome.origin.compared) return words.text("compared-deal");
  return welcome.origin.match ? words.text("practice-title", { deal: welcome.origin.deal }) : words.text("practice-position");
}
