// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

import type { Friend, LobbyRow, WatchRow } from "./api_types";
import type { CloseMessage, FriendCall, Reason } from "./protocol";

/**
 * A message that a client sends to the lobby of a server.
 */
export type LobbyCommand = LookCommand | SeekCommand | CancelCommand | FriendsCommand | TurnsCommand;

/**
 * A message that the lobby of a server sends to a client.
 */
export type LobbyMessage = TablesMessage | RowsMessage | BlockedKeysMessage | SoughtMessage | FoundMessage | FriendsMessage | FriendMessage | TurnsMessage | LobbyRefusal | CloseMessage;

/**
 * The `keys` of the people whom the signed-in user has blocked, so that the client can hide their tables.
 *
 * A key identifies a person in the lobby. The message is sent before a `TablesMessage`, when the user blocks somebody,
 * and every day, because all keys change every day.
 */
export interface BlockedKeysMessage {
  type: "blocked";
  keys: string[];
}

/**
 * A client's message: stop looking for a table for me. A table that was found already is not given up.
 */
export interface CancelCommand {
  type: "cancel";
}

/**
 * A table was found. The match begins as soon as all its people have opened it.
 *
 * - `table`: the id of the table.
 * - `lane`: the name of the lane, the kind of match.
 * - `left_ms`: the time within which the person must open the table, in milliseconds.
 * - `seats`: the player of each seat: the name, "" for a person without one, and the rating, null for none. A computer
 *   player is null.
 * - `rated`: true if the match counts for ratings, because all its people own accounts and no two of them have the
 *   same network address.
 */
export interface FoundMessage {
  type: "found";
  table: string;
  lane: string;
  left_ms: number;
  seats: ([string, number | null] | null)[];
  rated: boolean;
}

/**
 * The new state of the friend `name`. It is sent at most every ten seconds for each friend.
 *
 * The fields are those of `Friend`, without the ratings.
 */
export interface FriendMessage {
  type: "friend";
  name: string;
  state: "away" | "here" | "table" | "unknown";
  table: string;
  today: boolean;
  often_absent: boolean;
}

/**
 * A client's message: show me my friends from now on. The answer is a `FriendsMessage`; guests have no friends.
 */
export interface FriendsCommand {
  type: "friends";
}

/**
 * The user's friends and open friend requests. The client replaces its lists by these.
 *
 * The message is sent whenever they change. Its fields are those of `FriendList`.
 */
export interface FriendsMessage {
  type: "friends";
  friends: Friend[];
  asked: string[];
  asking: string[];
  calls: FriendCall[];
}

/**
 * The refusal of a command of the client, with the reason.
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
 * - `turns`: true for turn-based tables only (players answer within hours or days), false for live tables only.
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
 *
 * The other fields are those of `LobbyView`; they are sent whether they have changed or not.
 */
export interface RowsMessage {
  type: "rows";
  set: LobbyRow[];
  gone: string[];
  online: number;
  waiting: Record<string, number>;
  last_tables: Record<string, number>;
}

/**
 * A client's message: bring me together with people who look for the same kind of match.
 *
 * The answer is a `SoughtMessage`. A later command replaces an earlier one; with the same lanes, the person keeps
 * their place in the queue.
 *
 * - `lanes`: the names of up to three lanes, the kinds of matches (`Bootstrap.lanes`).
 * - `bots`: true if one computer player may fill a seat after 45 seconds. The other people must accept that too.
 * - `range`: the greatest accepted difference of ratings, 0 for any.
 * - `partner`: the account name of a friend who must be on the same side, "" for nobody. It is only possible in lanes
 *   with partners. The friend must look for a table too, and name this person.
 */
export interface SeekCommand {
  type: "seek";
  lanes: readonly string[];
  bots?: boolean;
  range?: number;
  partner?: string;
}

/**
 * The state of a person's search for a table. It is sent every five seconds.
 *
 * - `waiting`: the number of people who look for a table, by lane, in the lanes (kinds of matches) of this person.
 * - `waited_ms`: the time since the search began, in milliseconds.
 * - `strikes`: how often in the last 24 hours the person did not come to a table that was found.
 */
export interface SoughtMessage {
  type: "sought";
  waiting: Record<string, number>;
  waited_ms: number;
  strikes: number;
}

/**
 * The whole list of open tables, and the matches to watch. The client replaces its lists by these.
 *
 * The fields are those of `LobbyView`.
 */
export interface TablesMessage {
  type: "lobby";
  rows: LobbyRow[];
  more: number;
  watch: WatchRow[];
  online: number;
  waiting: Record<string, number>;
  last_tables: Record<string, number>;
}

/**
 * A client's message: show me which turn-based tables wait for me. The answer is a `TurnsMessage`.
 *
 * At a turn-based table players answer within hours or days. Guests have no such tables.
 */
export interface TurnsCommand {
  type: "turns";
}

/**
 * The ids of the turn-based tables at which it is the user's turn, those with the least time left first.
 *
 * The message is sent again whenever a table is added or removed, at most once a second. The client then loads
 * `Bootstrap.tables` again, if it shows other ones.
 */
export interface TurnsMessage {
  type: "turns";
  tables: string[];
}
