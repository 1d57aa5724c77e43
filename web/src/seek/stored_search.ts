// The visitor's search for a table: stored in this tab while it goes on, so that reloading the page keeps it, and the
// wishes of the last one in this browser.
import type { Lane } from "../client/api_types";
import { SEARCH_KEY } from "./search_key";

const WISH_KEY = "prikup-search-wish";
/** Milliseconds for which the server keeps the place in the queue of a person without a connection. */
const MAX_AWAY_MS = 30_000;

/** What a visitor looks for. */
export interface Wish {
  lanes: readonly Lane[];
  /** A bot may take a seat. */
  bots: boolean;
  /** The greatest accepted difference of ratings, 0 for any. */
  range: number;
  /** The account name of the friend who is to be the partner, "" for anybody. */
  partner: string;
}

/** The part of a wish that is the same next time. */
export interface RememberedWish {
  lanes: readonly string[];
  bots: boolean;
  range: number;
}

function read(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null; // without storage, or with a damaged text, there is none
  }
}

function write(storage: () => Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the search ends when the page is reloaded.
  }
}

const session = (): Storage => sessionStorage;
const browser = (): Storage => localStorage;

/** Store the search of this tab; null if there is none any more. */
export function storeSearch(wish: Wish | null): void {
  write(session, SEARCH_KEY, wish && { wish, time: Date.now() });
}

/** Return the search that went on in this tab when the page was left, if the server still keeps its place. */
export function storedSearch(): Wish | null {
  const stored = read(session, SEARCH_KEY) as { wish: Wish; time: number } | null;
  return stored && Date.now() - stored.time < MAX_AWAY_MS ? stored.wish : null;
}

export function rememberWish({ lanes, bots, range }: Wish): void {
  write(browser, WISH_KEY, { lanes: lanes.map(({ name }) => name), bots, range } satisfies RememberedWish);
}

export function rememberedWish(): RememberedWish {
  const { lanes, bots, range } = Object(read(browser, WISH_KEY)) as Partial<RememberedWish>;
  return { lanes: Array.isArray(lanes) ? lanes : [], bots: bots === true, range: Number(range) || 0 };
}
