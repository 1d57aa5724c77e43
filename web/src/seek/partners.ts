// The friends whom a visitor may choose as their partner.
import type { Friend } from "../client/api_types";

/** Return the names of the friends who are not away, and of the `chosen` one, "" for none, wherever they are. */
export function partnerNames(friends: readonly Friend[], chosen: string): string[] {
  const present = friends.filter(({ state }) => state !== "away").map(({ name }) => name);
  return chosen && !present.includes(chosen) ? [chosen, ...present] : present;
}
