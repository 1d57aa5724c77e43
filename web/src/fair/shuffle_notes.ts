// The notes of this browser about the shuffles at its tables, to check the decks against afterwards.
import type { Noted } from "./shuffle";

export interface ShuffleNotes {
  /** By deal and attempt (`3.1`). */
  noted: Record<string, Noted>;
  /** The player's own entropy, from before it is promised. */
  mine: Record<string, string>;
  /** The player's own hand as it was dealt (a mask), by deal and attempt. */
  hands: Record<string, number>;
  /** The last deal and attempt that were shuffled. */
  last: string;
}

const KEY = "prikup-shuffles";
const TABLES = 20;

const NOTHING: ShuffleNotes = { noted: {}, mine: {}, hands: {}, last: "" };

type Shelf = Record<string, ShuffleNotes>;

function shelf(): Shelf {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Shelf;
  } catch {
    return {};
  }
}

export function notesOf(table: string): ShuffleNotes {
  return shelf()[table] ?? { ...NOTHING };
}

/** Keep the notes of a table; the oldest tables make room. */
export function keepNotes(table: string, notes: ShuffleNotes): void {
  const { [table]: _old, ...others } = shelf();
  const newest = Object.entries({ ...others, [table]: notes }).slice(-TABLES);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Then only what came over the wire can be checked.
  }
}
