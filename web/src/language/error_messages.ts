/* Messages for refusals outside a table. */
import { NotDone } from "../client/http_client";
import type { Reason } from "../client/protocol";
import type { Values } from "./words";

interface Speaking {
  text(key: string, values?: Values): string;
}

export function sentence(words: Speaking, reason: Reason): string {
  const numbers = Object.entries(reason.numbers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : value,
  ]);
  return words.text(reason.key, Object.fromEntries(numbers) as Values);
}

/** Return the message for a refusal. Rethrows any error that is not a NotDone. */
export function refusal(words: Speaking, error: unknown): string {
  if (error instanceof NotDone) return sentence(words, error.reason);
  throw error;
}
