// Matches at a real table that several phones score together, at the server that has sent this page.
import { atServer } from "./host";
import { told } from "./http_client";
import type { Head, Step } from "./score_client";

/** A shared match as this phone knows it: the key lets it enter, "" lets it only watch. */
export interface Shared {
  id: string;
  key: string;
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
/** Enter a step behind those that this phone knows. Throws NotDone where somebody was quicker. */
export const enterStep = ({ id, key }: Shared, known: number, step: Step) =>
  asked<{ steps: number }>("POST", of(id), { key, known, steps: [step] });
export const endShared = (id: string) => asked<unknown>("DELETE", of(id));

/** Return the part of an address that leads to a shared match: to watch it, or to enter with its key. */
export const sharedPlace = (id: string, key = ""): string => `shared=${id}${key && `.${key}`}`;

export function sharedAt(place: string): Shared | null {
  const [, id, key = ""] = /^shared=([a-z0-9]+)(?:\.([\w-]+))?$/.exec(place) ?? [];
  return id ? { id, key } : null;
}
