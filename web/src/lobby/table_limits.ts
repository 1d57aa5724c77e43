// The texts about an open table that say who may sit down there, how much time there is, and who is often absent.
import type { LobbyRow } from "../client/api_types";
import { words } from "../language/language.svelte";
import { minus } from "../sheet/sheet_numbers";

const MINUTE = 60_000;
const SECOND = 1000;

type Limits = Pick<LobbyRow, "rated" | "wants" | "turns" | "deals" | "minutes" | "often_absent"> & {
  clock: readonly [bank: number, increment: number] | null;
};

/** Return the texts about whom a table is for, and about its clocks and its end; none for what is not limited. */
export function tableLimits({ rated, wants, clock, turns, deals, minutes, often_absent }: Limits): string[] {
  return [
    rated ? words.text("table-rated") : wants.accounts ? words.text("lobby-open-accounts") : "",
    wants.rating
      ? words.text("lobby-open-ratings", { low: minus(wants.rating[0]), high: minus(wants.rating[1]) })
      : "",
    clock ? words.text("clock-some", { minutes: clock[0] / MINUTE, seconds: clock[1] / SECOND }) : "",
    turns ? words.text("lobby-open-hours", { hours: turns }) : "",
    deals ? words.text("lobby-open-deals", { deals }) : "",
    minutes ? words.text("lobby-open-minutes", { minutes }) : "",
    ...often_absent.map((name) => words.text("lobby-open-absent", { name })),
  ].filter(Boolean);
}
