// What is heard at a table: only what everybody sees lie there, and what concerns the reader.
import type { Public } from "../../client/game_types";
import type { Sheet, Update, Welcome } from "../../client/protocol";
import type { Sound } from "../../settings/sounds";

/** Return the sound of what has come after `before`; null where nothing was seen to happen. */
export function heard(before: Update | null, now: Update | null): Sound | null {
  if (!before || !now) return null;
  const [was, is] = [before.view.public, now.view.public];
  if (was.match.deal !== is.match.deal) return "deal";
  if (tricks(is) > tricks(was) && now.moved.length) return "trick";
  return played(is) > played(was) ? "card" : null;
}

/** Return whether the match is won by the side of a player. */
export function won(sheet: Sheet | null, sides: Welcome["sides"], you: number | null): boolean {
  return you !== null && (sheet?.winners.some((side) => sides[side]?.includes(you)) ?? false);
}

const tricks = ({ tricks }: Public): number => tricks?.past.length ?? 0;

function played({ tricks }: Public): number {
  return (tricks?.past.reduce((cards, trick) => cards + trick.cards.length, 0) ?? 0) + (tricks?.table.length ?? 0);
}
