// Client of the HTTP API for friends: lists, requests, friend codes, and calls to a table.
import type {
  CallToTable,
  FriendAnswer,
  FriendCode,
  FriendList,
  FriendRequest,
  SettingsChange,
  UserSettings,
} from "./api_types";
import { request } from "./http_client";

/** Encode a name twice, so that it may contain a slash. */
const friendPath = (name: string): string => `friends/${encodeURIComponent(encodeURIComponent(name))}`;

export const friends = () => request<FriendList>("GET", "friends");
/** Ask a person to become a friend; the response does not show whether the request has reached anyone. */
export const askFriend = (person: FriendRequest) => request<unknown>("POST", "friends", person);
export const answerFriend = (name: string, yes: boolean) =>
  request<FriendList>("POST", friendPath(name), { yes } satisfies FriendAnswer);
/** End a friendship, or withdraw a request. */
export const removeFriend = (name: string) => request<FriendList>("DELETE", friendPath(name));
export const friendCode = async () => (await request<FriendCode>("GET", "friend-code")).code;
export const renewCode = async () => (await request<FriendCode>("POST", "friend-code")).code;
export const callFriend = (table: string, friend: string) =>
  request<unknown>("POST", "invitations", { table, friend } satisfies CallToTable);
export const dismissCall = (id: string) => request<FriendList>("DELETE", `invitations/${encodeURIComponent(id)}`);
export const userSettings = () => request<UserSettings>("GET", "me/settings");
export const changeSettings = (change: SettingsChange) => request<UserSettings>("PUT", "me/settings", change);
