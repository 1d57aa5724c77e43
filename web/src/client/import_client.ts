// Import matches from a file: into the account's archive, or onto this device if it can and the visitor is not logged
// in.
import { ask, canAnswer, thisDevice } from "./transport";
import { readBody } from "./http_client";
import type { Reason } from "./protocol";
import { visitor } from "./current_user.svelte";

/** A match of a file. Of its decks, `shuffled` have a recorded shuffle, and `right` of these match their shuffle. */
export interface MatchInFile {
  game: string;
  names: string[];
  deals: number;
  decks: number;
  shuffled: number;
  right: number;
  differs: Reason[];
  fault: Reason | null;
}

/** The largest file that is accepted, in bytes. */
export const MAX_BYTES = 1 << 20;

async function send<T>(path: string, body: unknown): Promise<T> {
  const user = await visitor.ensureUser();
  const text = JSON.stringify(body);
  const device = user.guest && (await canAnswer()) ? await thisDevice() : null;
  return readBody<T>(await (device ? device.request("POST", path, text) : ask("POST", path, text)));
}

export const matchesInFile = (text: string) => send<MatchInFile[]>("imports/matches", { text });
export const importMatch = (text: string, match: number, seat: number) =>
  send<{ id: string }>("imports", { text, match, seat });
