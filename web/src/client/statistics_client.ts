// Client of the statistics API.
import type { StatisticsPage } from "./api_types";
import { queryParameters } from "./archive_client";
import { request } from "./http_client";

/** A filter of the matches to count: by game, house rules, and first and last day inclusive (2026-11-25); absent or ""
 * means all. */
export type StatisticsFilter = Partial<Record<"game" | "preset" | "since" | "until", string>>;

/** Return the start of a day in local time, `later` days after it, as text; "" for an invalid day. */
function startOfDay(day: string | undefined, daysLater = 0): string {
  const [year, month, date] = (day ?? "").split("-").map(Number);
  const timestamp = new Date(year ?? NaN, (month ?? NaN) - 1, (date ?? NaN) + daysLater).getTime();
  return Number.isNaN(timestamp) ? "" : String(timestamp);
}

export function statistics({ since, until, ...filter }: StatisticsFilter): Promise<StatisticsPage> {
  const parameters = queryParameters({ ...filter, since: startOfDay(since), until: startOfDay(until, 1) });
  return request("GET", `statistics?${new URLSearchParams(parameters)}`);
}
