// The friends of the user, their requests and calls, which the server sends over the lobby's WebSocket.
import type { Friend, FriendList } from "../client/api_types";
import { friends } from "../client/friend_client";
import { NotDone } from "../client/http_client";
import { lobbyConnection, type LobbyConnection } from "../client/lobby_connection";
import type { LobbyMessage } from "../client/lobby_protocol";
import type { Reason } from "../client/protocol";

/** Milliseconds between two requests for the lists while there is no connection. */
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

/** Return the calls and requests in `list` that are not in `old`. */
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
  /** The reason why the last request of the user was refused. */
  problem: Reason | null = $state.raw(null);
  #requestCount = 0;
  /** Whether the server sends changes. */
  #isConnected = false;

  constructor(private readonly connection: LobbyConnection = lobbyConnection) {}

  /** Load the lists. If this fails, the old ones stay. */
  async load(): Promise<void> {
    const number = ++this.#requestCount;
    const list = await friends().catch(() => undefined);
    if (list && number === this.#requestCount) this.#show(list);
  }

  /** Send a request that returns the new lists, and show them; return whether it was accepted. */
  async change(request: Promise<FriendList>): Promise<boolean> {
    this.problem = null;
    const number = ++this.#requestCount;
    try {
      const list = await request;
      if (number === this.#requestCount) this.#show(list);
      else await this.load(); // others have arrived meanwhile, and may be newer or older
      return true;
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      this.problem = error.reason;
      return false;
    }
  }

  /** Forget the lists, which are out of date when they are needed again. */
  forget(): void {
    this.#requestCount++; // an answer that is still to come is out of date too
    this.list = this.arrival = undefined;
  }

  #show(list: FriendList): void {
    if (this.list) this.arrival = arrivals(this.list, list)[0] ?? this.arrival;
    this.list = list;
  }

  receive(message: LobbyMessage): void {
    if (message.type === "friends") {
      const { friends, asked, asking, calls } = message;
      this.#isConnected = true;
      this.#requestCount++;
      this.#show({ friends, asked, asking, calls });
    } else if (message.type === "friend" && this.list) {
      this.#requestCount++;
      const { name, state, table, today, often_absent } = message;
      const changes = { state, table, today, often_absent };
      const friends = this.list.friends.map((friend) => (friend.name === name ? { ...friend, ...changes } : friend));
      this.list = { ...this.list, friends };
    }
  }

  markOutdated(): void {
    this.#isConnected = false;
  }

  /** Load the lists now, and receive their changes; without a connection load them regularly while the page is visible.
   * Return a function that ends this. */
  follow(): () => void {
    void this.load();
    const unsubscribe = this.connection.subscribe(this, { type: "friends" });
    const timer = setInterval(() => this.#isConnected || document.hidden || void this.load(), REFRESH_MS);
    return () => {
      clearInterval(timer);
      unsubscribe();
      this.#isConnected = false;
    };
  }
}
