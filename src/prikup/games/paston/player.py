"""A rule of thumb for Paston: count sure tricks, bid what they are worth, play them in a sensible order."""

from prikup.cards import SUIT_MASK, Card, cards, highest
from prikup.game import Player
from prikup.games.paston.rules import (
    ALONE,
    GRKHA,
    GUPA,
    INVITE,
    PACK,
    PASS,
    PASTON,
    SURRENDER,
    TRUMP,
    WHIST,
    Paston,
    Public,
)
from prikup.state import Action, Seat, View
from prikup.tricks import Tricks

__all__ = ["rule"]

BID_FROM = 4.6
"""The tricks a hand must count, before the prikup, to bid."""
PLAY_FROM = 4.4
"""The tricks a hand must count, after the discard, not to surrender an expensive contract."""


def rule(game: Paston, seed: int) -> Player:
    """The rule-of-thumb player of a game; it draws no random numbers, so `seed` changes nothing."""

    def player(view: View[Public]) -> Action:
        legal = game.legal(view)
        return legal[0] if len(legal) == 1 else _decide(view, legal)

    return player


def _decide(view: View[Public], legal: tuple[Action, ...]) -> Action:
    match view.public.phase:
        case "auction":
            return _bid(view, legal)
        case "discard":
            return min(legal, key=lambda card: _keep(view.hand, _best_trump(view.hand, _trumps(view)), card))
        case "declare":
            return _declare(view, legal)
        case "whist":
            return WHIST if _defence(view) >= _whist_from(view) else PASS
        case "invite":
            return INVITE if _defence(view) < 4 else ALONE
        case _:
            return _play(view, legal)


def _trumps(view: View[Public]) -> tuple[Action, ...]:
    """The trumps that may still be named: those from the standing bid up."""
    high = view.public.auction.high
    return (GRKHA,) if high == GRKHA else tuple(range(high or PASTON, GRKHA))


def strength(hand: int, trump: int | None) -> float:
    """About how many of ten tricks a hand takes: length and honours in trumps, top cards beside them."""
    tricks = 0.0
    for suit in range(4):
        held = hand & SUIT_MASK[suit]
        ranks = {card % 13 for card in cards(held)}
        length = len(ranks)
        ace, king, queen, jack = (rank in ranks for rank in (12, 11, 10, 9))
        if suit == trump:
            tricks += ace + 0.9 * king * (length > 1) + 0.6 * queen * (length > 2) + 0.3 * jack * (length > 3)
            tricks += max(0, length - 3) * 0.9
        else:
            tricks += 0.9 * ace + (0.8 if ace else 0.5) * king * (length > 1) + 0.3 * queen * ace * king
            tricks += 0.5 * max(0, length - 4) * ace
    return tricks


def _best_trump(hand: int, bids: tuple[Action, ...]) -> Action:
    return max(bids, key=lambda call: strength(hand, TRUMP[call]))


def _bid(view: View[Public], legal: tuple[Action, ...]) -> Action:
    bid = legal[1]
    bids = tuple(range(bid, GRKHA)) or (GRKHA,)
    best = strength(view.hand, TRUMP[_best_trump(view.hand, bids)])
    return bid if best >= BID_FROM + (0.8 if bid >= GUPA else 0) else PASS


def _keep(hand: int, trump: Action, card: Card) -> float:
    """How dear a card is: what the hand is worth without it is missing it."""
    suit = card // 13
    if suit == TRUMP[trump]:
        return 100 + card % 13
    held = hand & SUIT_MASK[suit]
    return 10 * (strength(hand, TRUMP[trump]) - strength(hand & ~(1 << card), TRUMP[trump])) + held.bit_count() / 2


def _declare(view: View[Public], legal: tuple[Action, ...]) -> Action:
    trumps = [action for action in legal if action != SURRENDER]
    best = max(trumps, key=lambda call: (strength(view.hand, TRUMP[call]), call != GRKHA))
    return best if strength(view.hand, TRUMP[best]) >= PLAY_FROM else SURRENDER


def _defence(view: View[Public]) -> float:
    contract = view.public.contract
    assert contract is not None
    return strength(view.hand, TRUMP[contract])


def _whist_from(view: View[Public]) -> float:
    """The tricks a hand must count to whist: two if the other defender may still whist or does, else four alone."""
    other_has_passed = view.public.said[-1].action == PASS
    return 3.2 if other_has_passed else 1.8


def _play(view: View[Public], legal: tuple[Action, ...]) -> Action:
    tricks, turn = view.public.tricks, view.public.turn
    assert tricks is not None and turn is not None
    if not tricks.table:
        return _lead(view, legal)
    strengths = {card: tricks.order.power(tricks.table[0] // 13, card) for card in (*legal, *tricks.table)}
    seat, best = max(tricks.lying, key=lambda pair: strengths[pair[1]])
    winning = [card for card in legal if strengths[card] > strengths[best]]
    if not winning or _together(view, seat, turn):
        return min(legal, key=lambda card: _cost(tricks, card))
    last = len(tricks.table) == len(tricks.seats) - 1
    return min(winning, key=lambda card: strengths[card]) if last else max(winning, key=lambda card: strengths[card])


def _together(view: View[Public], seat: Seat, turn: Seat) -> bool:
    """The trick lies with the other hand whose tricks count together with this one's."""
    return len(view.public.whisters) == 1 and view.public.declarer not in (seat, turn)


def _cost(tricks: Tricks, card: Card) -> int:
    return card % 13 + (13 if card // 13 == tricks.order.trump else 0)


def _lead(view: View[Public], legal: tuple[Action, ...]) -> Action:
    """Trumps while declarer holds the long suit, then sure winners, then the lowest card."""
    tricks = view.public.tricks
    assert tricks is not None
    gone = tricks.all_played
    trump = tricks.order.trump

    def sure(card: Card) -> bool:
        suit = SUIT_MASK[card // 13]
        rest = suit & ~gone & ~sum(1 << c for c in legal)
        return not rest or highest(rest) < card

    trumps = [card for card in legal if card // 13 == trump]
    if view.seat == view.public.declarer and trumps and sure(max(trumps)):
        outside = PACK & SUIT_MASK[trump or 0] & ~gone & ~view.hand
        if outside:
            return max(trumps)
    winners = [card for card in legal if sure(card) and card // 13 != trump]
    if winners:
        return max(winners, key=lambda card: card % 13)
    return min(legal, key=lambda card: _cost(tricks, card))
