/* What the parts of a score sheet draw from: a table as it stands, or a match of the archive. */
import type { Speech } from "../language/speech";
import type { Words } from "../language/words";
import type { Sheet, Welcome } from "./protocol";

/** What of a welcome says how the game is called, scored and drawn. */
export type DrawnGame = Pick<Welcome, "game" | "options" | "rules" | "sides" | "calls" | "columns" | "presentation">;

export interface DrawnMatch {
  readonly welcome: DrawnGame | null;
  readonly sheet: Sheet | null;
  /** The words of its game. */
  readonly words: Words;
  readonly speech: Speech;
  /** The names by seat. */
  readonly names: readonly string[];
  /** The reader's seat. */
  readonly you: number | null;
}
