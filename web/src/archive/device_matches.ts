// The finished matches of this device: each is uploaded once to the account's archive.
import { matchPath, type MatchPage, type MatchSummary } from "../client/archive_client";
import { atServer, thisDevice } from "../client/host";
import { told } from "../client/http_client";
import { fact, keys, note } from "../here/shelf";

/** The name of the stored fact about a match's upload. Its value is `TAKEN`, or the message key of the refusal. */
const factOf = (id: string): string => `archived ${id}`;
const TAKEN = "taken";
const KNOWN = 409;
/** The device's status for a match that was imported, not played on it. */
const MISSING = 404;
/** Return whether a status is temporary: the match is sent again later. */
const isPassing = (status: number): boolean => status === 401 || status === 403 || status === 429 || status >= 500;

/** Upload the matches that the archive has not answered for; return how many it accepted. Uploads are idempotent. */
export async function archiveMatches(): Promise<number> {
  let count = 0;
  for (const id of await keys("ended")) {
    if (await fact(factOf(id))) continue;
    const whole = await (await thisDevice()).asked("GET", `${matchPath(id)}/whole`);
    if (whole?.status === MISSING) {
      await note(factOf(id), "no-such-match");
      continue;
    }
    const answer = whole?.ok ? await atServer("POST", "matches", await whole.text()) : null;
    if (!answer || isPassing(answer.status)) break;
    const { reason } = (await answer.json()) as { reason?: { key: string } };
    await note(factOf(id), answer.ok || answer.status === KNOWN ? TAKEN : (reason?.key ?? String(answer.status)));
    if (answer.ok) count += 1;
  }
  return count;
}

/** Return the matches stored only on this device, latest first. */
export async function matchesHere(): Promise<MatchSummary[]> {
  const ended = await keys("ended");
  const taken = await Promise.all(ended.map(async (id) => (await fact(factOf(id))) === TAKEN));
  if (taken.every(Boolean)) return []; // the engine need not start
  const { matches } = await told<MatchPage>(await (await thisDevice()).asked("GET", "matches?limit=100"));
  return matches.filter(({ id }) => !taken[ended.indexOf(id)]);
}
