// The state of the visitor's search for other players: the request to the server and its result.
import type { Me } from "../client/api_types";
import { visitor } from "../client/current_user.svelte";
import { lobbyConnection, type LobbyConnection } from "../client/lobby_connection";
import type { FoundMessage, LobbyMessage, SeekCommand } from "../client/lobby_protocol";
import type { Reason } from "../client/protocol";
import { storedSearch, storeSearch, type Wish } from "./stored_search";

/** - `none`: the visitor does not look for players.
 * - `searching`: the server looks for players.
 * - `found`: a table was found, and the visitor has not opened it yet.
 * - `coming`: the visitor has opened it, and others have not.
 * - `over`: the search has ended; `reason` says why. */
export type SearchStage = "none" | "searching" | "found" | "coming" | "over";

const command = ({ lanes, bots, range, partner }: Wish): SeekCommand => ({
  type: "seek",
  lanes: lanes.map(({ name }) => name),
  bots,
  range,
  partner,
});

/** Milliseconds after which a table that was found is forgotten, if the server says nothing more about it: the visitor
 * has come to it in another window. */
export const FORGET_MS = 10_000;

/** Milliseconds after the end of a search in which the server may still have found a table: without a connection it
 * keeps the visitor's place for so long. */
export const CANCEL_MS = 30_000;

/** Milliseconds without a table after which the visitor is asked whether to search more widely. */
export const WIDER_SEARCH_MS = 60_000;

/** A way to search more widely: let a bot take a seat, or accept any rating. */
export type WiderSearch = "bots" | "range";

export class PlayerSearch {
  stage: SearchStage = $state("none");
  /** What the visitor looks for; null if nothing. */
  wish: Wish | null = $state.raw(null);
  /** The number of people who look for a table, the visitor among them, by lane. */
  waiting: Readonly<Record<string, number>> = $state.raw({});
  /** The table that was found. */
  found: FoundMessage | null = $state.raw(null);
  /** Why the search has ended. */
  reason: Reason | null = $state.raw(null);
  /** The connection to the server is lost. */
  isLost = $state(false);
  /** The id of the table that was given up because somebody did not come; "" for none. */
  annulledTable = $state("");
  #startedAt = $state(0);
  #keepsWaiting = $state(false);
  #deadlineMs = $state(0);
  #unsubscribe: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Stops telling the server that the last search has ended. */
  #stopCancelling: () => void = () => undefined;
  /** The user as whom the server knows the connection. */
  #user: Me | null = null;
  /** The number of searches begun or ended. */
  #searchCount = 0;
  /** The connection was opened before the visitor had a name, and has been renewed since. */
  #wasRenewed = false;

  constructor(
    private readonly connection: LobbyConnection = lobbyConnection,
    private readonly now = (): number => Date.now(),
  ) {}

  /** Return for how long the visitor has waited, in milliseconds. `now` is the time that the page shows. */
  waitedMs = (now: number): number => Math.max(0, now - this.#startedAt);

  /** Return how much time is left to open the table that was found, in milliseconds. */
  leftMs = (now: number): number => Math.max(0, this.#deadlineMs - now);

  /** Return the ways to search more widely that the visitor is asked about now. */
  widerSearches(now: number): readonly WiderSearch[] {
    const { stage, wish, isLost } = this;
    if (stage !== "searching" || !wish || isLost || this.#keepsWaiting) return [];
    if (this.waitedMs(now) < WIDER_SEARCH_MS) return [];
    const canHaveBot = !wish.bots && wish.lanes.some(({ partners }) => !partners);
    return [...(canHaveBot ? (["bots"] as const) : []), ...(wish.range ? (["range"] as const) : [])];
  }

  /** Search more widely, and keep the place in the queue. */
  async widen(widerSearch: WiderSearch): Promise<void> {
    if (this.wish) await this.start({ ...this.wish, ...(widerSearch === "bots" ? { bots: true } : { range: 0 }) });
  }

  /** Ask nothing more during this search. */
  keepWaiting(): void {
    this.#keepsWaiting = true;
  }

  /** Look for players, or change what the visitor looks for. */
  async start(wish: Wish): Promise<void> {
    const start = ++this.#searchCount;
    const user = await visitor.ensureUser();
    if (start !== this.#searchCount) return; // stopped or changed meanwhile
    this.#user = user;
    if (this.stage !== "searching") {
      this.#startedAt = this.now();
      this.#keepsWaiting = false;
    }
    this.stage = "searching";
    this.wish = wish;
    this.reason = this.found = null;
    this.annulledTable = "";
    storeSearch(wish);
    this.#follow(wish);
  }

  /** Ask the server for players, and receive its messages, from now on. */
  #follow(wish: Wish): void {
    this.#unsubscribe = this.connection.subscribe(this, command(wish), true);
    this.#stopCancelling();
  }

  /** Continue the search of this tab that went on when the page was left, if the server still keeps its place. The page
   * shows it at once, so that nothing moves when the server answers. */
  resume(): void {
    const wish = storedSearch();
    if (!wish) return;
    [this.stage, this.wish, this.#startedAt] = ["searching", wish, this.now()];
    this.start(wish).catch(() => ([this.stage, this.wish] = ["none", null]));
  }

  /** Note who the visitor is now: they may have made an account, or have signed in as somebody else or out. A search
   * cannot go on as another user, because the seat at the table would be kept for the earlier one. */
  setUser(user: Me | null): void {
    const [old, wish] = [this.#user, this.wish];
    if (!wish || !old || (user?.id === old.id && user.guest === old.guest)) return;
    this.#user = user;
    if (user?.id === old.id) return this.connection.reconnect();
    const isSearching = this.stage === "searching";
    this.stop();
    this.connection.reconnect();
    if (user && isSearching) void this.start(wish);
  }

  /** End the search. */
  stop(): void {
    this.connection.send({ type: "cancel" });
    this.#end("none");
  }

  /** End the search as the visitor wishes: also if the connection is lost just now, but not if the server has found a
   * table before it learns of that. The others are waiting there, so the visitor is still asked to come. */
  cancel(): void {
    const { wish } = this;
    const receive = (message: LobbyMessage): void => {
      if (message.type !== "found" || this.stage !== "none" || !wish) return;
      this.wish = wish;
      this.#follow(wish);
      this.receive(message);
    };
    const unsubscribe = this.connection.subscribe({ receive, markOutdated: () => undefined }, { type: "cancel" });
    const timer = setTimeout(unsubscribe, CANCEL_MS);
    this.#stopCancelling = () => {
      clearTimeout(timer);
      unsubscribe();
    };
    this.#end("none");
  }

  /** Note that the visitor has opened the table that was found. */
  noteOpened(): void {
    this.stage = "coming";
  }

  /** Remove the notice about the end. */
  close(): void {
    this.stage = "none";
  }

  receive(message: LobbyMessage): void {
    switch (message.type) {
      case "sought":
        if (this.stage === "found" || this.stage === "coming") this.annulledTable = this.found?.table ?? "";
        this.stage = "searching";
        this.found = null;
        this.waiting = message.waiting;
        this.#startedAt = this.now() - message.waited_ms;
        this.#noteServerMessage();
        break;
      case "found":
        if (this.found?.table !== message.table) this.stage = "found";
        this.found = message;
        this.annulledTable = "";
        this.#deadlineMs = this.now() + message.left_ms;
        this.#noteServerMessage();
        this.#timer = setTimeout(() => this.#end("none"), message.left_ms + FORGET_MS);
        break;
      case "refused":
        this.#handleRefusal(message.reason);
        break;
    }
  }

  markOutdated(): void {
    this.isLost = true;
  }

  #noteServerMessage(): void {
    clearTimeout(this.#timer);
    this.isLost = this.#wasRenewed = false;
    storeSearch(this.wish);
  }

  #handleRefusal(reason: Reason): void {
    if (reason.key === "not-read") return; // the connection is renewed, and asks again
    if (reason.key === "not-signed-in" && !this.#wasRenewed) {
      this.#wasRenewed = true;
      this.connection.reconnect();
      return;
    }
    this.#end("over");
    this.reason = reason;
  }

  #end(stage: SearchStage): void {
    clearTimeout(this.#timer);
    this.#searchCount++;
    this.stage = stage;
    this.found = this.wish = null;
    this.isLost = this.#wasRenewed = false;
    this.annulledTable = "";
    this.waiting = {};
    storeSearch(null);
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }
}

/** The page's only search. */
export const search = new PlayerSearch();
