// The visitor of this page, who becomes a guest with the first thing they do, and what else every page is told.
import { route } from "../frame/route.svelte";
import { SITE, tablesHere, thisDevice } from "./host";
import * as api from "./http_client";
import type { Reason } from "./protocol";

/** The pages that show the games. */
const SHOWN = ["lobby", "rules", "matches", "statistics", "analyse", "score"];

/** The id of the person whose device this is, where the device answers. */
const DEVICE = "here";

/** Return a function that makes a single request at a time: all that ask meanwhile get the same answer. */
function single<T>(request: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= request().finally(() => (running = undefined)));
}

class Visitor {
  /** Undefined until the server has been asked, null for a visitor. */
  now: api.Me | null | undefined = $state.raw(undefined);
  /** What the server told last; undefined until it has been asked. */
  told: api.Bootstrap | undefined = $state.raw(undefined);
  /** Why becoming a guest takes a while: a puzzle is being solved. */
  puzzle: Reason | null = $state.raw(null);
  readonly #guest = single(() => api.guest("", (reason) => (this.puzzle = reason)));

  constructor() {
    // The visitor may have become a guest in another window.
    addEventListener("focus", () => this.now === null && this.begin().catch(() => undefined));
  }

  /** This device answers, and no server. */
  get isOnDevice(): boolean {
    return SITE || this.now?.id === DEVICE;
  }

  /** Ask the server what every page needs, the visitor's tables as they are now among it. */
  readonly begin = single(async (): Promise<api.Bootstrap> => {
    if (SITE) (await thisDevice()).onlate = () => void this.begin().catch(() => undefined);
    const told = await api.bootstrap(SHOWN.includes(route.page));
    this.told = told;
    this.now = told.me ?? (this.now?.id === DEVICE ? null : this.now) ?? null;
    if (!SITE && told.me?.id !== DEVICE && route.page === "lobby") void this.#addTablesHere(told);
    return told;
  });

  /** Add the tables of this device to those that the server has told of, once the engine has told of them. */
  async #addTablesHere(told: api.Bootstrap): Promise<void> {
    const tables = await tablesHere();
    if (this.told === told && tables.length) this.told = { ...told, tables: [...tables, ...told.tables] };
  }

  async ask(): Promise<api.Me | null> {
    if (this.now === undefined) await this.begin();
    return this.now ?? null;
  }

  /** Return who the visitor is; without a name they become a guest. */
  async known(): Promise<api.Me> {
    return (await this.ask()) ?? (this.now = await this.#guest());
  }
}

export const visitor = new Visitor();
