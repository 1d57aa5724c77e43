// The scorer matches stored in this browser, each under its own key, including the deal being entered.
import type { Head, Step, Task } from "../client/score_client";
import type { Result } from "./evenings";
import type { Shared } from "../client/shared_score_client";

/** A stored match: its head and steps are the lines of its file. */
export interface KeptMatch {
  format: 1;
  id: string;
  head: Head;
  steps: Step[];
  /** The deal being entered, if any answer was given. */
  task: Task | null;
  /** The match is shared with other phones through the server. */
  shared?: Shared;
  /** The result when the match was last open. */
  result?: Result;
}

const KEY = "prikup-score-";

/** Return a match from storage or a file; null if the text is not a valid match. */
export function read(text: string | null, id = ""): KeptMatch | null {
  try {
    const found = Object(JSON.parse(text ?? "null")) as Partial<KeptMatch>;
    const { format, head, steps, shared } = found;
    if (format !== 1 || !Array.isArray(steps) || typeof head?.game !== "string" || !Array.isArray(head.names)) return null;
    const sent = shared?.sent === undefined || Number.isInteger(shared.sent);
    const others = typeof shared?.id === "string" && typeof shared.key === "string" && sent ? { shared } : {};
    const { result } = found;
    const stood = Array.isArray(result?.names) && Array.isArray(result.shares) ? { result } : {};
    return { format, id: id || String(found.id), head, steps, task: found.task ?? null, ...others, ...stood };
  } catch {
    return null;
  }
}

/** Return the match as the file format that `prikup score` reads. */
export const asFile = ({ head, steps }: Pick<KeptMatch, "head" | "steps">): string =>
  [head, ...steps].map((line) => JSON.stringify(line) + "\n").join("");

/** Return the match of such a file, or of a backup written by this page; null if it is neither. */
export function ofFile(text: string): KeptMatch | null {
  try {
    const [head, ...steps] = text.split("\n").filter(Boolean).map((line) => JSON.parse(line) as unknown);
    return read(JSON.stringify({ format: 1, id: newId(), head, steps }));
  } catch {
    return null;
  }
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return all matches, the one started last first. */
export function kept(): KeptMatch[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    const own = keys.filter((key) => key.startsWith(KEY));
    const found = own.flatMap((key) => read(localStorage.getItem(key), key.slice(KEY.length)) ?? []);
    return found.sort((one, other) => other.head.at - one.head.at);
  } catch {
    return [];
  }
}

/** Store a match; return whether there was space. */
export function keep(match: KeptMatch): boolean {
  try {
    localStorage.setItem(KEY + match.id, JSON.stringify(match));
    return true;
  } catch {
    return false;
  }
}

export function forget(id: string): void {
  try {
    localStorage.removeItem(KEY + id);
  } catch {
    // Without storage there is nothing to delete.
  }
}
