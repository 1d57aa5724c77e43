// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

import type { LobbyRow, WatchRow } from "./api_types";
import type { CloseMessage, Reason } from "./protocol";

/**
 * A message that a client sends to the lobby of a server.
 */
export type LobbyCommand = LookCommand;

/**
 * A message that the lobby of a server sends to a client.
 */
export type LobbyMessage = TablesMessage | RowsMessage | BlockedKeysMessage | LobbyRefusal | CloseMessage;

/**
 * The `keys` of the people whom the signed-in user has blocked, so that the client hides their tables.
 *
 * It is sent before a `TablesMessage`, and when the user blocks somebody. All keys change every day; then it is sent
 * again too.
 */
export interface BlockedKeysMessage {
  type: "blocked";
  keys: string[];
}

/**
 * A command of the client was refused, for this `reason`.
 */
export interface LobbyRefusal {
  type: "refused";
  reason: Reason;
}

/**
 * A client's message: show me the open tables from now on. The answer is a `TablesMessage`.
 *
 * A later command replaces an earlier one.
 *
 * - `games`: the names of the games whose tables the client shows, empty for all games.
 * - `turns`: true for the tables that are played by turns only, false for live tables only.
 */
export interface LookCommand {
  type: "look";
  games?: readonly string[];
  turns?: boolean;
}

/**
 * The changes of the list of open tables since the last message.
 *
 * - `set`: the new and the changed tables.
 * - `gone`: the ids of the tables that have left the list.
 * - `online`: the number of people who are connected to the server.
 */
export interface RowsMessage {
  type: "rows";
  set: LobbyRow[];
  gone: string[];
  online: number;
}

/**
 * The whole list of open tables, and the matches to watch. It replaces everything the client knows.
 *
 * The fields are those of `LobbyView`.
 */
export interface TablesMessage {
  type: "lobby";
  rows: LobbyRow[];
  more: number;
  watch: WatchRow[];
  online: number;
}
