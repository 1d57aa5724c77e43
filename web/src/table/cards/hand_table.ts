import type { TableState } from "../../client/table_state.svelte";

/** What a hand to play from asks of its table, which may be that of a problem. */
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
