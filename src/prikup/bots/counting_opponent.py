"""Counting opponents: test players that judge a hand by honours and lengths, each with numbered thresholds of its own.

A counting opponent never simulates a deal. It makes the rule-based player's call for the hand that it seems to have:
with some honours raised or lowered by a rank, and with a card of a short suit moved to the longest suit or the other
way round. So a style with raised honours calls with less than the rule-based player would, and one with lowered honours
only with solid hands. The first calls of a deal, in the auction, and the later ones have different thresholds.

These styles are a second family beside the styled opponents (`prikup.bots.styled_opponent`), to which the inference of
`master` was fitted. No parameter was fitted to this family.
"""

import random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prikup.bots import beginner
from prikup.games import GAMES
from prikup.rules.cards import BIT, CARD_COUNT, SUIT_MASK, SUITS, Card, Mask, cards, is_call, mask
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import Action, View

__all__ = ["CountingStyle", "perceive_hand", "player", "style"]


class CountingStyle(Struct, frozen=True):
    """The parameters of a counting opponent.

    - `auction` is the number of ranks by which it raises the honours of its hand in the auction; if it is negative, it
      lowers them.
    - `later` is the same number for all later calls, such as joining the play against a contract, or doubling.
    - `length` is the number of cards that it moves to its longest suit; if it is negative, it moves them from there to
      its shortest suit.
    - `forgets` is true if it plays its cards as a beginner does, false if as the rule-based player does.
    """

    auction: int
    later: int
    length: int
    forgets: bool


def style(number: int) -> CountingStyle:
    """Return the style with the number `number`, which determines all of its parameters."""
    rng = random.Random(f"counting {number}")
    return CountingStyle(
        auction=rng.randint(-3, 3),
        later=rng.randint(-3, 3),
        length=rng.choice((-1, 0, 0, 1)),
        forgets=rng.random() < 0.25,
    )


def player(game: AnyGame, seed: int, number: int = 0) -> Player:
    """Return the opponent with style `number`. Its actions depend on the style and the View only.

    The View is what the player may know of the deal. `seed` is passed to the rule-based player.
    """
    rule, ways = GAMES[game.name].rule(game, seed), style(number)
    card_player, pack = beginner.player(game, seed) if ways.forgets else rule, mask(game.pack)

    def play(view: View[Any]) -> Action:
        legal = game.legal(view)
        if view.public.phase == "play":
            return card_player(view)
        if len(legal) == 1 or not is_call(legal[-1]):
            return rule(view)
        ranks = ways.auction if game.phases[view.public.phase].kind == "auction" else ways.later
        call = rule(replace(view, hand=perceive_hand(view.hand, pack, ranks, ways.length)))
        return call if call in legal else rule(view)

    return play


def perceive_hand(hand: Mask, pack: Mask, ranks: int, moved: int) -> Mask:
    """Return the hand as a counting opponent sees it, with as many cards as it has.

    `hand` and `pack` (all cards of the game) are bit masks. `ranks` and `moved` are the honours' ranks and the cards of
    the longest suit of the style (`CountingStyle.auction` and `CountingStyle.length`).
    """
    for _ in range(abs(moved)):
        hand = _move_card(hand, pack, to_longest=moved > 0)
    return _shift_honours(hand, pack, ranks)


def _move_card(hand: Mask, pack: Mask, *, to_longest: bool) -> Mask:
    """Return the hand with the lowest card of another suit replaced by the lowest free card of the longest suit.

    Unless `to_longest`, return it with the lowest card of the longest suit replaced by one of the shortest suit. Return
    the hand unchanged if no card of that suit is free. Cards are free if `pack` has them and the hand does not.
    """
    suits = sorted(range(len(SUITS)), key=lambda suit: ((hand & SUIT_MASK[suit]).bit_count(), suit))
    longest = suits[-1]
    others = [card for card in cards(hand) if card // 13 != longest]
    if to_longest:
        given, taking = min(others, key=lambda card: (card % 13, card), default=None), longest
    else:
        given, taking = cards(hand & SUIT_MASK[longest])[0], suits[0]
    free = [card for card in cards(pack & ~hand) if card // 13 == taking]
    if given is None or not free:
        return hand
    return hand ^ BIT[given] ^ BIT[free[0]]


def _shift_honours(hand: Mask, pack: Mask, ranks: int) -> Mask:
    """Return the hand with its highest cards, one after the other, raised by a rank, or lowered if `ranks` is negative.

    A card is left alone if the hand has the next card too, or the pack does not.
    """
    step = 1 if ranks > 0 else -1
    left = abs(ranks)
    for card in sorted(cards(hand), key=lambda card: (-(card % 13), card)):
        neighbour: Card = card + step
        in_suit = 0 <= neighbour < CARD_COUNT and neighbour // 13 == card // 13
        if left and in_suit and pack & ~hand & BIT[neighbour]:
            hand ^= BIT[card] ^ BIT[neighbour]
            left -= 1
    return hand
