"""The rule-based player of Tuppi: rami with high cards, nolo without, and standard whist technique.

To take tricks, cash the high cards, else lead from the longest suit; second hand low, third hand high, and never beat a
partner who is winning. To lose them, play the highest card that stays under, and throw away dangerous cards.
"""

from math import fsum

from prikup.games.tuppi.bids import NOLO, PASS, RAMI, SOOLI, colour
from prikup.games.tuppi.options import Options
from prikup.games.tuppi.public import Public
from prikup.games.tuppi.rules import Tuppi
from prikup.rules.cards import ALL, SUIT_MASK, Action, Card, cards, is_card
from prikup.rules.game import Player
from prikup.rules.state import View
from prikup.rules.tricks import powers

__all__ = ["rule"]

RAMI_FROM = 14.0
"""The minimum strength of a hand to bid rami."""
SOOLI_UNDER = {0: 20.0, 24: 4.0, 48: 2.5}
"""The maximum danger of a sooli hand after the best discard, by the cost of a lost sooli."""
LOW = powers(None, True, 0)[:13]
"""The height of each rank with the ace low, 1 (an ace) to 13 (a king)."""


def rule(game: Tuppi, seed: int) -> Player:
    """Return the rule-based player of a game; it uses no random numbers, so `seed` has no effect."""

    def player(view: View[Public]) -> Action:
        legal = game.legal(view)
        return legal[0] if len(legal) == 1 else _decide(game.options, view, legal)

    return player


def _decide(options: Options, view: View[Public], legal: tuple[Action, ...]) -> Action:
    match view.public.phase:
        case "bid":
            return _bid(options, view.hand, legal)
        case "sooli":
            least = min(danger(view.hand & ~(1 << card)) for card in cards(view.hand))
            return SOOLI if least <= SOOLI_UNDER[options.sooli_lost] else PASS
        case "discard":
            return _riddance(view.hand, legal)
        case "give":
            return _riddance(view.hand, legal) if view.seat == view.public.soloist else _gift(view.hand, legal)
        case _:
            return _play(view, legal)


def strength(hand: int) -> float:
    """Return high-card points (4 3 2 1) and half a point for each card beyond four in a suit."""
    points = 0.0
    for suit in range(4):
        suit_cards = hand >> 13 * suit & 0x1FFF
        points += (
            4 * (suit_cards >> 12 & 1) + 3 * (suit_cards >> 11 & 1) + 2 * (suit_cards >> 10 & 1) + (suit_cards >> 9 & 1)
        )
        points += max(0, suit_cards.bit_count() - 4) / 2
    return points


def _bid(options: Options, hand: int, legal: tuple[Action, ...]) -> Action:
    """Bid rami or nolo by strength, with the lowest card of that colour, because the card may be shown."""
    call = RAMI if strength(hand) >= RAMI_FROM else NOLO
    if call in legal:
        return call
    return min((a for a in legal if is_card(a) and colour(options, call) >> a & 1), key=lambda card: card % 13)


def danger(hand: int) -> float:
    """Return a measure of how likely a hand is to take a trick in sooli.

    The cards of a suit are safe if they are at most as high as 2, 5, 8, 11.
    """
    total = 0.0
    for suit in range(4):
        heights = sorted(LOW[c % 13] for c in cards(hand & SUIT_MASK[suit]))
        total += fsum(max(0, height - 2 - 3 * nth) * (1 - nth / 5) for nth, height in enumerate(heights[:4]))
    return total


def _riddance(hand: int, legal: tuple[Action, ...]) -> Card:
    """Return the card that a hand which wants no trick should get rid of."""
    return min(legal, key=lambda card: (danger(hand & ~(1 << card)), -LOW[card % 13]))


def _gift(hand: int, legal: tuple[Action, ...]) -> Card:
    """Return the lowest card, of the suit in which the soloist is likely to be long."""
    return min(legal, key=lambda card: (LOW[card % 13], (hand & SUIT_MASK[card // 13]).bit_count()))


def _play(view: View[Public], legal: tuple[Action, ...]) -> Card:
    public = view.public
    soloist = public.soloist
    assert public.tricks is not None
    if soloist is not None and view.seat != soloist:
        return _against_sooli(view, legal)
    wanting = public.contract == "rami"
    if not public.tricks.table:
        return _lead_high(view, legal) if wanting else _lead_low(view, legal)
    return _follow_high(view, legal) if wanting else _follow_low(view, legal)


def _outside(view: View[Public]) -> int:
    """Return the cards that have not been played and are not in the viewer's hand."""
    tricks = view.public.tricks
    assert tricks is not None
    return ~(tricks.all_played_cards | view.hand) & ALL


def _beaten_by(card: Card, outside: int) -> int:
    """Return the number of higher cards of the suit outside."""
    return (outside & SUIT_MASK[card // 13] & ~((2 << card) - 1)).bit_count()


def _lead_high(view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return a sure winner of the longest suit, else a low card of it."""
    outside = _outside(view)
    sure = [card for card in legal if not _beaten_by(card, outside)]

    def length(card: Card) -> int:
        return (view.hand & SUIT_MASK[card // 13]).bit_count()

    if sure:
        return max(sure, key=lambda card: (length(card), card % 13))
    return max(legal, key=lambda card: (length(card), -(card % 13)))


def _lead_low(view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the card that the largest share of its suit outside can beat; among equals, from a short suit."""
    outside = _outside(view)

    def beatable_share(card: Card) -> tuple[float, int]:
        outside_count = (outside & SUIT_MASK[card // 13]).bit_count()
        return (
            _beaten_by(card, outside) / outside_count if outside_count else -1.0,
            -(view.hand & SUIT_MASK[card // 13]).bit_count(),
        )

    return max(legal, key=beatable_share)


def _follow_high(view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Win as cheaply as the position allows, or leave the trick to a partner; else play the lowest card.

    The partner keeps the trick if this is the last card, or if no card of this hand would be harder to beat.
    """
    tricks = view.public.tricks
    assert tricks is not None and view.seat is not None
    strengths = powers(None, False, tricks.table[0] // 13)
    seat, best = max(tricks.lying, key=lambda pair: strengths[pair[1]])
    winning = [card for card in legal if strengths[card] > strengths[best]]
    outside = _outside(view)
    last = len(tricks.table) == 3
    with_partner = (seat - view.seat) % 4 == 2
    if not winning or (with_partner and (last or _beaten_by(best, outside) == _beaten_by(max(winning), outside))):
        return min(legal, key=lambda card: card % 13)
    sure = [card for card in winning if last or not _beaten_by(card, outside)]
    if sure:
        return min(sure)
    return max(winning) if len(tricks.table) == 2 else min(legal, key=lambda card: card % 13)


def _follow_low(view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the highest card that stays under.

    If the trick must be taken, play the highest card when last, else the lowest; without the suit, the most dangerous
    card.
    """
    tricks = view.public.tricks
    assert tricks is not None
    strengths = tricks.order.power
    lead_suit = tricks.table[0] // 13
    best = max(strengths(lead_suit, card) for card in tricks.table)
    if legal[0] // 13 != lead_suit:
        return _throw(view, legal)
    lower_cards = [card for card in legal if strengths(lead_suit, card) < best]
    if lower_cards:
        return max(lower_cards, key=lambda card: strengths(lead_suit, card))
    last = len(tricks.table) == len(tricks.seats) - 1
    return (max if last else min)(legal, key=lambda card: strengths(lead_suit, card))


def _throw(view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the card with the most lower cards of its suit outside; as soloist, the most dangerous card."""
    if view.seat == view.public.soloist:
        return _riddance(view.hand, legal)
    outside = _outside(view)

    def threat(card: Card) -> tuple[int, int]:
        return ((outside & SUIT_MASK[card // 13] & ((1 << card) - 1)).bit_count(), card % 13)

    return max(legal, key=threat)


def _against_sooli(view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Play against a sooli: lead and follow as low as possible, and throw high cards away.

    The soloist must have no lower card left to play.
    """
    tricks = view.public.tricks
    assert tricks is not None
    if not tricks.table:
        return min(legal, key=lambda card: LOW[card % 13])
    if legal[0] // 13 != tricks.table[0] // 13:
        return max(legal, key=lambda card: LOW[card % 13])
    lower_cards = [card for card in legal if LOW[card % 13] < LOW[tricks.table[0] % 13]]
    if lower_cards:
        return max(lower_cards, key=lambda card: LOW[card % 13])
    return min(legal, key=lambda card: LOW[card % 13])
