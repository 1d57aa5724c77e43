// The backup file of a device: the rows of its tables and the pages' local storage entries.
import type { StoredRow } from "../device/row_store";
import { parseProgress as readProgress, type Progress } from "../problems/progress";
import { parseMatch as readMatch, type SavedMatch } from "../scorer/saved_matches";

/** Prefixes of this site's local storage entries, and of score sheets among them. */
const OWN_KEY = /^prikup($|-)/;
const SCORE = "prikup-score-";
const SOLVED_KEY = "prikup-problems";

export interface BackupFile {
  prikup: "device";
  format: 1;
  /** The time of the export (ms). */
  at: number;
  rows: StoredRow[];
  /** The pages' local storage entries by name. */
  notes: Record<string, string>;
}

export const FORMAT = 1;

/** Return the local storage entries of this site. */
export const ownEntries = (notes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(notes).filter(([name]) => OWN_KEY.test(name)));

/** Return the backup file of a device. */
export const fileOf = (rows: StoredRow[], notes: Readonly<Record<string, string>>, savedAt: number): BackupFile => ({
  prikup: "device",
  format: FORMAT,
  at: savedAt,
  rows,
  notes: ownEntries(notes),
});

/** Return the contents of a backup file; otherwise whether it has a newer format or is no backup. */
export function parseBackup(text: string): BackupFile | "newer" | "unreadable" {
  try {
    const backup = Object(JSON.parse(text)) as Partial<Omit<BackupFile, "format">> & { format?: number };
    if (backup.prikup !== "device" || typeof backup.format !== "number") return "unreadable";
    if (backup.format > FORMAT) return "newer";
    const { rows, notes } = backup;
    const whole =
      Array.isArray(rows) &&
      rows.every((row) => Array.isArray(row) && row.length === 3 && row.every((part) => typeof part === "string")) &&
      typeof notes === "object" && notes !== null && Object.values(notes).every((note) => typeof note === "string");
    return whole ? fileOf(rows, notes, Number(backup.at)) : "unreadable";
  } catch {
    return "unreadable";
  }
}

/** The entries to store when importing a file: score sheets and solved problems are merged; other entries are taken
 * only if this device has none of that name. */
export interface BackupNotes {
  notes: Record<string, string>;
  solved: Progress;
  /** The numbers of score sheets that are new, longer in the file, and different from this device's. */
  scores: { added: number; longer: number; twice: number };
}

export function mergeNotes(file: BackupFile, ownNotes: Readonly<Record<string, string>>): BackupNotes {
  const merged: BackupNotes = {
    notes: {},
    solved: readProgress(file.notes[SOLVED_KEY] ?? null),
    scores: { added: 0, longer: 0, twice: 0 },
  };
  for (const [name, text] of Object.entries(file.notes)) {
    const ownText = ownNotes[name];
    const match = name.startsWith(SCORE) ? readMatch(text, name.slice(SCORE.length)) : null;
    if (match) mergeScore(merged, match, ownNotes);
    else if (ownText === undefined && name !== SOLVED_KEY && !name.startsWith(SCORE)) merged.notes[name] = text;
  }
  return merged;
}

const isSame = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second);

/** Return whether one list starts with all of another. */
const isExtension = (longList: readonly unknown[], shortList: readonly unknown[]): boolean =>
  isSame(longList.slice(0, shortList.length), shortList);

function mergeScore(merged: BackupNotes, match: SavedMatch, ownNotes: Readonly<Record<string, string>>): void {
  const name = SCORE + match.id;
  const text = JSON.stringify(match);
  const ownMatch = readMatch(ownNotes[name] ?? null, match.id);
  if (!ownMatch) {
    merged.notes[name] = text;
    merged.scores.added += 1;
  } else if (isSame(ownMatch.head, match.head) && isExtension(ownMatch.steps, match.steps)) {
    return; // this device has it already
  } else if (isSame(ownMatch.head, match.head) && isExtension(match.steps, ownMatch.steps)) {
    merged.notes[name] = text;
    merged.scores.longer += 1;
  } else {
    // The first differing step determines the copy's id, so that importing a file repeatedly adds one copy only.
    const forkIndex = match.steps.findIndex((step, index) => !isSame(step, ownMatch.steps[index]));
    const addedBefore = merged.scores.added;
    mergeScore(
      merged,
      { ...match, id: `${match.id.slice(0, 16)}-${digest([match.head, match.steps[forkIndex]])}` },
      ownNotes,
    );
    if (merged.scores.added > addedBefore) {
      merged.scores.added -= 1;
      merged.scores.twice += 1;
    }
  }
}

/** Return a short hash of a value (FNV-1a); it only has to distinguish a few score sheets. */
function digest(value: unknown): string {
  let sum = 0x811c9dc5;
  for (const letter of JSON.stringify(value)) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum.toString(16).padStart(8, "0");
}
