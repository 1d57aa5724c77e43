import { queryParameters } from "../client/archive_client";
import { ROOT } from "../address/root";
import type { ProblemFilter } from "./progress";

/** Return the address of a problem, including the choice of problems it was opened from. */
export function address(id: string, { game, theme, level }: ProblemFilter): string {
  return `${ROOT}problems/${id}?${new URLSearchParams(queryParameters({ game, theme, level: level?.toString() }))}`;
}

/** Return the choice of problems in an address; by default all problems of a game. */
export function choiceOf(search: Readonly<URLSearchParams>, game: string): ProblemFilter {
  const level = search.get("level");
  return {
    game: search.get("game") || game,
    theme: search.get("theme") || undefined,
    level: level ? Number(level) : undefined,
  };
}
