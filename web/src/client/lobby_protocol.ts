// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

import type { Friend, FriendCall, LobbyRow, WatchRow } from "./api_types";
import type { CloseMessage, Reason } from "./protocol";

/**
 * A message that a client sends to the lobby of a server.
 */
export type LobbyCommand = LookCommand | SeekCommand | CancelCommand | FriendsCommand;

/**
 * A message that the lobby of a server sends to a client.
 */
export type LobbyMessage = TablesMessage | RowsMessage | BlockedKeysMessage | SoughtMessage | FoundMessage | FriendsMessage | FriendMessage | LobbyRefusal | CloseMessage;

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
 * A client's message: end the search for a table. A table that was found already is not given up.
 */
export interface CancelCommand {
  type: "cancel";
}

/**
 * A table was found. The match begins as soon as all its people have opened it.
 *
 * - `table`: the id of the table.
 * - `lane`: the name of the lane.
 * - `left_ms`: the time within which the person must open the table, in milliseconds.
 * - `seats`: the player of each seat: the name, "" for a person without one, and the rating, null for none. A computer
 *   player is null.
 * - `rated`: true if the match counts for ratings, because all its people own accounts. Then no two of them have the
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
 * The new state of the friend with this `name`, sent at most every ten seconds for each friend.
 *
 * The fields are those of `Friend`.
 */
export interface FriendMessage {
  type: "friend";
  name: string;
  state: "away" | "here" | "table" | "unknown";
  table: string;
  today: boolean;
}

/**
 * A client's message: show me my friends from now on. The answer is a `FriendsMessage`; guests have no friends.
 */
export interface FriendsCommand {
  type: "friends";
}

/**
 * The user's friends and open requests. It replaces everything the client knows, and is sent whenever they change.
 *
 * The fields are those of `FriendList`.
 */
export interface FriendsMessage {
  type: "friends";
  friends: Friend[];
  asked: string[];
  asking: string[];
  calls: FriendCall[];
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
 *
 * The other fields are those of `LobbyView`, whether they have changed or not.
 */
export interface RowsMessage {
  type: "rows";
  set: LobbyRow[];
  gone: string[];
  online: number;
  waiting: Record<string, number>;
}

/**
 * A client's message: bring me together with people who look for the same. The answer is a `SoughtMessage`.
 *
 * A later command replaces an earlier one; with the same lanes, the person keeps their place in the queue.
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
 * The person is looking for a table. It is sent every five seconds.
 *
 * - `waiting`: the number of people who look for a table, by lane, for the lanes of this person.
 * - `waited_ms`: the time since the search began, in milliseconds.
 * - `strikes`: how often within a day the person did not come to a table that was found.
 */
export interface SoughtMessage {
  type: "sought";
  waiting: Record<string, number>;
  waited_ms: number;
  strikes: number;
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
  waiting: Record<string, number>;
}
