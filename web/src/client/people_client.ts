// Client of the HTTP API for people: the leaders of a game, profiles, and the history of a rating.
import type { Profile, ProfileRating, RatingList } from "./api_types";
import { request } from "./http_client";

/** Encode a name twice, so that it may contain a slash. */
const personPath = (name: string): string => `people/${encodeURIComponent(encodeURIComponent(name))}`;

export const leaders = (game: string, cursor = "") =>
  request<RatingList>("GET", `ratings?${new URLSearchParams({ game, cursor })}`);
export const profile = (name: string) => request<Profile>("GET", personPath(name));
/** Return a person's rating in a game, and its history. */
export const profileRating = (name: string, game: string) =>
  request<ProfileRating>("GET", `${personPath(name)}/ratings?${new URLSearchParams({ game })}`);
/** Return the names of the accounts at a table, by the people's ids at the table. */
export const tableProfiles = (table: string) =>
  request<Record<string, string>>("GET", `tables/${encodeURIComponent(table)}/profiles`);
