import type { TableState } from "../../client/table_state.svelte";

/** The part of a table's state that a playable hand uses; a problem implements it, too. */
export type HandTable = Pick<
  TableState,
  | "shown"
  | "asked"
  | "legal"
  | "owed"
  | "chosen"
  | "sent"
  | "hint"
  | "wondered"
  | "pointed"
  | "words"
  | "speech"
  | "spoken"
  | "act"
  | "why"
  | "pointAt"
  | "pointText"
>;
