/* The data from which score sheet components draw: a table in progress or a match of the archive. */
import type { DrawnGame } from "../client/presentation";
import type { SheetMessage } from "../client/protocol";
import type { Speech } from "../language/speech";
import type { Words } from "../language/words";

export interface DrawnMatch {
  readonly welcome: DrawnGame | null;
  readonly sheet: SheetMessage | null;
  /** The translated messages of the game. */
  readonly words: Words;
  readonly speech: Speech;
  /** The names by seat. */
  readonly names: readonly string[];
  /** The reader's seat. */
  readonly you: number | null;
}
