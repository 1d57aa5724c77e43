import type { TableState } from "../state/table_state.svelte";

/** The part of a table's state that a playable hand uses; a problem implements it, too. */
export type HandTable = Pick<
  TableState,
  | "update"
  | "mustAct"
  | "legal"
  | "cardsDue"
  | "chosenCards"
  | "sentActions"
  | "hint"
  | "explanation"
  | "pointedCards"
  | "words"
  | "speech"
  | "ariaSpeech"
  | "act"
  | "askWhy"
  | "pointAt"
  | "pointText"
>;
