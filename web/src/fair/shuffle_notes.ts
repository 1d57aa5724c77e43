// The notes of this browser about the shuffles at its tables, to check the decks against afterwards.
import type { ShuffleNotes } from "./deck_checks";

const KEY = "prikup-shuffles-2";
const TABLES = 20;

type Shelf = Record<string, ShuffleNotes>;

function shelf(): Shelf {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Shelf;
  } catch {
    return {};
  }
}

export function notesOf(table: string): ShuffleNotes {
  return shelf()[table] ?? { noted: {}, last: "" };
}

/** Keep the notes of a table; the oldest tables make room. */
export function keepNotes(table: string, notes: ShuffleNotes): void {
  const { [table]: _old, ...others } = shelf();
  const newest = Object.entries({ ...others, [table]: notes }).slice(-TABLES);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Then they last as long as this page.
  }
}
