// A label for deals that are not dealt normally.
import { words } from "../language/language.svelte";
import type { TableState } from "./state/table_state.svelte";

/** Return a label for a lesson, or a deal that was played elsewhere before; "" for a normal deal. */
export function originLabel({ welcome }: Pick<TableState, "welcome">): string {
  if (welcome?.coach) return words.text("coach-title");
  if (!welcome?.origin) return "";
  if (welcome.origin.compared) return words.text("compared-deal");
  return welcome.origin.match
    ? words.text("practice-title", { deal: welcome.origin.deal })
    : words.text("practice-position");
}
