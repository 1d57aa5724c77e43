/* Decks to check, from the log of a match or typed in. */
import { requestHost } from "../client/transport";
import { NotDone } from "../client/http_client";
import type { ErrorBody } from "../client/api_types";
import type { Deck } from "../client/protocol";

const RANKS = 13;
/** The rank index of the sevens, with which the 32-card pack starts. */
const SEVEN = 5;

/** Return all cards of a pack of 32 or 52. */
export function packOf(size: number): number[] {
  const allCards = Array.from({ length: 4 * RANKS }, (_, card) => card);
  return size === 32 ? allCards.filter((card) => card % RANKS >= SEVEN) : allCards;
}

export interface Logged {
  game: string;
  names: string[];
  decks: Deck[];
}

interface Dealt {
  type: "deal";
  deal: number;
  attempt: number;
  deck: number[];
  shuffle?: { seed: string; entropy: string[]; cut: number; cut_from?: Deck["cut_from"]; withheld?: number[] } | null;
  refused?: string;
}

/** Return the decks of a log in JSON lines, including fixed ones; null if the text is not a log. */
export function parseLog(text: string): Logged | null {
  const events = text.split("\n").map(event);
  const begin = events.find((event) => event?.type === "begin") as { game: string; names: string[] } | undefined;
  if (!begin || !Array.isArray(begin.names)) return null;
  const dealEvents = events.filter(
    (event): event is Dealt => event?.type === "deal" && Array.isArray((event as Dealt).deck),
  );
  const decks = dealEvents.map(({ deal, attempt, deck, shuffle, refused = "" }) => {
    const shuffleData = shuffle ?? { seed: "", entropy: [], cut: 0 };
    return { deal, attempt, deck, refused, cut_from: "" as const, withheld: [], ...shuffleData };
  });
  return { game: begin.game, names: begin.names, decks };
}

function event(line: string): { type: string } | null {
  try {
    return JSON.parse(line) as { type: string };
  } catch {
    return null;
  }
}

/** Load the log of a table up to its last finished deal. Throws NotDone if the host refuses or does not answer. */
export async function logOf(table: string): Promise<string> {
  const answer = await requestHost("GET", `tables/${encodeURIComponent(table)}/log`);
  if (!answer) throw new NotDone({ key: "no-connection", numbers: {} }, 0);
  if (answer.ok) return answer.text();
  const { reason } = ((await answer.json().catch(() => null)) ?? {}) as Partial<ErrorBody>;
  throw new NotDone(reason ?? { key: "server-failed", numbers: {} }, answer.status);
}

/** Return the parts of a text, split at blanks and punctuation. */
export const pieces = (text: string): string[] => text.split(/[\s,;|]+/).filter(Boolean);
