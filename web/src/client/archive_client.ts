// What is asked of the server about finished matches and the reviews of their deals.
import { ask, isOnDevice } from "./host";
import { asked, NotDone } from "./http_client";
import type { Deck, Line, Moved, Note, Public, Reason, Seats, Sheet, Update, Welcome, Wondered } from "./protocol";

/** A seat of a finished match: "" for a person without a name, or who hides it; `level` is that of a computer player. */
export interface MatchSeat {
  name: string;
  level?: string;
  deleted?: boolean;
}

export type Result = "won" | "lost" | "even";

/** A match in the list of somebody who played it. `course` is what their side had after each deal. */
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
  result: Result;
  private: boolean;
  reviewed: number;
  mistakes: number;
  /** It was played on an own device, and uploaded. */
  unverified: boolean;
  /** It was brought here in a file. */
  imported: boolean;
}

export interface MatchPage {
  matches: MatchSummary[];
  /** The cursor of the next page, "" on the last one. */
  next: string;
  total: number;
}

/** What is wanted of the list; whatever is left out or "" is not asked about. */
export type Wanted = Partial<Record<"game" | "preset" | "player" | "company" | "result", string>>;

/** A decision that is called a mistake. */
export interface Mistake {
  at: number;
  seat: number;
  phase: string;
  trick: number;
  did: number[];
  lost: number;
  why?: Reason;
}

/** The parts of a result, which add up to it. */
export const PARTS = ["deal", "calls", "cards", "others"] as const;
export type Part = (typeof PARTS)[number];
/** The parts of the result of a side and their standard errors, as decimal text; `dealt` is the mean of the strongest player's
 * games with the same cards. */
export type ResultParts = Record<Part | "settlement" | "dealt" | `${Part | "dealt"}_error`, string>;

/** What a review says in short: by seat, and by side where the result came from, as decimal text. */
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
  /** Cards were played in it. */
  played: boolean;
}

export interface MatchRecord {
  id: string;
  /** It was played on this device, which keeps it. */
  here: boolean;
  table: Welcome;
  seats: MatchSeat[];
  ended: number;
  you: number | null;
  host: boolean;
  private: boolean;
  sheet: Sheet;
  course: number[][];
  /** It was played on an own device, and uploaded. */
  unverified: boolean;
  /** It was brought here in a file. */
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

/** How a deal was played in its match, which comes first, and at other tables since. The reader may not see `match` "". */
export interface SameDeal {
  match: string;
  deal: number;
  table: Welcome;
  played: PlayedDeal[];
}

/** All of a deal at one moment: masks and notes by seat. */
export interface Position {
  public: Public;
  hands: number[];
  notes: Note[][];
  stock: number[];
}

/** An entry of a deal; `moved` is null for an agreement on its end. */
export interface Step {
  before: Position;
  moved: Moved | null;
  did: Reason[];
}

/** A deal with all its cards. The number of a step is the `at` of its decision. */
export interface DealRecord {
  table: Welcome;
  seats: MatchSeat[];
  summary: DealSummary;
  deck: Deck;
  steps: Step[];
  end: Position;
}

/** A question to a player as that player saw it, in the messages of the table; `forbidden` are the cards that they could not
 * play then, with the rule. */
export interface Question {
  table: Welcome;
  seats: Seats;
  view: Update;
  forbidden: Wondered[];
}

/** A choice of a decision, in points of the settlement of the seat's side; `all_seen` where the solver knows it. */
export interface Choice {
  does: number[];
  points: number;
  behind: number;
  error: number;
  all_seen?: number;
}

export const FAULTS = ["inaccuracy", "mistake", "blunder"] as const;
export type Fault = (typeof FAULTS)[number];
export type Verdict = Fault | "only" | "right" | "unsure" | "unlucky";

/** The judgement of a decision. Of one where there was no choice nothing is told but that. */
export interface Decision {
  at: number;
  seat: number;
  phase: string;
  trick: number;
  did: number[];
  verdict: Verdict;
  lost?: number;
  lost_all_seen?: number;
  worlds?: number;
  every?: boolean;
  choices?: Choice[];
  /** The largest loss by a decision that is no mistake, as far as the worlds tell. */
  possible_loss?: number;
  why?: Reason;
  fault?: Reason;
  /** How often a call and the better one are made. */
  outlook?: Reason[];
}

/** The review of a seat: its decisions by verdict, its costliest mistakes, and the decision that may have cost most besides. */
export interface SeatReview {
  seat: number;
  lost: number;
  worst: number[];
  decisions: number;
  counts: Record<Fault | "right" | "unsure", number>;
  doubtful: number | null;
  possible_loss: number;
}

/** The review of a deal. `games` are those of the strongest player. `course` is its value with all cards seen before an entry, in points by side. */
export interface Review {
  decisions: Decision[];
  seats: SeatReview[];
  games: number;
  parts: ResultParts[];
  course: { at: number; points: number[] }[];
}

/** How far the review of a deal is. */
export interface Progress {
  state: "none" | "waits" | "under-way" | "done" | "failed";
  decisions?: Decision[];
  of?: number;
  review?: Review;
}

/** The path of a match under `/api`. */
export const matchPath = (id: string): string => `matches/${encodeURIComponent(id)}`;

export const matches = (wanted: Wanted, cursor = "") =>
  asked<MatchPage>("GET", `matches?${new URLSearchParams({ ...given(wanted), ...given({ cursor }) })}`);
export const match = async (id: string): Promise<MatchRecord> => ({
  ...(await asked<MatchRecord>("GET", matchPath(id))),
  here: await isOnDevice(id),
});
export const deal = (id: string, number: number) => asked<DealRecord>("GET", `${matchPath(id)}/deals/${number}`);
export const question = (id: string, number: number, step: number) =>
  asked<Question>("GET", `${matchPath(id)}/deals/${number}/steps/${step}`);
/** Return the log of a match, as a file has it. */
export async function log(id: string): Promise<Blob> {
  const answer = await ask("GET", `${matchPath(id)}/log`);
  if (!answer?.ok) throw new NotDone({ key: "server-failed", numbers: {} }, answer?.status ?? 0);
  return answer.blob();
}
export const keepPrivate = (id: string, kept: boolean) =>
  asked<{ private: boolean }>("PATCH", matchPath(id), { private: kept });
/** Whether the visitor's name is hidden from those who open a link to a match in which they did not play. */
export interface LinkPrivacy {
  hide_name: boolean;
}

export const linkPrivacy = () => asked<LinkPrivacy>("GET", "me/links");
export const hideName = (hide_name: boolean) => asked<LinkPrivacy>("PATCH", "me/links", { hide_name });
export const askReview = (id: string, deal: number) => asked<Progress>("POST", `${matchPath(id)}/deals/${deal}/review`);
export const progress = (id: string, deal: number) => asked<Progress>("GET", `${matchPath(id)}/deals/${deal}/review`);

/** Open a table at which the visitor plays on from a step of a deal; `acts` are done there first, and `open` says that all
 * hands lie open there. */
export const playOn = (id: string, deal: number, step: number, acts: readonly number[], open: boolean) =>
  asked<{ id: string }>("POST", `${matchPath(id)}/deals/${deal}/play`, { step, acts, open_hands: open });

/** Open a table at which friends play a deal from its beginning. */
export const dealForFriends = (id: string, deal: number) =>
  asked<{ id: string }>("POST", `${matchPath(id)}/deals/${deal}/tables`);
export const sameDeal = (id: string, deal: number) => asked<SameDeal>("GET", `${matchPath(id)}/deals/${deal}/tables`);
/** Return the same for a table that has played the deal of another match. */
export const sameDealOf = (table: string) => asked<SameDeal>("GET", `tables/${encodeURIComponent(table)}/tables`);

/** Return what is given of some values, for an address. */
export function given(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => !!pair[1]));
}
