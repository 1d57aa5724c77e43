// Which sound to play at a table: only for cards that all players see, and for what concerns the reader.
import type { Public } from "../../client/game_types";
import type { Sheet, Update, Welcome } from "../../client/protocol";
import type { Sound } from "../../settings/sounds";

/** Return the sound for the change from `before`; null if nothing visible happened. */
export function heard(before: Update | null, now: Update | null): Sound | null {
  if (!before || !now) return null;
  const [was, is] = [before.view.public, now.view.public];
  if (was.match.deal !== is.match.deal) return "deal";
  if (tricks(is) > tricks(was) && now.moved.length) return "trick";
  return played(is) > played(was) ? "card" : null;
}

/** Return whether the match was won by a player's side. */
export function won(sheet: Sheet | null, sides: Welcome["sides"], you: number | null): boolean {
  return you !== null && (sheet?.winners.some((side) => sides[side]?.includes(you)) ?? false);
}

const tricks = ({ tricks }: Public): number => tricks?.past.length ?? 0;

function played({ tricks }: Public): number {
  return (tricks?.past.reduce((cards, trick) => cards + trick.cards.length, 0) ?? 0) + (tricks?.table.length ?? 0);
}
