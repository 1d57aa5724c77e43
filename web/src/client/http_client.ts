// Client of the HTTP API outside tables: names and accounts, games and their options, opening tables.
import { ask, hasUnfinishedTable, thisDevice } from "./transport";
import type { Presentation, Reason } from "./protocol";

/** The server refused a request, for `reason`. It would accept it with the solution of `puzzle` ("" if there is
 * none). */
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

/** A house rule: its values as text, or the bounds and step of a number; the parts of the game that it affects, and the
 * cases in which it has no effect. */
export interface Option {
  name: string;
  values: string[];
  default: string;
  bounds: [low: number, high: number] | null;
  step: number;
  touches: "play" | "sheet" | "course";
  /** The rule has no effect if, in one of these cases, each of the other rules named has one of the values listed. */
  silenced: Record<string, string[]>[];
}

/** All house rules of a table, and those without effect there, each with the rules that disable it. */
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
  /** The game offers a coached first deal. */
  coach: boolean;
}

export interface NewTable {
  game: string;
  options: string;
  level: string;
  absent: "wait" | "bot" | "vote";
  /** The number of seconds for which a lost connection keeps its seat. */
  away_s: number;
  clock: [bank: number, increment: number] | null;
  spectators: boolean;
  /** Spectators see each deal only after it has ended. */
  delayed: boolean;
  chat: boolean;
  deals: number;
  /** Fill all other seats with computer players and start. */
  bots: boolean;
  /** Play the coached first deal of the game; the coach sets all other options. */
  coach: boolean;
}

/** The public data of a table, available without sitting at it. */
export interface Facts {
  id: string;
  /** Hosted by this device. */
  here?: boolean;
  game: string;
  options: string;
  stage: string;
  deal: number;
  names: (string | null)[];
}

/** Everything that a page needs before it can show anything. */
export interface Bootstrap {
  /** The visitor's name and account; null for a visitor without a name. */
  me: Me | null;
  /** The visitor's unfinished tables. */
  tables: Facts[];
  /** The number of days after which an inactive guest is deleted; 0: never. */
  guest_days: number;
  /** Empty if the page shows no games. */
  games: Game[];
  /** The server offers the engine, which answers on this device when the server is unreachable. */
  here?: boolean;
}

/** A person whom the visitor has blocked: the name they had, and the time (ms). */
export interface Block {
  id: string;
  name: string;
  at: number;
}

export const request = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  readBody<T>(await ask(method, path, method === "GET" ? undefined : JSON.stringify(body ?? {})));

/** Return the body of a response. Throws NotDone if it is a refusal or there is no response. */
export async function readBody<T>(answer: Response | null): Promise<T> {
  if (!answer) throw new NotDone({ key: "no-connection", numbers: {} }, 0);
  const body = (await answer.json().catch(() => null)) as T & { reason?: Reason; puzzle?: string };
  if (answer.ok) return body;
  throw new NotDone(body?.reason ?? { key: "server-failed", numbers: {} }, answer.status, body?.puzzle);
}

/** Return what a page needs, with the games if `games`. The document already preloads this request. */
export const bootstrap = (games: boolean) => request<Bootstrap>("GET", games ? "bootstrap?games=true" : "bootstrap");

/** Return the unfinished tables of this device, in addition to the server's; empty if its storage cannot be read. */
export async function tablesHere(): Promise<Facts[]> {
  try {
    if (!(await hasUnfinishedTable())) return [];
    const answer = await (await thisDevice()).request("GET", "bootstrap");
    const { tables } = (await answer?.json()) as { tables: Facts[] };
    return tables.map((table) => ({ ...table, here: true }));
  } catch (error) {
    console.info(error);
    return [];
  }
}

/** The maximum number of puzzles to solve to become a guest: other guests may raise the difficulty in between. */
const PROOFS = 4;

/** Become a guest, with a proof of work if many guests have come from this address.
 *
 * `onpuzzle` is called with the reason (which states the expected time) when a puzzle is started, and with null when it
 * is solved. */
export async function guest(name = "", onpuzzle: (reason: Reason | null) => void = () => undefined): Promise<Me> {
  for (let proofs = PROOFS, proof = ""; ; proofs--) {
    try {
      return await request<Me>("POST", "guests", { name, proof });
    } catch (error) {
      if (!(error instanceof NotDone && error.puzzle && proofs)) throw error;
      onpuzzle(error.reason);
      proof = await (await import("./proof_of_work")).solution(error.puzzle);
      onpuzzle(null);
      if (!proof) throw error;
    }
  }
}

export const rename = (name: string) => request<Me>("PATCH", "me", { name });
/** Turn a guest into an account; their tables are kept. */
export const account = (name: string, password: string) => request<Me>("POST", "account", { name, password });
export const login = (name: string, password: string) => request<Me>("POST", "login", { name, password });
/** Change the password; all other devices have to log in again. */
export const password = (old: string, next: string) => request<Me>("POST", "password", { old, new: next });
/** Delete the visitor permanently; a guest passes an empty password. */
export const leave = (password: string) => request<unknown>("POST", "account/deletion", { password });
/** Return a token that makes another device known to the account. */
export const proveDevice = async () => (await request<{ device: string }>("POST", "account/device")).device;
export const keepDevice = (device: string) => request<unknown>("POST", "device", { device });
export const logout = () => request<unknown>("POST", "logout");
/** Return all rules of a combination of options. Throws NotDone with the reason if it cannot be played. */
export const options = (game: string, text: string) =>
  request<AgreedRules>("GET", `options?${new URLSearchParams({ game, options: text })}`);
/** Open a table; return its id. */
export const open = async (opening: Partial<NewTable> & { game: string }) =>
  (await request<{ id: string }>("POST", "tables", opening)).id;
/** Block a person by their id at a table; return all blocked people. */
export const block = (table: string, person: string) => request<Block[]>("POST", "blocks", { table, person });
export const blocks = () => request<Block[]>("GET", "blocks");
export const unblock = (id: string) => request<Block[]>("DELETE", `blocks/${encodeURIComponent(id)}`);
export const table = (id: string) => request<Facts>("GET", `tables/${encodeURIComponent(id)}`);
