// The reader's own mistakes in reviewed deals: of a match, of the matches of a game, or of all matches.
import { matchesHere } from "../archive/device_matches";
import { match as askMatch, matches, progress, type Decision, type MatchRecord } from "../client/archive_client";
import { mistakesOf } from "./review_steps";

export interface OwnMistake {
  match: MatchRecord;
  deal: number;
  decision: Decision;
}

/** Where to look for mistakes: in a match from a deal on, or in the matches of a game ("" for all). */
export type Scope = { match: string; deal: number } | { game: string };

/** Yield the mistakes of a scope, latest match first, each in the order of its deals. */
export async function* ownMistakes(scope: Scope, elsewhere: boolean): AsyncGenerator<OwnMistake> {
  if ("match" in scope) return yield* ofMatch(scope.match, scope.deal);
  let cursor = "";
  do {
    const page = await matches({ game: scope.game }, cursor);
    for (const each of page.matches) if (each.mistakes) yield* ofMatch(each.id, 1);
    cursor = page.next;
  } while (cursor);
  if (!elsewhere) return;
  for (const each of await matchesHere()) {
    if (each.mistakes && (!scope.game || each.game === scope.game)) yield* ofMatch(each.id, 1);
  }
}

async function* ofMatch(id: string, from: number): AsyncGenerator<OwnMistake> {
  const match = await askMatch(id);
  const { you } = match;
  if (you === null) return;
  const mistaken = match.deals.filter(({ review }) => review?.mistakes[you]).map(({ summary }) => summary.deal);
  for (const deal of [...mistaken.filter((each) => each >= from), ...mistaken.filter((each) => each < from)]) {
    const { review } = await progress(id, deal);
    const own = mistakesOf(review?.decisions ?? []).filter(({ seat }) => seat === you);
    for (const decision of own) yield { match, deal, decision };
  }
}
