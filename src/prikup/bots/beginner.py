"""A computer player that errs like a person who has just learnt the rules, but without randomness.

A beginner counts high-card points, loves its longest suit, and ignores how the other cards are distributed. For its
calls it imagines the same ranks spread evenly over the other suits, with some cards replaced by higher ones if the hand
has many high-card points, and makes the rule-based player's call for that imagined hand. It plays by maxims: draw
trumps, lead aces, second hand low, third hand high. It remembers only the last tricks, so it does not know how many
trumps are still to come, whether a king is high, or who is void in a suit. It treats every player who opposes the same
declarer as its partner.

The code is the same for every game: it uses only the game's rule-based player, its pack and its sides.
"""

from typing import Any

from msgspec.structs import replace

from prikup.games import GAMES
from prikup.games.heuristics import follow, lead, length
from prikup.rules.cards import BIT, CARD_COUNT, SUIT_MASK, Card, Mask, cards, mask
from prikup.rules.game import AnyGame, Player
from prikup.rules.objective import Objective
from prikup.rules.state import Action, Seat, View
from prikup.rules.tricks import Tricks

__all__ = ["perceive_hand", "player"]

REMEMBERED_TRICKS = 2
"""The number of finished tricks that a beginner remembers."""
POINTS = {12: 4, 11: 3, 10: 2, 9: 1}
"""The high-card points of an ace, a king, a queen and a jack, by rank."""
RICH = 4
"""The number of high-card points for which a beginner mistakes one card for the next higher one.

For each `RICH` points by which a hand exceeds the average, one of its cards is raised by a rank.
"""


def player(game: AnyGame, seed: int) -> Player:
    """Return a beginner for a game. It draws no random numbers; `seed` is passed to the rule-based player."""
    rule = GAMES[game.name].rule(game, seed)
    pack = mask(game.pack)

    def play(view: View[Any]) -> Action:
        legal = game.legal(view)
        if len(legal) == 1:
            return legal[0]
        if view.public.phase == "play":
            return _choose_card(game.objective(view.public), view, legal, pack)
        call = rule(replace(view, hand=perceive_hand(view.hand, pack)))
        return call if call in legal else rule(view)

    return play


def perceive_hand(hand: Mask, pack: Mask) -> Mask:
    """Return the hand as a beginner misjudges it: with one long suit at most, and overrated if it has many points.

    `hand` and `pack` (all cards of the game) are bit masks. A beginner loves a long suit: the longest counts for what
    it is. The other suits seem to be of equal length: one that has more than its share gives its lowest cards to the
    shortest of them. So a second long suit adds no value, a short suit is neither a danger nor an asset, and a bare
    king looks guarded. Each `RICH` high-card points above the average turn a card into the next higher one.
    """
    suits = sorted(SUIT_MASK, key=lambda suit: ((hand & suit).bit_count(), _points(hand & suit)))
    others = suits[:-1]
    equal_length = -(-(hand & ~suits[-1]).bit_count() // len(others))
    perceived_hand = hand
    for suit in others:
        for card in cards(hand & suit)[: max(0, (hand & suit).bit_count() - equal_length)]:
            free = [
                new_card
                for new_card in range(card % 13, CARD_COUNT, 13)
                if pack & ~perceived_hand & BIT[new_card] and any(BIT[new_card] & other for other in others)
            ]
            to = min(free, key=lambda new_card: length(perceived_hand, new_card), default=card)
            if length(perceived_hand, to) < equal_length:
                perceived_hand ^= BIT[card] | BIT[to]
    excess_points = _points(hand) - _points(pack) * hand.bit_count() / pack.bit_count()
    for card in sorted(cards(perceived_hand), key=lambda card: -(card % 13)):
        if excess_points >= RICH and card % 13 < 12 and pack & ~perceived_hand & BIT[card + 1]:
            perceived_hand ^= BIT[card] | BIT[card + 1]
            excess_points -= RICH
    return perceived_hand


def _points(hand: Mask) -> int:
    return sum(POINTS.get(card % 13, 0) for card in cards(hand))


def _choose_card(objective: Objective, view: View[Any], legal: tuple[Card, ...], pack: Mask) -> Card:
    """Return the card of `legal` that a beginner's maxims select for the viewer.

    `objective` says who plays against whom, and who wants many tricks or few. `pack` are all cards of the game, as a
    bit mask.
    """
    tricks: Tricks = view.public.tricks
    if objective.goal == "fewest":
        return _choose_low_card(tricks, legal)
    hand = view.hand if tricks.turn == view.seat else view.public.shown[tricks.turn]
    out = pack & ~(hand | view.hand | _remembered_cards(tricks))
    if tricks.to_follow is None:
        trumps = 0 if tricks.order.trump is None else SUIT_MASK[tricks.order.trump]
        return lead(hand, out, trumps, declarer=objective.soloist in (None, tricks.turn))
    following = legal[0] // 13 == tricks.to_follow // 13
    second = len(tricks.line) > 2 and len(tricks.table) == 1
    if not tricks.table or (second and following):
        return min(legal)
    return follow(tricks, legal, out, _partners(objective, tricks))


def _remembered_cards(tricks: Tricks) -> Mask:
    """Return the played cards that a beginner remembers.

    These are the cards of the last `REMEMBERED_TRICKS` finished tricks and of the unfinished one.
    """
    return mask(tricks.table) | mask(card for trick in tricks.past[-REMEMBERED_TRICKS:] for card in trick.cards)


def _partners(objective: Objective, tricks: Tricks) -> tuple[Seat, ...]:
    """Return the partners of the player whose turn it is in `tricks`.

    They are the rest of the player's side in `objective`. If one seat (the soloist) plays against all others, they are
    all other opponents of the soloist.
    """
    if objective.soloist not in (None, tricks.turn):
        return tuple(seat for seat in tricks.seats if seat not in (objective.soloist, tricks.turn))
    side = next(side for side in objective.sides if tricks.turn in side)
    return tuple(seat for seat in side if seat != tricks.turn)


def _choose_low_card(tricks: Tricks, legal: tuple[Card, ...]) -> Card:
    """Return a card of `legal` that avoids the trick if possible; `tricks` has the unfinished trick.

    A player who follows suit plays the highest card below the winning one, else the lowest. A player who cannot follow
    suit plays the highest card, and a leader the lowest.
    """
    order, led_card = tricks.order, tricks.to_follow
    if led_card is None:
        return min(legal, key=lambda card: (order.power(card // 13, card), card))
    if legal[0] // 13 != led_card // 13:
        return max(legal, key=lambda card: (order.power(card // 13, card), card))
    best = max((order.power(led_card // 13, card) for card in tricks.table), default=0)
    losing_cards = [card for card in legal if order.power(led_card // 13, card) < best]
    return max(losing_cards, key=lambda card: order.power(led_card // 13, card)) if losing_cards else min(legal)
