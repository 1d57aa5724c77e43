// An entry of a list of friends for tests.
import type { Friend } from "../../src/client/api_types";

/** Return a friend who is at no table that this server knows, and who was not here before. */
export const friend = (name: string, state: Friend["state"]): Friend => ({
  name,
  state,
  table: "",
  today: false,
  often_absent: false,
});
