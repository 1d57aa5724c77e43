// The current visitor, who becomes a guest with their first action, and the data that every page needs.
import { route } from "../shell/router.svelte";
import { SITE, tablesHere, thisDevice } from "./transport";
import * as api from "./http_client";
import type { Reason } from "./protocol";

/** The pages that list the games. */
const SHOWN = ["lobby", "rules", "matches", "statistics", "analyse", "score"];

/** The user id used when this device is the host. */
const DEVICE = "here";

/** Return a function that runs one request at a time: concurrent callers share its result. */
function single<T>(request: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= request().finally(() => (running = undefined)));
}

class Visitor {
  /** Undefined until the server has answered; null for a visitor without a name. */
  now: api.Me | null | undefined = $state.raw(undefined);
  /** The last bootstrap data; undefined until the server has answered. */
  told: api.Bootstrap | undefined = $state.raw(undefined);
  /** The reason why becoming a guest takes time: a puzzle is being solved. */
  puzzle: Reason | null = $state.raw(null);
  readonly #guest = single(() => api.guest("", (reason) => (this.puzzle = reason)));

  constructor() {
    // The visitor may have become a guest in another window.
    addEventListener("focus", () => this.now === null && this.begin().catch(() => undefined));
  }

  /** Whether this device answers instead of a server. */
  get isOnDevice(): boolean {
    return SITE || this.now?.id === DEVICE;
  }

  /** Request the data that every page needs, including the visitor's current tables. */
  readonly begin = single(async (): Promise<api.Bootstrap> => {
    if (SITE) (await thisDevice()).onlate = () => void this.begin().catch(() => undefined);
    const told = await api.bootstrap(SHOWN.includes(route.page));
    this.told = told;
    this.now = told.me ?? (this.now?.id === DEVICE ? null : this.now) ?? null;
    if (!SITE && told.me?.id !== DEVICE && route.page === "lobby") void this.#addTablesHere(told);
    return told;
  });

  /** Add this device's tables to the server's, once the engine has listed them. */
  async #addTablesHere(told: api.Bootstrap): Promise<void> {
    const tables = await tablesHere();
    if (this.told === told && tables.length) this.told = { ...told, tables: [...tables, ...told.tables] };
  }

  async ask(): Promise<api.Me | null> {
    if (this.now === undefined) await this.begin();
    return this.now ?? null;
  }

  /** Return the visitor; one without a name becomes a guest. */
  async known(): Promise<api.Me> {
    return (await this.ask()) ?? (this.now = await this.#guest());
  }
}

export const visitor = new Visitor();
