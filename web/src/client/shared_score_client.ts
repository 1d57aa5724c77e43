// Client of shared scorer matches: several phones score one match through the server that sent this page.
import { atServer } from "./transport";
import { told } from "./http_client";
import type { Head, Step } from "./score_client";

/** A shared match as stored on this phone. A `key` allows editing, "" only watching. `sent` is the number of its steps
 * that have reached the server; undefined: all. */
export interface Shared {
  id: string;
  key: string;
  sent?: number;
}

export interface SharedSteps {
  head: Head;
  steps: Step[];
  /** This user started the sharing and may end it. */
  yours: boolean;
}

/** Send a request to the server, even if this device hosts the page's tables: other phones are only reachable there. */
const asked = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  told<T>(await atServer(method, path, method === "GET" ? undefined : JSON.stringify(body ?? {})));

const of = (id: string): string => `scores/${encodeURIComponent(id)}`;

export const share = (head: Head, steps: readonly Step[]) => asked<Shared>("POST", "scores", { head, steps });
/** Return a shared match. With `after`, wait until its number of steps differs from that, or until a timeout. */
export const sharedSteps = (id: string, after?: number) =>
  asked<SharedSteps>("GET", after === undefined ? of(id) : `${of(id)}?after=${after}`);
/** The maximum number of steps per request. */
export const MAX_STEPS = 20;
/** Append at most MAX_STEPS steps after the first `known`. Throws NotDone with status 409 if the server has other steps
 * there. */
export const enterSteps = ({ id, key }: Shared, known: number, steps: readonly Step[]) =>
  asked<{ steps: number }>("POST", of(id), { key, known, steps });
export const endShared = (id: string) => asked<unknown>("DELETE", of(id));

/** Return the address fragment of a shared match: read-only, or editable with its key. */
export const sharedPlace = (id: string, key = ""): string => `shared=${id}${key && `.${key}`}`;

export function sharedAt(place: string): Shared | null {
  const [, id, key = ""] = /^shared=([a-z0-9]+)(?:\.([\w-]+))?$/.exec(place) ?? [];
  return id ? { id, key } : null;
}
