// The sentences about a table that was found.
import type { FoundMessage } from "../client/lobby_protocol";
import { listNames } from "../language/display_names";
import { words } from "../language/language.svelte";
import { minus } from "../sheet/sheet_numbers";

/** Return the other players with their ratings; the visitor, whose name is `ownName`, is one of the seats. */
function otherPlayers({ seats }: FoundMessage, ownName: string): string[] {
  const ownIndex = seats.findIndex((seat) => seat?.[0] === ownName);
  return seats
    .filter((_, index) => index !== ownIndex)
    .map((seat) => {
      if (!seat) return words.text("seek-found-bot");
      const [name, rating] = seat;
      return (name || words.text("nameless")) + (rating === null ? "" : ` (${minus(rating)})`);
    });
}

/** Return who plays at the table, how long it waits for the visitor, and whether the match is rated. */
export function foundText(found: FoundMessage, ownName: string): string {
  const names = listNames(otherPlayers(found, ownName));
  const text = words.text("seek-found-who", { names, seconds: Math.ceil(found.left_ms / 1000) });
  return found.rated ? `${text} ${words.text("wait-rated")}` : text;
}
