// Client of shared scorer matches: several phones score one match through the server that sent this page.
import { requestAtServer as request } from "./http_client"; // other phones are reachable only there
import type {
  BegunScore,
  EnteredSteps,
  FileHead,
  HistoryLine,
  SharedMatch,
  SharedSteps,
  StepCount,
} from "./api_types";

/** A shared match as stored on this phone. A `key` allows editing, "" only watching. `sent` is the number of its steps
 * that have reached the server; undefined: all. */
export interface StoredSharedMatch extends BegunScore {
  sent?: number;
}

const scorePath = (id: string): string => `scores/${encodeURIComponent(id)}`;

export const shareMatch = (head: FileHead, steps: readonly HistoryLine[]) =>
  request<BegunScore>("POST", "scores", { head, steps } satisfies SharedMatch);
/** Return a shared match. With `after`, wait until its number of steps differs from that, or until a timeout. */
export const sharedSteps = (id: string, after?: number) =>
  request<SharedSteps>("GET", after === undefined ? scorePath(id) : `${scorePath(id)}?after=${after}`);
/** The maximum number of steps per request. */
export const MAX_STEPS = 20;
/** Append at most MAX_STEPS steps after the first `knownSteps`. Throws NotDone with status 409 if the server has other
 * steps there. */
export const enterSteps = ({ id, key }: StoredSharedMatch, knownSteps: number, steps: readonly HistoryLine[]) =>
  request<StepCount>("POST", scorePath(id), { key, known: knownSteps, steps } satisfies EnteredSteps);
export const stopSharing = (id: string) => request<unknown>("DELETE", scorePath(id));

/** Return the address fragment of a shared match: read-only, or editable with its key. */
export const shareFragment = (id: string, key = ""): string => `shared=${id}${key && `.${key}`}`;

export function parseShareLink(fragment: string): StoredSharedMatch | null {
  const [, id, key = ""] = /^shared=([a-z0-9]+)(?:\.([\w-]+))?$/.exec(fragment) ?? [];
  return id ? { id, key } : null;
}
