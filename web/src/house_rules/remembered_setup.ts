/* The settings of the last table opened, remembered for the next one. */
import type { NewTable } from "../client/api_types";

/** The settings of a table that do not depend on the game. */
export type TableSettings = Required<
  Pick<
    NewTable,
    "level" | "absent" | "away_s" | "clock" | "minutes" | "after" | "turns" | "spectators" | "delayed" | "chat"
  >
>;

export interface RememberedSetup extends TableSettings {
  /** The game chosen last; "" for a new visitor, for whom the first one is chosen. */
  game: string;
  /** House rules as text, by game. */
  rules: Record<string, string>;
}

const KEY = "prikup-wish";
const MINUTE = 60_000;
const SECOND = 1000;

/** The clocks offered: the initial bank and the increment per action, in milliseconds. */
export const CLOCKS: readonly (readonly [bank: number, increment: number])[] = [
  [5 * MINUTE, 5 * SECOND],
  [10 * MINUTE, 10 * SECOND],
  [20 * MINUTE, 15 * SECOND],
];
/** The time limits offered for a match, in minutes; 0 is none. */
export const TIME_LIMITS = [0, 30, 60, 90, 120, 240] as const;
/** What is finished first when the time is over. */
export const AFTER = ["deal", "round"] as const;
/** The hours offered for each decision at a turn-based table. */
export const TURN_HOURS = [4, 12, 24, 48, 72] as const;
/** The further hours that a player has once in a turn-based match. */
export const RESERVE_HOURS = 72;
/** The options for how long a lost connection keeps its seat, in seconds. */
export const ABSENCE_SECONDS = [15, 60, 300] as const;
export const ABSENT = ["bot", "wait", "vote"] as const;

const NEWCOMER: RememberedSetup = {
  game: "",
  rules: {},
  level: "rule",
  absent: "bot",
  away_s: 60,
  clock: null,
  minutes: 0,
  after: "round",
  turns: null,
  spectators: true,
  delayed: false,
  chat: true,
};

/** Return the remembered settings; damaged values are replaced by the defaults. */
export function readSetup(json: string | null): RememberedSetup {
  let saved: Partial<RememberedSetup> = {};
  try {
    saved = Object(JSON.parse(json ?? "{}"));
  } catch {
    // Unreadable settings count as none.
  }
  const clock = CLOCKS.find((candidate) => candidate.join() === String(saved.clock));
  const hours = TURN_HOURS.find((candidate) => candidate === saved.turns?.hours);
  const rules = Object.entries(Object(saved.rules)).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return {
    game: text(saved.game, NEWCOMER.game),
    rules: Object.fromEntries(rules),
    level: text(saved.level, NEWCOMER.level),
    absent: ABSENT.find((candidate) => candidate === saved.absent) ?? NEWCOMER.absent,
    away_s: ABSENCE_SECONDS.find((candidate) => candidate === saved.away_s) ?? NEWCOMER.away_s,
    clock: clock && !hours ? [...clock] : null,
    minutes: (!hours && TIME_LIMITS.find((candidate) => candidate === saved.minutes)) || NEWCOMER.minutes,
    after: AFTER.find((candidate) => candidate === saved.after) ?? NEWCOMER.after,
    turns: hours ? { hours, reserve_h: RESERVE_HOURS } : null,
    spectators: saved.spectators !== false,
    delayed: saved.delayed === true,
    chat: saved.chat !== false,
  };
}

const text = (value: unknown, fallback: string): string => (typeof value === "string" ? value : fallback);

export function rememberedSetup(): RememberedSetup {
  try {
    return readSetup(localStorage.getItem(KEY));
  } catch {
    return readSetup(null);
  }
}

export function rememberSetup(setup: RememberedSetup): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(setup));
  } catch {
    // Without storage the next visit starts with the defaults.
  }
}
