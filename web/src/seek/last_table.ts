// The text about the last table of a lane.
import { createSubscriber } from "svelte/reactivity";
import { words } from "../language/language.svelte";
import { waitingPeople } from "./waiting_people.svelte";

const MINUTE = 60;
/** The seconds of each unit, the longest first. */
const UNITS = [
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
] as const;

/** Draws what depends on the time again, twice a minute. */
const watchTime = createSubscriber((update) => {
  const timer = setInterval(update, 30_000);
  return () => clearInterval(timer);
});

/** Return when the last table of a lane began, such as `last table 12 minutes ago`; "" if the server knows of none. */
export function lastTableText(lane: string): string {
  const age = waitingPeople.activity?.last_tables[lane];
  if (age === undefined) return "";
  watchTime();
  const seconds = Math.max(MINUTE, age + (Date.now() - waitingPeople.time) / 1000);
  const [unit, length] = UNITS.find(([, length]) => seconds >= length)!;
  const time = new Intl.RelativeTimeFormat(words.lang).format(-Math.floor(seconds / length), unit);
  return words.text("seek-lane-last", { time });
}
