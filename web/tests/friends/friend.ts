// An entry of a list of friends for tests.
import type { Friend } from "../../src/client/api_types";

/** Return a friend without a table known to this server, who was not here earlier today. */
export const friend = (name: string, state: Friend["state"]): Friend => ({
  name,
  state,
  table: "",
  today: false,
  often_absent: false,
  ratings: {},
});
