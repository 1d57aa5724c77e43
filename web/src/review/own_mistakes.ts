// The reader's own mistakes in reviewed deals: of a match, of the matches of a game, or of all matches.
import { matchesOnDevice } from "../archive/device_matches";
import type { DecisionRecord } from "../client/api_types";
import { match as loadMatch, matches, reviewProgress, type LocatedMatch } from "../client/archive_client";
import { mistakesOf } from "./review_steps";

export interface OwnMistake {
  match: LocatedMatch;
  deal: number;
  decision: DecisionRecord;
}

/** Where to look for mistakes: in a match from a deal on, or in the matches of a game ("" for all). */
export type Scope = { match: string; deal: number } | { game: string };

/** Yield the mistakes of a scope, latest match first, each in the order of its deals. */
export async function* ownMistakes(scope: Scope, onDevice: boolean): AsyncGenerator<OwnMistake> {
  if ("match" in scope) return yield* mistakesOfMatch(scope.match, scope.deal);
  let cursor = "";
  do {
    const page = await matches({ game: scope.game }, cursor);
    for (const summary of page.matches) if (summary.mistakes) yield* mistakesOfMatch(summary.id, 1);
    cursor = page.next;
  } while (cursor);
  if (!onDevice) return;
  for (const summary of await matchesOnDevice()) {
    if (summary.mistakes && (!scope.game || summary.game === scope.game)) yield* mistakesOfMatch(summary.id, 1);
  }
}

async function* mistakesOfMatch(id: string, firstDeal: number): AsyncGenerator<OwnMistake> {
  const match = await loadMatch(id);
  const { you } = match;
  if (you === null) return;
  const dealsWithMistakes = match.deals
    .filter(({ review }) => review?.mistakes[you])
    .map(({ summary }) => summary.deal);
  for (const deal of [
    ...dealsWithMistakes.filter((number) => number >= firstDeal),
    ...dealsWithMistakes.filter((number) => number < firstDeal),
  ]) {
    const { review } = await reviewProgress(id, deal);
    const ownMistakeList = mistakesOf(review?.decisions ?? []).filter(({ seat }) => seat === you);
    for (const decision of ownMistakeList) yield { match, deal, decision };
  }
}
