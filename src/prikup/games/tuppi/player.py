"""The rule-based player of Tuppi: it bids for many tricks with high cards and for few without.

It uses standard whist technique. To take tricks (in rami), it leads cards that surely win, otherwise from its longest
suit. It plays low as the second player to a trick and high as the third, and does not beat a partner who is winning. To
lose tricks (in nolo, and alone in sooli), it plays the highest card that does not win, and throws away dangerous cards
when it cannot follow suit.
"""

from functools import cache
from math import fsum

from prikup.games.tuppi.bids import NOLO, PASS, RAMI, SOOLI, colour
from prikup.games.tuppi.options import Options
from prikup.games.tuppi.public import Public, partner_of
from prikup.games.tuppi.rules import Tuppi
from prikup.rules.cards import ALL, SUIT_MASK, Action, Card, cards, is_card
from prikup.rules.game import Player
from prikup.rules.state import View
from prikup.rules.tricks import powers

__all__ = ["rule"]

RAMI_FROM = 14.0
"""The minimum `strength` of a hand with which the player bids rami, in which each side wants the most tricks."""
SOOLI_UNDER = {0: 20.0, 24: 4.0, 48: 2.5}
"""The maximum `danger` of a hand with which the player bids sooli (to play alone and take no trick).

The danger is that of the hand after its best discard. The key is the value of `Options.sooli_lost`: the points that a
lost sooli costs.
"""
LOW = powers(None, True, 0)[:13]
"""The rank order of the cards of a suit when the ace is low: 1 for an ace, 2 for a two … 13 for a king."""


def rule(game: Tuppi, seed: int) -> Player:
    """Return a computer player that plays Tuppi by fixed heuristics: a function from a player's view to an action.

    It uses no random numbers, so `seed` has no effect.
    """

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
            return _card_to_shed(view.hand, legal)
        case "give":
            return _card_to_shed(view.hand, legal) if view.seat == view.public.soloist else _gift(view.hand, legal)
        case _:
            return _play(view, legal)


def strength(hand: int) -> float:
    """Return the strength of a hand (a bit mask) in points.

    An ace counts 4, a king 3, a queen 2 and a jack 1, and each card beyond four in a suit counts half a point.
    """
    points = 0.0
    for suit in range(4):
        suit_cards = hand >> 13 * suit & 0x1FFF
        points += (
            4 * (suit_cards >> 12 & 1) + 3 * (suit_cards >> 11 & 1) + 2 * (suit_cards >> 10 & 1) + (suit_cards >> 9 & 1)
        )
        points += max(0, suit_cards.bit_count() - 4) / 2
    return points


def _bid(options: Options, hand: int, legal: tuple[Action, ...]) -> Action:
    """Return a bid in `legal`, chosen by the strength of the hand: for rami (to take tricks) or nolo (to lose them).

    `hand` is a bit mask. The bid is made with the lowest card of the right colour, because the other players may see
    the card.
    """
    call = RAMI if strength(hand) >= RAMI_FROM else NOLO
    if call in legal:
        return call
    return min((a for a in legal if is_card(a) and colour(options, call) >> a & 1), key=lambda card: card % 13)


def danger(hand: int) -> float:
    """Return a measure of how likely a hand (a bit mask) is to take a trick as soloist in a sooli; 0 if it is safe.

    The soloist plays alone and must take no trick. The four lowest cards of each suit are compared with the safe
    heights 2, 5, 8 and 11 (the height of an ace is 1, of a king 13). Each card adds the amount by which it is higher
    than its safe height; the lower cards of the suit count more.
    """
    total = 0.0
    for suit in range(4):
        total += _suit_danger(hand >> 13 * suit & 0x1FFF)
    return total


@cache
def _suit_danger(suit_cards: int) -> float:
    """Return what the cards of one suit, a bit mask of 13 bits, add to the `danger` of a hand.

    It is cached, since simulated deals ask for it millions of times.
    """
    heights = sorted(LOW[card] for card in cards(suit_cards))
    return fsum(max(0, height - 2 - 3 * nth) * (1 - nth / 5) for nth, height in enumerate(heights[:4]))


def _card_to_shed(hand: int, legal: tuple[Action, ...]) -> Card:
    """Return the card in `legal` that the soloist of a sooli gets rid of, as a discard, as a gift or in a trick.

    The soloist plays alone and must take no trick, so it is the card without which the hand is the least dangerous.
    """
    return min(legal, key=lambda card: (danger(hand & ~(1 << card)), -LOW[card % 13]))


def _gift(hand: int, legal: tuple[Action, ...]) -> Card:
    """Return the card in `legal` to give to a partner who plays alone and must take no trick: the lowest one.

    Among equally low cards, the one from the shortest suit of `hand` (a bit mask) is chosen, because the soloist is
    likely to have the most cards of this suit.
    """
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


def _hidden_cards(view: View[Public]) -> int:
    """Return the cards that have not been played and are not in the viewer's hand, as a bit mask."""
    tricks = view.public.tricks
    assert tricks is not None
    return ~(tricks.all_played_cards | view.hand) & ALL


def _beaten_by(card: Card, outside: int) -> int:
    """Return the number of cards in `outside` (a bit mask) that are of the same suit as `card` and higher."""
    return (outside & SUIT_MASK[card // 13] & ~((2 << card) - 1)).bit_count()


def _lead_high(view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the card in `legal` to lead to a trick when the player with the view `view` wants tricks.

    It is a card that surely wins, from the longest suit if there are several. Otherwise it is the lowest card of the
    longest suit.
    """
    outside = _hidden_cards(view)
    sure = [card for card in legal if not _beaten_by(card, outside)]

    def length(card: Card) -> int:
        return (view.hand & SUIT_MASK[card // 13]).bit_count()

    if sure:
        return max(sure, key=lambda card: (length(card), card % 13))
    return max(legal, key=lambda card: (length(card), -(card % 13)))


def _lead_low(view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the card in `legal` to lead to a trick when the player with the view `view` wants no tricks.

    The card is the one that the largest share of the other players' cards of its suit can beat. Among equally good
    cards, one from the shortest suit is chosen.
    """
    outside = _hidden_cards(view)

    def beatable_share(card: Card) -> tuple[float, int]:
        outside_count = (outside & SUIT_MASK[card // 13]).bit_count()
        return (
            _beaten_by(card, outside) / outside_count if outside_count else -1.0,
            -(view.hand & SUIT_MASK[card // 13]).bit_count(),
        )

    return max(legal, key=beatable_share)


def _follow_high(view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the card in `legal` to play to a trick in rami, in which both sides want tricks.

    A player whose partner is winning the trick leaves it to the partner if no other player follows, or if the player's
    best card would be as easy to beat as the partner's card. Otherwise the player plays the cheapest card that surely
    wins. If no card surely wins, the third player to the trick plays the highest card, and any other player the lowest.
    """
    tricks = view.public.tricks
    assert tricks is not None and view.seat is not None
    strengths = powers(None, False, tricks.table[0] // 13)
    seat, best = max(tricks.lying, key=lambda pair: strengths[pair[1]])
    winning = [card for card in legal if strengths[card] > strengths[best]]
    outside = _hidden_cards(view)
    last = len(tricks.table) == 3
    with_partner = seat == partner_of(view.seat)
    if not winning or (with_partner and (last or _beaten_by(best, outside) == _beaten_by(max(winning), outside))):
        return min(legal, key=lambda card: card % 13)
    sure = [card for card in winning if last or not _beaten_by(card, outside)]
    if sure:
        return min(sure)
    return max(winning) if len(tricks.table) == 2 else min(legal, key=lambda card: card % 13)


def _follow_low(view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the card in `legal` to play to a trick that another player led, when the player wants no tricks.

    The card is the highest one that does not win the trick so far. If every legal card wins, the last player to the
    trick plays the highest card, and any other player the lowest. A player who cannot follow suit plays the most
    dangerous card.
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
    """Return the card in `legal` to throw away when the player wants no tricks and cannot follow suit.

    It is the card most likely to win a later trick: in its suit the other players have the most lower cards. The
    soloist of a sooli, who plays alone, instead throws the card that makes the remaining hand safest.
    """
    if view.seat == view.public.soloist:
        return _card_to_shed(view.hand, legal)
    outside = _hidden_cards(view)

    def threat(card: Card) -> tuple[int, int]:
        return ((outside & SUIT_MASK[card // 13] & ((1 << card) - 1)).bit_count(), card % 13)

    return max(legal, key=threat)


def _against_sooli(view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the card in `legal` to play against the soloist of a sooli, who plays alone and must take no trick.

    The player leads the lowest card, follows suit with the highest card below the first card of the trick (otherwise
    with the lowest), and throws the highest card when not able to follow suit. The aim is that the soloist, who plays
    last, has no lower card left and must win.
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
