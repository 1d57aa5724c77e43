/* The data from which score sheet components draw: a table in progress or a match of the archive. */
import type { Speech } from "../language/speech";
import type { Words } from "../language/words";
import type { Sheet, Welcome } from "../client/protocol";

/** The fields of a welcome message that define how a game is named, scored and drawn. */
export type DrawnGame = Pick<Welcome, "game" | "options" | "rules" | "sides" | "calls" | "columns" | "presentation">;

export interface DrawnMatch {
  readonly welcome: DrawnGame | null;
  readonly sheet: Sheet | null;
  /** The translated messages of the game. */
  readonly words: Words;
  readonly speech: Speech;
  /** The names by seat. */
  readonly names: readonly string[];
  /** The reader's seat. */
  readonly you: number | null;
}
