// The finished matches of this device, as a server's pages show them: each goes into the archive of an account once.
import { matchPath, type MatchPage, type MatchSummary } from "../client/archive_client";
import { atServer, thisDevice } from "../client/host";
import { told } from "../client/http_client";
import { fact, keys, note } from "../here/shelf";

/** The fact about a match that says what the archive made of it: `TAKEN`, or the key of the reason why it was refused. */
const factOf = (id: string): string => `archived ${id}`;
const TAKEN = "taken";
const KNOWN = 409;
/** What this device answers of a match that was not played on it, but imported. */
const MISSING = 404;
/** Answers after which the match is sent again another time. */
const isPassing = (status: number): boolean => status === 401 || status === 403 || status === 429 || status >= 500;

/** Send the matches that the archive has not answered for, and return how many it took. It takes each log once, however often
 * it comes. */
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

/** Return the matches that are on this device alone, the last first. */
export async function matchesHere(): Promise<MatchSummary[]> {
  const ended = await keys("ended");
  const taken = await Promise.all(ended.map(async (id) => (await fact(factOf(id))) === TAKEN));
  if (taken.every(Boolean)) return []; // the engine need not start
  const { matches } = await told<MatchPage>(await (await thisDevice()).asked("GET", "matches?limit=100"));
  return matches.filter(({ id }) => !taken[ended.indexOf(id)]);
}
