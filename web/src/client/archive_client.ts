// Client of the archive API: finished matches and the reviews of their deals.
import { ask, isOnDevice } from "./transport";
import { request, NotDone } from "./http_client";
import type {
  Deck,
  Line,
  SeatAction,
  PrivateNote,
  Public,
  Reason,
  SeatsMessage,
  SheetMessage,
  UpdateMessage,
  WelcomeMessage,
  WhyMessage,
} from "./protocol";

/** A seat of a finished match. `name` is "" for a player without a name or who hides it; `level` is a computer
 * player's. */
export interface MatchSeat {
  name: string;
  level?: string;
  deleted?: boolean;
}

export type MatchOutcome = "won" | "lost" | "even";

/** A match in the list of one of its players. `course` is the settlement of the player's side after each deal. */
export interface MatchSummary {
  id: string;
  game: string;
  options: string;
  ended: number;
  deals: number;
  seats: MatchSeat[];
  you: number;
  sides: number[][];
  settlement: string[];
  course: number[];
  result: MatchOutcome;
  private: boolean;
  reviewed: number;
  mistakes: number;
  /** Played on someone's own device and uploaded, so the shuffles could not be checked. */
  unverified: boolean;
  /** Imported from a file. */
  imported: boolean;
}

export interface MatchPage {
  matches: MatchSummary[];
  /** The cursor of the next page; "" on the last page. */
  next: string;
  total: number;
}

/** A filter of the match list; a key that is absent or "" does not filter. */
export type Wanted = Partial<Record<"game" | "preset" | "player" | "company" | "result", string>>;

/** A decision judged a mistake. */
export interface Mistake {
  at: number;
  seat: number;
  phase: string;
  trick: number;
  did: number[];
  lost: number;
  why?: Reason;
}

/** The components of a result; they add up to it. */
export const PARTS = ["deal", "calls", "cards", "others"] as const;
export type Part = (typeof PARTS)[number];
/** The components of a side's result with their standard errors, as decimal text; `dealt` is the mean result of the
 * strongest player's games with the same cards. */
export type ResultParts = Record<Part | "settlement" | "dealt" | `${Part | "dealt"}_error`, string>;

/** The summary of a review: lists by seat, and `parts` by side, as decimal text. */
export interface Worst {
  decisions: number[];
  unsure: number[];
  mistakes: number[];
  lost: number[];
  worst: (Mistake | null)[];
  parts: ResultParts[];
}

export interface DealSummary {
  deal: number;
  line: Line;
  facts: Reason[];
  settlement: string[];
  taken_back: boolean;
  /** At least one card was played. */
  played: boolean;
}

export interface MatchRecord {
  id: string;
  /** Played on this device, which stores it. */
  here: boolean;
  table: WelcomeMessage;
  seats: MatchSeat[];
  ended: number;
  you: number | null;
  host: boolean;
  private: boolean;
  sheet: SheetMessage;
  course: number[][];
  /** Played on someone's own device and uploaded, so the shuffles could not be checked. */
  unverified: boolean;
  /** Imported from a file. */
  imported: boolean;
  deals: { summary: DealSummary; review: Worst | null }[];
}

/** A deal as it was played at a table; `you` is the reader's seat there. */
export interface PlayedDeal {
  table: string;
  seats: MatchSeat[];
  you: number | null;
  ended: number;
  summary: DealSummary;
}

/** One deal at all tables that played it: first in its own match, then elsewhere. `match` is "" if the reader may not
 * see it. */
export interface SameDealResults {
  match: string;
  deal: number;
  table: WelcomeMessage;
  played: PlayedDeal[];
}

/** The full state of a deal at one point, with all hands: card masks and notes by seat. */
export interface DealPosition {
  public: Public;
  hands: number[];
  notes: PrivateNote[][];
  stock: number[];
}

/** A log entry of a deal; `moved` is null for an agreement that ended the deal. */
export interface DealStep {
  before: DealPosition;
  moved: SeatAction | null;
  did: Reason[];
}

/** A deal with all cards revealed. A step's index is the `at` of its decision. */
export interface DealRecord {
  table: WelcomeMessage;
  seats: MatchSeat[];
  summary: DealSummary;
  deck: Deck;
  steps: DealStep[];
  end: DealPosition;
}

/** A decision as the player saw it, in the messages of the table. `forbidden` are the cards they could not play, each
 * with its rule. */
export interface ReviewQuestion {
  table: WelcomeMessage;
  seats: SeatsMessage;
  view: UpdateMessage;
  forbidden: WhyMessage[];
}

/** A possible action of a decision, valued in settlement points of the seat's side; `all_seen` is its double-dummy
 * value, if solved. */
export interface JudgedChoice {
  does: number[];
  points: number;
  behind: number;
  error: number;
  all_seen?: number;
}

export const FAULTS = ["inaccuracy", "mistake", "blunder"] as const;
export type MistakeGrade = (typeof FAULTS)[number];
export type DecisionVerdict = MistakeGrade | "only" | "right" | "unsure" | "unlucky";

/** The judgement of a decision. A decision without alternatives has only the required fields. */
export interface Decision {
  at: number;
  seat: number;
  phase: string;
  trick: number;
  did: number[];
  verdict: DecisionVerdict;
  lost?: number;
  lost_all_seen?: number;
  worlds?: number;
  every?: boolean;
  choices?: JudgedChoice[];
  /** The largest loss that the sampled worlds cannot rule out, for a decision that is not judged a mistake. */
  possible_loss?: number;
  why?: Reason;
  fault?: Reason;
  /** How often the chosen call and the better one are made. */
  outlook?: Reason[];
}

/** The review of a seat: its decisions by verdict, its costliest mistakes (`worst`), and the decision not judged a
 * mistake that may have cost most (`doubtful`). */
export interface SeatReview {
  seat: number;
  lost: number;
  worst: number[];
  decisions: number;
  counts: Record<MistakeGrade | "right" | "unsure", number>;
  doubtful: number | null;
  possible_loss: number;
}

/** The review of a deal. `games` counts the games that the strongest player played with the same cards; `course` is the
 * double-dummy value before each entry, in points by side. */
export interface Review {
  decisions: Decision[];
  seats: SeatReview[];
  games: number;
  parts: ResultParts[];
  course: { at: number; points: number[] }[];
}

/** The progress of a deal's review. */
export interface ReviewProgress {
  state: "none" | "waits" | "under-way" | "done" | "failed";
  decisions?: Decision[];
  of?: number;
  review?: Review;
}

/** Return the path of a match under `/api`. */
export const matchPath = (id: string): string => `matches/${encodeURIComponent(id)}`;

export const matches = (filter: Wanted, cursor = "") =>
  request<MatchPage>(
    "GET",
    `matches?${new URLSearchParams({ ...queryParameters(filter), ...queryParameters({ cursor }) })}`,
  );
export const match = async (id: string): Promise<MatchRecord> => ({
  ...(await request<MatchRecord>("GET", matchPath(id))),
  here: await isOnDevice(id),
});
export const deal = (id: string, number: number) => request<DealRecord>("GET", `${matchPath(id)}/deals/${number}`);
export const question = (id: string, number: number, step: number) =>
  request<ReviewQuestion>("GET", `${matchPath(id)}/deals/${number}/steps/${step}`);
/** Return the log of a match as a file. */
export async function log(id: string): Promise<Blob> {
  const answer = await ask("GET", `${matchPath(id)}/log`);
  if (!answer?.ok) throw new NotDone({ key: "server-failed", numbers: {} }, answer?.status ?? 0);
  return answer.blob();
}
export const keepPrivate = (id: string, isPrivate: boolean) =>
  request<{ private: boolean }>("PATCH", matchPath(id), { private: isPrivate });
/** Whether the visitor's name is hidden from readers of a match link who did not play in the match. */
export interface LinkPrivacy {
  hide_name: boolean;
}

export const linkPrivacy = () => request<LinkPrivacy>("GET", "me/links");
export const hideName = (hide_name: boolean) => request<LinkPrivacy>("PATCH", "me/links", { hide_name });
export const askReview = (id: string, deal: number) =>
  request<ReviewProgress>("POST", `${matchPath(id)}/deals/${deal}/review`);
export const progress = (id: string, deal: number) =>
  request<ReviewProgress>("GET", `${matchPath(id)}/deals/${deal}/review`);

/** Open a practice table that starts at a step of a deal. `acts` are applied first; `open` shows all hands. */
export const playOn = (id: string, deal: number, step: number, acts: readonly number[], open: boolean) =>
  request<{ id: string }>("POST", `${matchPath(id)}/deals/${deal}/play`, { step, acts, open_hands: open });

/** Open a table at which friends play a deal from its start. */
export const dealForFriends = (id: string, deal: number) =>
  request<{ id: string }>("POST", `${matchPath(id)}/deals/${deal}/tables`);
export const sameDeal = (id: string, deal: number) =>
  request<SameDealResults>("GET", `${matchPath(id)}/deals/${deal}/tables`);
/** Return the same comparison for a table that has replayed a deal of another match. */
export const sameDealOf = (table: string) =>
  request<SameDealResults>("GET", `tables/${encodeURIComponent(table)}/tables`);

/** Return the values that are not empty, as query parameters. */
export function queryParameters(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => !!pair[1]));
}
