// The scorer matches stored in this browser, each under its own key, including the deal being entered.
import type { EntryTask, FileHead, HistoryLine, Scoring } from "../client/api_types";
import type { StoredSharedMatch } from "../client/shared_score_client";

/** The current result of a match: the settlement of each player, and the number of entries it is based on. */
export interface MatchSettlement {
  names: string[];
  shares: number[];
  entries: number;
}

/** A stored match: its head and steps are the lines of its file. */
export interface SavedMatch {
  format: 1;
  id: string;
  head: FileHead;
  steps: HistoryLine[];
  /** The deal being entered, if any answer was given. */
  task: Required<EntryTask> | null;
  /** The match is shared with other phones through the server. */
  shared?: StoredSharedMatch;
  /** The result when the match was last open. */
  result?: MatchSettlement;
}

const KEY = "prikup-score-";

/** Return the head of a match as the first line of its file; the server sends it without its `type`. */
export const fileHead = (head: Scoring): FileHead => ({ type: "scoring", ...head });

/** Return a match from storage or a file; null if the text is not a valid match. */
export function parseMatch(text: string | null, id = ""): SavedMatch | null {
  try {
    const parsed = Object(JSON.parse(text ?? "null")) as Partial<Omit<SavedMatch, "head"> & { head: Scoring }>;
    const { format, head, steps, shared } = parsed;
    if (format !== 1 || !Array.isArray(steps) || typeof head?.game !== "string" || !Array.isArray(head.names))
      return null;
    const hasValidSent = shared?.sent === undefined || Number.isInteger(shared.sent);
    const sharedPart =
      typeof shared?.id === "string" && typeof shared.key === "string" && hasValidSent ? { shared } : {};
    const { result } = parsed;
    const resultPart = Array.isArray(result?.names) && Array.isArray(result.shares) ? { result } : {};
    return {
      format,
      id: id || String(parsed.id),
      head: fileHead(head),
      steps,
      task: parsed.task ?? null,
      ...sharedPart,
      ...resultPart,
    };
  } catch {
    return null;
  }
}

/** Return the match as the file format that `prikup score` reads. */
export const matchFileText = ({ head, steps }: Pick<SavedMatch, "head" | "steps">): string =>
  [head, ...steps].map((line) => JSON.stringify(line) + "\n").join("");

/** Return the match of such a file, or of a backup written by this page; null if it is neither. */
export function parseMatchFile(text: string): SavedMatch | null {
  try {
    const [head, ...steps] = text.split("\n").filter(Boolean).map((line) => JSON.parse(line) as unknown);
    return parseMatch(JSON.stringify({ format: 1, id: newId(), head, steps }));
  } catch {
    return null;
  }
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return all matches, the one started last first. */
export function loadMatches(): SavedMatch[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    const ownKeys = keys.filter((key) => key.startsWith(KEY));
    const matches = ownKeys.flatMap((key) => parseMatch(localStorage.getItem(key), key.slice(KEY.length)) ?? []);
    return matches.sort((first, second) => second.head.at - first.head.at);
  } catch {
    return [];
  }
}

/** Store a match; return whether there was space. */
export function saveMatch(match: SavedMatch): boolean {
  try {
    localStorage.setItem(KEY + match.id, JSON.stringify(match));
    return true;
  } catch {
    return false;
  }
}

/** Store the result of a match. It may be late: a match that was deleted meanwhile, or is stored with other steps,
 * stays as it is. */
export function saveResult(match: SavedMatch, result: MatchSettlement): void {
  const stored = loadMatches().find(({ id }) => id === match.id);
  if (stored && matchFileText(stored) === matchFileText(match)) saveMatch({ ...stored, result });
}

export function deleteMatch(id: string): void {
  try {
    localStorage.removeItem(KEY + id);
  } catch {
    // Without storage there is nothing to delete.
  }
}
