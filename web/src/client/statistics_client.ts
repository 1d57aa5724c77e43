// Client of the statistics API.
import { queryParameters } from "./archive_client";
import { request } from "./http_client";
import type { Reason } from "./protocol";

/** An average per deal; `mean` and `margin` (95 %) are null while `missing` more deals are needed. */
export interface Average {
  deals: number;
  missing: number;
  mean: number | null;
  margin: number | null;
}

/** How often a player had a role; `made` is null if the role has nothing to make or lose. */
export interface RoleStatistics {
  role: Reason;
  times: number;
  made: number | null;
  points: Average;
}

/** The decisions of a kind in reviewed deals, and the loss per deal by mistakes among them. */
export interface DecisionStatistics {
  phase: string;
  decisions: number;
  mistakes: number;
  lost: Average;
}

export interface Statistics {
  points: Average;
  roles: RoleStatistics[];
  lost: Average;
  decisions: DecisionStatistics[];
}

/** The statistics of a game: the visitor's, and those of computer players, weakest first. */
export interface GameStatistics {
  game: string;
  you: Statistics | null;
  levels: { level: string; statistics: Statistics }[];
}

/** A filter of the matches to count: by game, house rules, and first and last day inclusive (2026-11-25); absent or ""
 * means all. */
export type Counted = Partial<Record<"game" | "preset" | "since" | "until", string>>;

/** Return the start of a day in local time, `later` days after it, as text; "" for an invalid day. */
function midnight(day: string | undefined, later = 0): string {
  const [year, month, date] = (day ?? "").split("-").map(Number);
  const timestamp = new Date(year ?? NaN, (month ?? NaN) - 1, (date ?? NaN) + later).getTime();
  return Number.isNaN(timestamp) ? "" : String(timestamp);
}

export function statistics({ since, until, ...filter }: Counted): Promise<{ games: GameStatistics[] }> {
  const parameters = queryParameters({ ...filter, since: midnight(since), until: midnight(until, 1) });
  return request("GET", `statistics?${new URLSearchParams(parameters)}`);
}
