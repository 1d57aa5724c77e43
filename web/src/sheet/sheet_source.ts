/* The data from which score sheet components draw: a table in progress or a match of the archive. */
import type { SheetSetup, WrittenSheet } from "../client/api_types";
import type { Speech } from "../language/speech";
import type { Words } from "../language/words";

export interface SheetSource {
  readonly welcome: SheetSetup | null;
  readonly sheet: WrittenSheet | null;
  /** The translated messages of the game. */
  readonly words: Words;
  readonly speech: Speech;
  /** The names by seat. */
  readonly names: readonly string[];
  /** The reader's seat. */
  readonly you: number | null;
}
