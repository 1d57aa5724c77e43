// Matches at a real table that several phones score together, at the server that has sent this page.
import { atServer } from "./host";
import { told } from "./http_client";
import type { Head, Step } from "./score_client";

/** A shared match as this phone knows it: the key lets it enter, "" lets it only watch. `sent` is the number of its steps
 * that have come to the server; undefined: all. */
export interface Shared {
  id: string;
  key: string;
  sent?: number;
}

export interface SharedSteps {
  head: Head;
  steps: Step[];
  /** This phone's person has begun it, and may end it. */
  yours: boolean;
}

/** Ask the server, also where this device hosts the tables of a page: it knows of no other phone. */
const asked = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  told<T>(await atServer(method, path, method === "GET" ? undefined : JSON.stringify(body ?? {})));

const of = (id: string): string => `scores/${encodeURIComponent(id)}`;

export const share = (head: Head, steps: readonly Step[]) => asked<Shared>("POST", "scores", { head, steps });
/** Return a shared match; with `after`, once it has another number of steps, or after a while. */
export const sharedSteps = (id: string, after?: number) =>
  asked<SharedSteps>("GET", after === undefined ? of(id) : `${of(id)}?after=${after}`);
/** How many steps the server takes at once. */
export const MAX_STEPS = 20;
/** Enter at most MAX_STEPS steps behind the first `known`. Throws NotDone with status 409 if the server has others there. */
export const enterSteps = ({ id, key }: Shared, known: number, steps: readonly Step[]) =>
  asked<{ steps: number }>("POST", of(id), { key, known, steps });
export const endShared = (id: string) => asked<unknown>("DELETE", of(id));

/** Return the part of an address that leads to a shared match: to watch it, or to enter with its key. */
export const sharedPlace = (id: string, key = ""): string => `shared=${id}${key && `.${key}`}`;

export function sharedAt(place: string): Shared | null {
  const [, id, key = ""] = /^shared=([a-z0-9]+)(?:\.([\w-]+))?$/.exec(place) ?? [];
  return id ? { id, key } : null;
}
