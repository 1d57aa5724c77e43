// What calls mean, as they are shown: a few words beside a call, and sentences under it.
import type { Meaning } from "../../client/protocol";
import type { Speech } from "../../language/speech";

export interface Meant {
  brief: string;
  sentences: string[];
}

/** As many calls with sentences under them find room. */
export const MOST_TOLD = 3;

/** Return a meaning in words. */
export function meant(speech: Pick<Speech, "reason">, { says: [brief, ...sentences] }: Meaning): Meant {
  return { brief: brief ? speech.reason(brief) : "", sentences: sentences.map((one) => speech.reason(one)) };
}

/** Return what a call means; null where nothing is said of it. */
export function meaningOf(speech: Pick<Speech, "reason">, meanings: readonly Meaning[], call: number): Meant | null {
  const found = meanings.find(({ calls }) => calls.includes(call));
  return found ? meant(speech, found) : null;
}

/** Return whether each of some calls can be a card of its own, with what it means. */
export const toldAll = (meanings: readonly Meaning[], calls: readonly number[]): boolean =>
  calls.length <= MOST_TOLD && calls.length > 0 && calls.every((call) => meanings.some((one) => one.calls.includes(call)));
