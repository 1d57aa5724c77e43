// The ratings of people about as strong as the user, for a table that is for them.
import { userSettings } from "../client/friend_client";
import { leaders } from "../client/people_client";

/** The ratings that a table may ask for are from 0 to this. */
const MAX_RATING = 10_000;

/** Return the lowest and the highest rating of people about as strong as one with the rating `rating`. They show which
 * hundred that rating is in, but not more. */
export function ratingsAround(rating: number): [low: number, high: number] {
  const hundred = Math.floor(rating / 100) * 100;
  const allowed = (value: number): number => Math.min(Math.max(value, 0), MAX_RATING);
  return [allowed(hundred - 200), allowed(hundred + 300)];
}

/** Return the ratings around that of the user in a game; undefined if the user has none, or does not show it to
 * everybody. */
export async function nearRatings(game: string): Promise<[low: number, high: number] | undefined> {
  const [{ you }, { profile }] = await Promise.all([leaders(game), userSettings()]);
  return you && profile === "everybody" ? ratingsAround(you.rating) : undefined;
}
