// Client of the HTTP API outside tables: names and accounts, games and their options, opening tables.
import { requestHost, requestServer, hasUnfinishedTable, thisDevice } from "./transport";
import type {
  AgreedRules,
  BlockRequest,
  Bootstrap,
  Credentials,
  ErrorBody,
  KnownDevice,
  Leaving,
  Listing,
  Me,
  NewGuest,
  NewName,
  NewPassword,
  NewTable,
  OpenedTable,
  TableSummary,
  UserBlock,
} from "./api_types";
import type { Reason } from "./protocol";

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

export const request = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  readBody<T>(await requestHost(method, path, method === "GET" ? undefined : JSON.stringify(body ?? {})));

/** Send a request to the server, even if this device hosts the page's tables. */
export const requestAtServer = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  readBody<T>(await requestServer(method, path, method === "GET" ? undefined : JSON.stringify(body ?? {})));

/** Return the body of a response. Throws NotDone if it is a refusal or there is no response. */
export async function readBody<T>(answer: Response | null): Promise<T> {
  if (!answer) throw new NotDone({ key: "no-connection", numbers: {} }, 0);
  const body = (await answer.json().catch(() => null)) as T & Partial<ErrorBody>;
  if (answer.ok) return body;
  throw new NotDone(body?.reason ?? { key: "server-failed", numbers: {} }, answer.status, body?.puzzle);
}

/** Return what a page needs, with the games if `games`. The document already preloads this request. */
export const bootstrap = (games: boolean) => request<Bootstrap>("GET", games ? "bootstrap?games=true" : "bootstrap");

/** Return the unfinished tables of this device, in addition to the server's; empty if its storage cannot be read. */
export async function tablesOnDevice(): Promise<(TableSummary & { isOnDevice: true })[]> {
  try {
    if (!(await hasUnfinishedTable())) return [];
    const answer = await (await thisDevice()).request("GET", "bootstrap");
    const { tables } = (await answer?.json()) as Bootstrap;
    return tables.map((table) => ({ ...table, isOnDevice: true }));
  } catch (error) {
    console.info(error);
    return [];
  }
}

/** The maximum number of puzzles to solve to become a guest: other guests may raise the difficulty in between. */
const MAX_PROOFS = 4;

/** Become a guest, with a proof of work if many guests have come from this address.
 *
 * `onpuzzle` is called with the reason (which states the expected time) when a puzzle is started, and with null when it
 * is solved. */
export async function becomeGuest(name = "", onpuzzle: (reason: Reason | null) => void = () => undefined): Promise<Me> {
  for (let proofs = MAX_PROOFS, proof = ""; ; proofs--) {
    try {
      return await request<Me>("POST", "guests", { name, proof } satisfies NewGuest);
    } catch (error) {
      if (!(error instanceof NotDone && error.puzzle && proofs)) throw error;
      onpuzzle(error.reason);
      proof = await (await import("./proof_of_work")).solvePuzzle(error.puzzle);
      onpuzzle(null);
      if (!proof) throw error;
    }
  }
}

export const rename = (name: string) => request<Me>("PATCH", "me", { name } satisfies NewName);
/** Turn a guest into an account; their tables are kept. */
export const createAccount = (name: string, password: string) =>
  request<Me>("POST", "account", { name, password } satisfies Credentials);
export const login = (name: string, password: string) =>
  request<Me>("POST", "login", { name, password } satisfies Credentials);
/** Change the password; all other devices have to log in again. */
export const changePassword = (old: string, next: string) =>
  request<Me>("POST", "password", { old, new: next } satisfies NewPassword);
/** Delete the visitor permanently; a guest passes an empty password. */
export const deleteUser = (password: string) =>
  request<unknown>("POST", "account/deletion", { password } satisfies Leaving);
/** Return a token that makes another device known to the account. */
export const createDeviceToken = async () => (await request<KnownDevice>("POST", "account/device")).device;
export const registerDevice = (device: string) => request<unknown>("POST", "device", { device } satisfies KnownDevice);
export const logout = () => request<unknown>("POST", "logout");
/** Return all rules of a combination of options. Throws NotDone with the reason if it cannot be played. */
export const agreedRules = (game: string, text: string) =>
  request<AgreedRules>("GET", `options?${new URLSearchParams({ game, options: text })}`);
/** Open a table; return its id. */
export const openTable = async (opening: NewTable) => (await request<OpenedTable>("POST", "tables", opening)).id;
/** Put a table of the visitor into the list of open tables, or take it out. */
export const setListed = (table: string, listed: boolean) =>
  request<Listing>("POST", `tables/${encodeURIComponent(table)}/listing`, { listed } satisfies Listing);
/** Block a person; return all blocked people. */
export const block = (person: BlockRequest) => request<UserBlock[]>("POST", "blocks", person);
export const blocks = () => request<UserBlock[]>("GET", "blocks");
export const unblock = (id: string) => request<UserBlock[]>("DELETE", `blocks/${encodeURIComponent(id)}`);
export const table = (id: string) => request<TableSummary>("GET", `tables/${encodeURIComponent(id)}`);
