// This browser's notes about shuffles, against which the decks are checked later.
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

/** Store the notes of a table; those of the oldest tables are deleted. */
export function keepNotes(table: string, notes: ShuffleNotes): void {
  const { [table]: _old, ...otherTables } = shelf();
  const newest = Object.entries({ ...otherTables, [table]: notes }).slice(-TABLES);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage they last as long as the page.
  }
}
