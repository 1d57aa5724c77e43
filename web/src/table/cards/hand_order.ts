// The order of the cards in a hand.
import type { Settings } from "../../settings/settings.svelte";
import { cards, SHOWN_SUITS } from "../../language/speech";

const BY_RANK = [0, 1, 2, 3];

export const suitOf = (card: number): number => Math.floor(card / 13);

/** Return the suits in alternating colours, even if hearts or clubs are missing. */
function alternatingSuits(handCards: readonly number[]): readonly number[] {
  const suits = new Set(handCards.map(suitOf));
  if (!suits.has(3)) return [0, 2, 1, 3];
  if (!suits.has(1)) return [3, 0, 2, 1];
  return SHOWN_SUITS;
}

/** Return the cards of a mask by suit, in the order of the settings; missing suits are omitted. */
export function sortBySuit(mask: number, order: Settings["order"]): number[][] {
  const ascending = cards(mask);
  const suits = order === "ranked" ? BY_RANK : alternatingSuits(ascending);
  const handCards = order === "rising" ? ascending : ascending.reverse();
  return suits.map((suit) => handCards.filter((card) => suitOf(card) === suit)).filter((cards) => cards.length > 0);
}
