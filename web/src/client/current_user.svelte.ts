// The current visitor, who becomes a guest with their first action, and the data that every page needs.
import { route } from "../address/router.svelte";
import { SITE, thisDevice } from "./transport";
import type { Bootstrap, Me, TableSummary } from "./api_types";
import * as api from "./http_client";
import type { Reason } from "./protocol";

/** The pages that list the games. */
const PAGES_WITH_GAMES = ["lobby", "rules", "matches", "statistics", "ratings", "analyse", "score"];

/** The user id used when this device is the host. */
const DEVICE = "here";

/** Return a function that runs one request at a time: concurrent callers share its result. */
function single<T>(request: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= request().finally(() => (running = undefined)));
}

/** The bootstrap data, with the tables of this device (`here`) among the server's. */
interface PageStart extends Bootstrap {
  tables: (TableSummary & { here?: boolean })[];
}

class Visitor {
  /** Undefined until the server has answered; null for a visitor without a name. */
  user: Me | null | undefined = $state.raw(undefined);
  /** The last bootstrap data; undefined until the server has answered. */
  bootstrap: PageStart | undefined = $state.raw(undefined);
  /** The reason why becoming a guest takes time: a puzzle is being solved. */
  puzzle: Reason | null = $state.raw(null);
  readonly #guest = single(() => api.guest("", (reason) => (this.puzzle = reason)));

  constructor() {
    // The visitor may have become a guest in another window.
    addEventListener("focus", () => this.user === null && this.begin().catch(() => undefined));
  }

  /** Whether this device answers instead of a server. */
  get isOnDevice(): boolean {
    return SITE || this.user?.id === DEVICE;
  }

  /** Request the data that every page needs, including the visitor's current tables. */
  readonly begin = single(async (): Promise<Bootstrap> => {
    if (SITE) (await thisDevice()).onlate = () => void this.begin().catch(() => undefined);
    const bootstrap = await api.bootstrap(PAGES_WITH_GAMES.includes(route.page));
    this.bootstrap = bootstrap;
    this.user = bootstrap.me ?? (this.user?.id === DEVICE ? null : this.user) ?? null;
    if (!SITE && bootstrap.me?.id !== DEVICE && route.page === "lobby") void this.#addTablesHere(bootstrap);
    return bootstrap;
  });

  /** Add this device's tables to the server's, once the engine has listed them. */
  async #addTablesHere(bootstrap: Bootstrap): Promise<void> {
    const tables = await api.tablesHere();
    if (this.bootstrap === bootstrap && tables.length)
      this.bootstrap = { ...bootstrap, tables: [...tables, ...bootstrap.tables] };
  }

  async ask(): Promise<Me | null> {
    if (this.user === undefined) await this.begin();
    return this.user ?? null;
  }

  /** Return the visitor; one without a name becomes a guest. */
  async ensureUser(): Promise<Me> {
    return (await this.ask()) ?? (this.user = await this.#guest());
  }
}

export const visitor = new Visitor();
