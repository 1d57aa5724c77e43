// The current visitor, who becomes a guest with their first action, and the data that every page needs.
import { route } from "../address/router.svelte";
import { SITE, thisDevice } from "./transport";
import type { Bootstrap, Me, TableSummary } from "./api_types";
import * as api from "./http_client";
import type { Reason } from "./protocol";

/** The pages that list the games. */
const PAGES_WITH_GAMES = ["lobby", "rules", "matches", "statistics", "ratings", "analyse", "score"];

/** The user id used when this device is the host. */
const DEVICE_USER_ID = "here";

/** Return a function that runs one request at a time: concurrent callers share its result. */
function shareRequest<T>(request: () => Promise<T>): () => Promise<T> {
  let runningRequest: Promise<T> | undefined;
  return () => (runningRequest ??= request().finally(() => (runningRequest = undefined)));
}

/** The bootstrap data, with the tables of this device (`isOnDevice`) among the server's. */
interface PageBootstrap extends Bootstrap {
  tables: (TableSummary & { isOnDevice?: boolean })[];
}

class Visitor {
  /** Undefined until the server has answered; null for a visitor without a name. */
  user: Me | null | undefined = $state.raw(undefined);
  /** The last bootstrap data; undefined until the server has answered. */
  bootstrap: PageBootstrap | undefined = $state.raw(undefined);
  /** The reason why becoming a guest takes time: a puzzle is being solved. */
  puzzleReason: Reason | null = $state.raw(null);
  #running: { withGames: boolean; answer: Promise<Bootstrap> } | undefined;
  /** The number of requests for the bootstrap data so far, and the latest one that was answered. */
  #requests = 0;
  #answered = 0;
  readonly #becomeGuest = shareRequest(() => api.becomeGuest("", (reason) => (this.puzzleReason = reason)));

  constructor() {
    // The visitor may have become a guest in another window.
    addEventListener("focus", () => this.user === null && this.loadBootstrap().catch(() => undefined));
  }

  /** Whether this device answers instead of a server. */
  get isOnDevice(): boolean {
    return SITE || this.user?.id === DEVICE_USER_ID;
  }

  /** Request the data that every page needs, including the visitor's current tables. Concurrent callers share a
   * request, but a page that lists the games does not share one of the page before, whose answer lacks them. */
  loadBootstrap(): Promise<Bootstrap> {
    const withGames = PAGES_WITH_GAMES.includes(route.page);
    const running = this.#running;
    if (running && (running.withGames || !withGames)) return running.answer;
    const answer = this.#load(withGames).finally(() => {
      if (this.#running?.answer === answer) this.#running = undefined;
    });
    this.#running = { withGames, answer };
    return answer;
  }

  async #load(withGames: boolean): Promise<Bootstrap> {
    if (SITE) (await thisDevice()).onready = () => void this.loadBootstrap().catch(() => undefined);
    const requestNumber = ++this.#requests;
    const { user } = this;
    const bootstrap = await api.bootstrap(withGames);
    if (requestNumber < this.#answered) return bootstrap; // a later request was answered first
    this.#answered = requestNumber;
    this.bootstrap = bootstrap;
    // Who has signed in or out meanwhile, or has another name, stays so.
    if (user === this.user || this.isOnDevice)
      this.user = bootstrap.me ?? (this.user?.id === DEVICE_USER_ID ? null : this.user) ?? null;
    if (!SITE && bootstrap.me?.id !== DEVICE_USER_ID && route.page === "lobby") void this.#addDeviceTables(bootstrap);
    return bootstrap;
  }

  /** Add this device's tables to the server's, once the engine has listed them. */
  async #addDeviceTables(bootstrap: Bootstrap): Promise<void> {
    const tables = await api.tablesOnDevice();
    if (this.bootstrap === bootstrap && tables.length)
      this.bootstrap = { ...bootstrap, tables: [...tables, ...bootstrap.tables] };
  }

  async loadUser(): Promise<Me | null> {
    if (this.user === undefined) await this.loadBootstrap();
    return this.user ?? null;
  }

  /** Return the visitor; one without a name becomes a guest. */
  async ensureUser(): Promise<Me> {
    return (await this.loadUser()) ?? (this.user = await this.#becomeGuest());
  }
}

export const visitor = new Visitor();
