/* Sentences of refusals that no table speaks for. */
import { NotDone } from "./http_client";
import type { Reason } from "./protocol";
import type { Values } from "../language/words";

interface Speaking {
  text(key: string, values?: Values): string;
}

export function sentence(words: Speaking, reason: Reason): string {
  const shown = Object.entries(reason.numbers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : value,
  ]);
  return words.text(reason.key, Object.fromEntries(shown) as Values);
}

/** Why something was not done; whatever is not the server's word is thrown again. */
export function refusal(words: Speaking, error: unknown): string {
  if (error instanceof NotDone) return sentence(words, error.reason);
  throw error;
}
