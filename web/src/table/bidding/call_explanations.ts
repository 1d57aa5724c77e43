// Explanations of calls as displayed: a few words next to a call, and sentences under it.
import type { Meaning } from "../../client/protocol";
import type { Speech } from "../../language/speech";

export interface Meant {
  brief: string;
  sentences: string[];
}

/** The maximum number of calls that have room for sentences under them. */
export const MOST_TOLD = 3;

/** Return an explanation as text. */
export function meant(speech: Pick<Speech, "reason">, { says: [brief, ...sentences] }: Meaning): Meant {
  return { brief: brief ? speech.reason(brief) : "", sentences: sentences.map((one) => speech.reason(one)) };
}

/** Return the explanation of a call; null if it has none. */
export function meaningOf(speech: Pick<Speech, "reason">, meanings: readonly Meaning[], call: number): Meant | null {
  const found = meanings.find(({ calls }) => calls.includes(call));
  return found ? meant(speech, found) : null;
}

/** Return whether each of these calls can be shown as a card with its explanation. */
export const toldAll = (meanings: readonly Meaning[], calls: readonly number[]): boolean =>
  calls.length <= MOST_TOLD && calls.length > 0 && calls.every((call) => meanings.some((one) => one.calls.includes(call)));
