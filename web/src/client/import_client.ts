// Import matches from a file: into the account's archive, or onto this device if it can and the visitor is not logged
// in.
import type { MatchChoice, MatchInFile, OpenedTable, UploadedFile } from "./api_types";
import { requestHost, isEngineAvailable, thisDevice } from "./transport";
import { readBody } from "./http_client";
import { visitor } from "./current_user.svelte";

/** The largest file that is accepted, in bytes. */
export const MAX_BYTES = 1 << 20;

async function send<T>(path: string, body: unknown): Promise<T> {
  const user = await visitor.ensureUser();
  const text = JSON.stringify(body);
  const device = user.guest && (await isEngineAvailable()) ? await thisDevice() : null;
  return readBody<T>(await (device ? device.request("POST", path, text) : requestHost("POST", path, text)));
}

export const matchesInFile = (text: string) => send<MatchInFile[]>("imports/matches", { text } satisfies UploadedFile);
export const importMatch = (text: string, match: number, seat: number) =>
  send<OpenedTable>("imports", { text, match, seat } satisfies MatchChoice);
