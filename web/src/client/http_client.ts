// What is asked of the server outside of a table: names and accounts, the games there are, opening tables.
import { ask } from "./host";
import type { Presentation, Reason } from "./protocol";

/** The server does not do it; `reason` says why. With the solution of `puzzle` ("": there is none) it would. */
export class NotDone extends Error {
  constructor(
    readonly reason: Reason,
    readonly status: number,
    readonly puzzle = "",
  ) {
    super(reason.key);
  }
}

export interface Me {
  id: string;
  name: string;
  guest: boolean;
}

/** A house rule: its values as text, or the bounds of a number and the step it goes in; what it touches, and the cases in which it is idle. */
export interface Option {
  name: string;
  values: string[];
  default: string;
  bounds: [low: number, high: number] | null;
  step: number;
  touches: "play" | "sheet" | "course";
  /** Where each of these other rules has one of these values, in one of the cases, the rule can change nothing. */
  silenced: Record<string, string[]>[];
}

/** All house rules of a table, and those that can change nothing there, each with the others that silence it. */
export interface AgreedRules {
  rules: Record<string, string>;
  idle: Record<string, Record<string, string>>;
}

export interface Game {
  name: string;
  presets: Record<string, Record<string, string>>;
  options: Option[];
  seats: [least: number, most: number];
  levels: string[];
  presentation: Presentation;
  /** There is a first deal with a coach. */
  coach: boolean;
}

export interface Opening {
  game: string;
  options: string;
  level: string;
  absent: "wait" | "bot" | "vote";
  /** For how many seconds a lost connection is waited for. */
  away_s: number;
  clock: [bank: number, increment: number] | null;
  spectators: boolean;
  /** Spectators see each deal once it has ended. */
  delayed: boolean;
  chat: boolean;
  deals: number;
  /** Play now: computer players take all other seats. */
  bots: boolean;
  /** Play the first deal of the game's coach, who says all else. */
  coach: boolean;
}

/** What is known of a table without sitting at it. */
export interface Facts {
  id: string;
  /** It is hosted by this device. */
  here?: boolean;
  game: string;
  options: string;
  stage: string;
  deal: number;
  names: (string | null)[];
}

/** All that a page is told before it shows anything. */
export interface Bootstrap {
  /** The visitor's name and account; null for a visitor who has none yet. */
  me: Me | null;
  /** The visitor's own tables that are not finished. */
  tables: Facts[];
  /** For how many days a guest is kept who does not come back; 0: for ever. */
  guest_days: number;
  /** None where the page shows none. */
  games: Game[];
  /** The server sends the engine, with which this device answers where the server does not. */
  here?: boolean;
}

/** Somebody whom the visitor has blocked: their name then, and when (ms). */
export interface Block {
  id: string;
  name: string;
  at: number;
}

export const asked = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  told<T>(await ask(method, path, method === "GET" ? undefined : JSON.stringify(body ?? {})));

/** Return what an answer says. Throws NotDone where it is a refusal, or where there is none. */
export async function told<T>(answer: Response | null): Promise<T> {
  if (!answer) throw new NotDone({ key: "no-connection", numbers: {} }, 0);
  const found = (await answer.json().catch(() => null)) as T & { reason?: Reason; puzzle?: string };
  if (answer.ok) return found;
  throw new NotDone(found?.reason ?? { key: "server-failed", numbers: {} }, answer.status, found?.puzzle);
}

/** Return what a page needs, the games among it where it shows them. The server has begun to load it with the document. */
export const bootstrap = (games: boolean) => asked<Bootstrap>("GET", games ? "bootstrap?games=true" : "bootstrap");

/** The number of puzzles that are solved to become a guest: while one is, others may make the next one harder. */
const PROOFS = 4;

/**
 * Become a guest, after a proof of work where many have come from this address.
 *
 * `onpuzzle` is called with the reason, which says how long it takes, when a puzzle is begun, and with null when it is solved.
 */
export async function guest(name = "", onpuzzle: (reason: Reason | null) => void = () => undefined): Promise<Me> {
  for (let proofs = PROOFS, proof = ""; ; proofs--) {
    try {
      return await asked<Me>("POST", "guests", { name, proof });
    } catch (error) {
      if (!(error instanceof NotDone && error.puzzle && proofs)) throw error;
      onpuzzle(error.reason);
      proof = await (await import("./proof_of_work")).solution(error.puzzle);
      onpuzzle(null);
      if (!proof) throw error;
    }
  }
}

export const rename = (name: string) => asked<Me>("PATCH", "me", { name });
/** Make an account of a guest, who keeps their tables. */
export const account = (name: string, password: string) => asked<Me>("POST", "account", { name, password });
export const login = (name: string, password: string) => asked<Me>("POST", "login", { name, password });
/** Change the password; on all other devices the account has to log in again. */
export const password = (old: string, next: string) => asked<Me>("POST", "password", { old, new: next });
/** Delete the visitor for good; a guest has no password. */
export const leave = (password: string) => asked<unknown>("POST", "account/deletion", { password });
/** Return what makes another device known to the account. */
export const proveDevice = async () => (await asked<{ device: string }>("POST", "account/device")).device;
export const keepDevice = (device: string) => asked<unknown>("POST", "device", { device });
export const logout = () => asked<unknown>("POST", "logout");
/** Return all rules of a combination. Throws NotDone with the reason where it cannot be played. */
export const options = (game: string, text: string) =>
  asked<AgreedRules>("GET", `options?${new URLSearchParams({ game, options: text })}`);
/** Open a table; return its id. */
export const open = async (opening: Partial<Opening> & { game: string }) =>
  (await asked<{ id: string }>("POST", "tables", opening)).id;
/** Block a person by their id at a table; return all who are blocked. */
export const block = (table: string, person: string) => asked<Block[]>("POST", "blocks", { table, person });
export const blocks = () => asked<Block[]>("GET", "blocks");
export const unblock = (id: string) => asked<Block[]>("DELETE", `blocks/${encodeURIComponent(id)}`);
export const table = (id: string) => asked<Facts>("GET", `tables/${encodeURIComponent(id)}`);
