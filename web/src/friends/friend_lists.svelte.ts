// The friends of the user, their requests and calls: loaded again and again while a page shows them.
import type { Friend, FriendList } from "../client/api_types";
import { friends } from "../client/friend_client";
import { NotDone } from "../client/http_client";
import type { Reason } from "../client/protocol";

/** Milliseconds between two requests for the lists while the page is visible. */
export const REFRESH_MS = 10_000;

/** States in display order. */
const ORDER: readonly Friend["state"][] = ["table", "here", "unknown", "away"];

/** Return the friends in display order: those at a table first, then those who are here. */
export function sortedFriends(list: FriendList): Friend[] {
  return [...list.friends].sort((first, second) => ORDER.indexOf(first.state) - ORDER.indexOf(second.state));
}

/** A request or a call that has arrived since the lists were loaded first. */
export interface Arrival {
  kind: "call" | "request";
  name: string;
}

/** Return what `list` has that `old` has not. */
export function arrivals(old: FriendList, list: FriendList): Arrival[] {
  const oldCalls = new Set(old.calls.map(({ id }) => id));
  return [
    ...list.calls.filter(({ id }) => !oldCalls.has(id)).map(({ name }): Arrival => ({ kind: "call", name })),
    ...list.asking.filter((name) => !old.asking.includes(name)).map((name): Arrival => ({ kind: "request", name })),
  ];
}

export class FriendLists {
  /** Undefined until the server has answered. */
  list: FriendList | undefined = $state.raw(undefined);
  /** The newest arrival, for screen readers. */
  arrival: Arrival | undefined = $state.raw(undefined);
  /** Why the last request of the user was refused. */
  problem: Reason | null = $state.raw(null);
  #newest = 0;

  /** Load the lists. If this fails, the old ones stay. */
  async load(): Promise<void> {
    const number = ++this.#newest;
    const list = await friends().catch(() => undefined);
    if (list && number === this.#newest) this.#show(list);
  }

  /** Send a request that returns the new lists, and show them; return whether it was accepted. */
  async change(request: Promise<FriendList>): Promise<boolean> {
    this.problem = null;
    try {
      const list = await request;
      this.#newest++;
      this.#show(list);
      return true;
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      this.problem = error.reason;
      return false;
    }
  }

  #show(list: FriendList): void {
    if (this.list) this.arrival = arrivals(this.list, list)[0] ?? this.arrival;
    this.list = list;
  }

  /** Load the lists now, and regularly while the page is visible. Return a function that ends this. */
  follow(): () => void {
    const load = (): void => void (document.hidden || this.load());
    load();
    const timer = setInterval(load, REFRESH_MS);
    document.addEventListener("visibilitychange", load);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", load);
    };
  }
}
