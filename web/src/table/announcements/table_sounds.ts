// Which sound to play at a table: only for cards that all players see, and for what concerns the reader.
import type { Public } from "../../client/game_types";
import type { SheetMessage, UpdateMessage, WelcomeMessage } from "../../client/protocol";
import type { Sound } from "../../settings/sounds";

/** Return the sound for the change from `old`; null if nothing visible happened. */
export function soundOf(old: UpdateMessage | null, current: UpdateMessage | null): Sound | null {
  if (!old || !current) return null;
  const [oldState, newState] = [old.view.public, current.view.public];
  if (oldState.match.deal !== newState.match.deal) return "deal";
  if (trickCount(newState) > trickCount(oldState) && current.moved.length) return "trick";
  return playedCount(newState) > playedCount(oldState) ? "card" : null;
}

/** Return whether the match was won by a player's side. */
export function hasWon(sheet: SheetMessage | null, sides: WelcomeMessage["sides"], you: number | null): boolean {
  return you !== null && (sheet?.winners.some((side) => sides[side]?.includes(you)) ?? false);
}

const trickCount = ({ tricks }: Public): number => tricks?.past.length ?? 0;

function playedCount({ tricks }: Public): number {
  return (tricks?.past.reduce((cards, trick) => cards + trick.cards.length, 0) ?? 0) + (tricks?.table.length ?? 0);
}
