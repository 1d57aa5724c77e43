// The pages of the list of leaders, which may change between two requests.
import type { RatingList } from "../client/api_types";

/** Return the list with a further page. Who has moved from the listed pages to this one is listed once. */
export function withPage(list: RatingList, page: RatingList): RatingList {
  const newNames = new Set(page.leaders.map(({ name }) => name));
  return { ...page, leaders: [...list.leaders.filter(({ name }) => !newNames.has(name)), ...page.leaders] };
}
