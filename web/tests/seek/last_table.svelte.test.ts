// The text about the last table of a lane: how long ago it was, in the reader's language.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { words } from "../../src/language/language.svelte";
import { lastTableText } from "../../src/seek/last_table";
import { waitingPeople } from "../../src/seek/waiting_people.svelte";

const SECONDS = 1000;

beforeEach(async () => {
  vi.useFakeTimers();
  await words.switchTo("en");
  await words.topic("seek");
});
afterEach(() => vi.useRealTimers());

const receive = (last_tables: Record<string, number>): void => waitingPeople.receive({ waiting: {}, last_tables });

test("the time is shown in minutes, hours or days", () => {
  receive({ now: 3, soon: 119, hour: 3599, hours: 7200, days: 200_000 });
  expect(["now", "soon", "hour", "hours", "days"].map(lastTableText)).toEqual([
    "last table 1 minute ago",
    "last table 1 minute ago",
    "last table 59 minutes ago",
    "last table 2 hours ago",
    "last table 2 days ago",
  ]);
  expect(lastTableText("never")).toBe("");
});

test("the time is in Russian if the page is in Russian", async () => {
  await words.switchTo("ru");
  await words.topic("seek");
  receive({ preferans: 720 });
  expect(lastTableText("preferans")).toBe("последний стол 12 минут назад");
});

test("the time advances while it is displayed", () => {
  receive({ preferans: 700 });
  const drawn: string[] = [];
  const stop = $effect.root(() => {
    $effect(() => void drawn.push(lastTableText("preferans")));
  });
  flushSync();
  vi.advanceTimersByTime(30 * SECONDS);
  flushSync();
  stop();
  vi.advanceTimersByTime(600 * SECONDS);
  expect(drawn).toEqual(["last table 11 minutes ago", "last table 12 minutes ago"]);
});
