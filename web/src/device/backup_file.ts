// The backup file of a device: the rows of its tables and the pages' local storage entries.
import type { Row } from "./row_store";
import { read as readProgress } from "../problems/progress";
import type { Progress } from "../client/problem_client";
import { read as readMatch, type KeptMatch } from "../scorer/saved_matches";

/** Prefixes of this site's local storage entries, and of score sheets among them. */
const OURS = /^prikup($|-)/;
const SCORE = "prikup-score-";
const SOLVED = "prikup-problems";

export interface KeptFile {
  prikup: "device";
  format: 1;
  /** The time of the export (ms). */
  at: number;
  rows: Row[];
  /** The pages' local storage entries by name. */
  notes: Record<string, string>;
}

export const FORMAT = 1;

/** Return the local storage entries of this site. */
export const ours = (notes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(notes).filter(([name]) => OURS.test(name)));

/** Return the backup file of a device. */
export const fileOf = (rows: Row[], notes: Readonly<Record<string, string>>, at: number): KeptFile => ({
  prikup: "device",
  format: FORMAT,
  at,
  rows,
  notes: ours(notes),
});

/** Return the contents of a backup file; otherwise whether it has a newer format or is no backup. */
export function parsed(text: string): KeptFile | "newer" | "unreadable" {
  try {
    const found = Object(JSON.parse(text)) as Partial<Omit<KeptFile, "format">> & { format?: number };
    if (found.prikup !== "device" || typeof found.format !== "number") return "unreadable";
    if (found.format > FORMAT) return "newer";
    const { rows, notes } = found;
    const whole =
      Array.isArray(rows) &&
      rows.every((row) => Array.isArray(row) && row.length === 3 && row.every((part) => typeof part === "string")) &&
      typeof notes === "object" && notes !== null && Object.values(notes).every((note) => typeof note === "string");
    return whole ? fileOf(rows, notes, Number(found.at)) : "unreadable";
  } catch {
    return "unreadable";
  }
}

/** The entries to store when importing a file: score sheets and solved problems are merged; other entries are taken
 * only if this device has none of that name. */
export interface Noted {
  notes: Record<string, string>;
  solved: Progress;
  /** The numbers of score sheets that are new, longer in the file, and different from this device's. */
  scores: { added: number; longer: number; twice: number };
}

export function noted(file: KeptFile, here: Readonly<Record<string, string>>): Noted {
  const found: Noted = { notes: {}, solved: readProgress(file.notes[SOLVED] ?? null), scores: { added: 0, longer: 0, twice: 0 } };
  for (const [name, text] of Object.entries(file.notes)) {
    const own = here[name];
    const match = name.startsWith(SCORE) ? readMatch(text, name.slice(SCORE.length)) : null;
    if (match) score(found, match, here);
    else if (own === undefined && name !== SOLVED && !name.startsWith(SCORE)) found.notes[name] = text;
  }
  return found;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Return whether one list starts with all of another. */
const goesOn = (longer: readonly unknown[], shorter: readonly unknown[]): boolean => same(longer.slice(0, shorter.length), shorter);

function score(found: Noted, match: KeptMatch, here: Readonly<Record<string, string>>): void {
  const name = SCORE + match.id;
  const text = JSON.stringify(match);
  const own = readMatch(here[name] ?? null, match.id);
  if (!own) {
    found.notes[name] = text;
    found.scores.added += 1;
  } else if (same(own.head, match.head) && goesOn(own.steps, match.steps)) {
    return; // this device has it already
  } else if (same(own.head, match.head) && goesOn(match.steps, own.steps)) {
    found.notes[name] = text;
    found.scores.longer += 1;
  } else {
    // The first differing step determines the copy's id, so that importing a file repeatedly adds one copy only.
    const parted = match.steps.findIndex((step, at) => !same(step, own.steps[at]));
    const before = found.scores.added;
    score(found, { ...match, id: `${match.id.slice(0, 16)}-${digest([match.head, match.steps[parted]])}` }, here);
    if (found.scores.added > before) {
      found.scores.added -= 1;
      found.scores.twice += 1;
    }
  }
}

/** Return a short hash of a value (FNV-1a); it only has to distinguish a few score sheets. */
function digest(value: unknown): string {
  let sum = 0x811c9dc5;
  for (const letter of JSON.stringify(value)) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum.toString(16).padStart(8, "0");
}
