// The finished matches of this device: each is uploaded once to the account's archive.
import type { ErrorBody, MatchPage, MatchRecord, MatchSummary } from "../client/api_types";
import { matchPath } from "../client/archive_client";
import { requestServer, thisDevice } from "../client/transport";
import { readBody } from "../client/http_client";
import { fact, keys, note } from "../device/row_store";

/** The name of the stored fact about a match's upload. Its value is `ARCHIVED`, or the message key of the refusal. */
const uploadFact = (id: string): string => `archived ${id}`;
const ARCHIVED = "taken";
const CONFLICT_STATUS = 409;
/** The device's status for the upload of a match that was imported, not played on it. */
const NOT_FOUND_STATUS = 404;
/** Return whether a status is temporary: the match is sent again later. */
const isTemporary = (status: number): boolean => status === 401 || status === 403 || status === 429 || status >= 500;

/** Upload the matches that the archive has not answered for; return how many it accepted. Uploads are idempotent. */
export async function archiveMatches(): Promise<number> {
  let count = 0;
  for (const id of await keys("ended")) {
    if (await fact(uploadFact(id))) continue;
    const answer = await uploadMatch(id);
    if (!answer || isTemporary(answer.status)) break;
    const { reason } = (await answer.json()) as Partial<ErrorBody>;
    await note(
      uploadFact(id),
      answer.ok || answer.status === CONFLICT_STATUS ? ARCHIVED : (reason?.key ?? String(answer.status)),
    );
    if (answer.ok) count += 1;
  }
  return count;
}

/** Send a match to the archive and return its answer, or the answer of this device if it has no such match. */
async function uploadMatch(id: string): Promise<Response | null> {
  const device = await thisDevice();
  const completeLog = await device.request("GET", `${matchPath(id)}/whole`);
  if (completeLog?.ok) return requestServer("POST", "matches", await completeLog.text());
  if (completeLog?.status !== NOT_FOUND_STATUS) return null;
  const record = await device.request("GET", matchPath(id));
  if (!record?.ok) return record;
  const log = await device.request("GET", `${matchPath(id)}/log`);
  if (!log?.ok) return log;
  const { you } = (await record.json()) as MatchRecord;
  return requestServer("POST", "imports", JSON.stringify({ text: await log.text(), match: 0, seat: you }));
}

/** Return the matches stored only on this device, latest first. */
export async function matchesOnDevice(): Promise<MatchSummary[]> {
  const endedIds = await keys("ended");
  const isArchived = await Promise.all(endedIds.map(async (id) => (await fact(uploadFact(id))) === ARCHIVED));
  if (isArchived.every(Boolean)) return []; // the engine need not start
  const { matches } = await readBody<MatchPage>(await (await thisDevice()).request("GET", "matches?limit=100"));
  return matches.filter(({ id }) => !isArchived[endedIds.indexOf(id)]);
}
