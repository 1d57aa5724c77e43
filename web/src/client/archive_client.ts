// Client of the archive API: finished matches and the reviews of their deals.
import { requestHost, isOnDevice } from "./transport";
import { request, NotDone } from "./http_client";
import type {
  DealRecord,
  LinkPrivacy,
  MatchPage,
  MatchRecord,
  OpenedTable,
  PartName,
  PlayOn,
  Privacy,
  Question,
  ReviewProgress,
  SameDeal,
  Verdict,
} from "./api_types";

/** A match, and whether this device stores it. */
export interface LocatedMatch extends MatchRecord {
  isOnDevice: boolean;
}

/** A filter of the match list; a key that is absent or "" does not filter. */
export type MatchFilter = Partial<Record<"game" | "preset" | "player" | "company" | "result", string>>;

/** The components of a result; they add up to it. */
export const RESULT_PARTS = ["deal", "calls", "cards", "others"] as const satisfies readonly PartName[];
export type ResultPart = (typeof RESULT_PARTS)[number];

/** The verdicts on mistakes. */
export const MISTAKE_VERDICTS = ["inaccuracy", "mistake", "blunder"] as const satisfies readonly Verdict[];

/** Return the path of a match under `/api`. */
export const matchPath = (id: string): string => `matches/${encodeURIComponent(id)}`;

export const matches = (filter: MatchFilter, cursor = "") =>
  request<MatchPage>(
    "GET",
    `matches?${new URLSearchParams({ ...queryParameters(filter), ...queryParameters({ cursor }) })}`,
  );
export const match = async (id: string): Promise<LocatedMatch> => ({
  ...(await request<MatchRecord>("GET", matchPath(id))),
  isOnDevice: await isOnDevice(id),
});
export const deal = (id: string, number: number) => request<DealRecord>("GET", `${matchPath(id)}/deals/${number}`);
export const question = (id: string, number: number, step: number) =>
  request<Question>("GET", `${matchPath(id)}/deals/${number}/steps/${step}`);
/** Return the log of a match as a file. */
export async function matchLog(id: string): Promise<Blob> {
  const answer = await requestHost("GET", `${matchPath(id)}/log`);
  if (!answer?.ok) throw new NotDone({ key: "server-failed", numbers: {} }, answer?.status ?? 0);
  return answer.blob();
}
export const changePrivacy = (id: string, isPrivate: boolean) =>
  request<Privacy>("PATCH", matchPath(id), { private: isPrivate } satisfies Privacy);
/** Return whether the visitor's name is hidden from readers of a match link who did not play in the match. */
export const linkPrivacy = () => request<LinkPrivacy>("GET", "me/links");
export const hideName = (hide_name: boolean) =>
  request<LinkPrivacy>("PATCH", "me/links", { hide_name } satisfies LinkPrivacy);
export const requestReview = (id: string, deal: number) =>
  request<ReviewProgress>("POST", `${matchPath(id)}/deals/${deal}/review`);
export const reviewProgress = (id: string, deal: number) =>
  request<ReviewProgress>("GET", `${matchPath(id)}/deals/${deal}/review`);

/** Open a practice table that starts at a step of a deal. `acts` are applied first; `open` shows all hands. */
export const createPracticeTable = (id: string, deal: number, step: number, acts: readonly number[], open: boolean) =>
  request<OpenedTable>("POST", `${matchPath(id)}/deals/${deal}/play`, {
    step,
    acts,
    open_hands: open,
  } satisfies PlayOn);

/** Open a table at which friends play a deal from its start. */
export const openTableForFriends = (id: string, deal: number) =>
  request<OpenedTable>("POST", `${matchPath(id)}/deals/${deal}/tables`);
export const sameDeal = (id: string, deal: number) =>
  request<SameDeal>("GET", `${matchPath(id)}/deals/${deal}/tables`);
/** Return the same comparison for a table that has replayed a deal of another match. */
export const sameDealOfTable = (table: string) =>
  request<SameDeal>("GET", `tables/${encodeURIComponent(table)}/tables`);

/** Return the values that are not empty, as query parameters. */
export function queryParameters(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => !!pair[1]));
}
