// What is asked of the server about statistics.
import { given } from "./archive_client";
import { asked } from "./http_client";
import type { Reason } from "./protocol";

/** An average of numbers by deal; `mean` and `margin` (95 %) are null while deals are `missing`. */
export interface Average {
  deals: number;
  missing: number;
  mean: number | null;
  margin: number | null;
}

/** A role that a player had, and how often; `made` is null where nothing is made or lost. */
export interface RoleStatistics {
  role: Reason;
  times: number;
  made: number | null;
  points: Average;
}

/** The decisions of a kind in the deals that were reviewed, and what mistakes among them gave away by deal. */
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

/** The statistics of a game: the visitor's own, and those of computer players, the weakest first. */
export interface GameStatistics {
  game: string;
  you: Statistics | null;
  levels: { level: string; statistics: Statistics }[];
}

/** Which matches are counted: those of a game, by some house rules, and from one day to another (2026-11-25), both of them too;
 * all where it is left out or "". */
export type Counted = Partial<Record<"game" | "preset" | "since" | "until", string>>;

/** Return the moment at which a day begins here, `later` days after it; "" for what is no day. */
function midnight(day: string | undefined, later = 0): string {
  const [year, month, date] = (day ?? "").split("-").map(Number);
  const at = new Date(year ?? NaN, (month ?? NaN) - 1, (date ?? NaN) + later).getTime();
  return Number.isNaN(at) ? "" : String(at);
}

export const statistics = ({ since, until, ...counted }: Counted) =>
  asked<{ games: GameStatistics[] }>(
    "GET",
    `statistics?${new URLSearchParams(given({ ...counted, since: midnight(since), until: midnight(until, 1) }))}`,
  );
