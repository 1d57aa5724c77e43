"""A player who has just learnt the rules. They err as people do, in judgement: nothing is left to chance.

A beginner counts points and not how a hand lies: they call what the rule of thumb would call if the same ranks were
spread over the suits, and kings were aces where there are many points. They play by maxims: trumps are drawn, an ace is
led, second hand plays low, third hand takes what it can. Of what has been played they remember the last tricks alone,
so that they do not know how many trumps are left, whether a king is high, or who has none of a suit. Whoever plays
against the same one as they do is their partner.

It is the same in every game: all that is asked of one is its rule of thumb, its pack and who plays with whom.
"""

from typing import Any

from msgspec.structs import replace

from prikup.cards import BIT, SUIT_MASK, Card, Mask, cards, mask
from prikup.contest import Contest
from prikup.game import AnyGame, Player
from prikup.games import GAMES
from prikup.heuristics import follow, lead, length
from prikup.state import Action, Seat, View
from prikup.tricks import Tricks

__all__ = ["as_seen_by_beginners", "player"]

REMEMBERED = 2
"""The number of finished tricks that are still in mind."""
POINTS = {12: 4, 11: 3, 10: 2, 9: 1}
"""The points of an ace, a king, a queen and a jack."""
RICH = 4
"""The points above the average for which one card seems to be the next higher one."""


def player(game: AnyGame, seed: int) -> Player:
    """Return a beginner at a game; they draw no random numbers, so `seed` is only the rule of thumb's."""
    rule = GAMES[game.name].rule(game, seed)
    pack = mask(game.pack)

    def play(seen: View[Any]) -> Action:
        legal = game.legal(seen)
        if len(legal) == 1:
            return legal[0]
        if seen.public.phase == "play":
            return _card(game.contest(seen.public), seen, legal, pack)
        call = rule(replace(seen, hand=as_seen_by_beginners(seen.hand, pack)))
        return call if call in legal else rule(seen)

    return play


def as_seen_by_beginners(hand: Mask, pack: Mask) -> Mask:
    """Return the hand that a beginner seems to hold: no suit is long, and many points are worth more than they are.

    The lowest cards of a suit that has more than one card above the average go to the shortest suits. So a fifth trump
    brings nothing, a short suit has no danger and no use, and a bare king seems to be guarded.
    """
    usual = -(-hand.bit_count() // 4) + 1
    seems = hand
    for suit in SUIT_MASK:
        for card in cards(hand & suit)[: max(0, (hand & suit).bit_count() - usual)]:
            free = [other for other in range(card % 13, 52, 13) if pack & ~seems & BIT[other]]
            to = min(free, key=lambda other: length(seems, other), default=card)
            if length(seems, to) < usual:
                seems ^= BIT[card] | BIT[to]
    more = _points(hand) - _points(pack) * hand.bit_count() / pack.bit_count()
    for card in sorted(cards(seems), key=lambda card: -(card % 13)):
        if more >= RICH and card % 13 < 12 and pack & ~seems & BIT[card + 1]:
            seems ^= BIT[card] | BIT[card + 1]
            more -= RICH
    return seems


def _points(held: Mask) -> int:
    return sum(POINTS.get(card % 13, 0) for card in cards(held))


def _card(contest: Contest, seen: View[Any], legal: tuple[Card, ...], pack: Mask) -> Card:
    """Return the card that the maxims say."""
    tricks: Tricks = seen.public.tricks
    if contest.goal == "fewest":
        return _low(tricks, legal)
    hand = seen.hand if tricks.turn == seen.seat else seen.public.shown[tricks.turn]
    out = pack & ~(hand | seen.hand | _in_mind(tricks))
    if tricks.to_follow is None:
        trumps = 0 if tricks.order.trump is None else SUIT_MASK[tricks.order.trump]
        return lead(hand, out, trumps, declarer=contest.one in (None, tricks.turn))
    following = legal[0] // 13 == tricks.to_follow // 13
    second = len(tricks.line) > 2 and len(tricks.table) == 1
    if not tricks.table or (second and following):
        return min(legal)
    return follow(tricks, legal, out, _partners(contest, tricks))


def _in_mind(tricks: Tricks) -> Mask:
    """Return the cards that a beginner knows to be gone."""
    return mask(tricks.table) | mask(card for trick in tricks.past[-REMEMBERED:] for card in trick.cards)


def _partners(contest: Contest, tricks: Tricks) -> tuple[Seat, ...]:
    """Return the seats with which one plays: one's own side, or all who play against the same one."""
    if contest.one not in (None, tricks.turn):
        return tuple(seat for seat in tricks.seats if seat not in (contest.one, tricks.turn))
    side = next(side for side in contest.sides if tricks.turn in side)
    return tuple(seat for seat in side if seat != tricks.turn)


def _low(tricks: Tricks, legal: tuple[Card, ...]) -> Card:
    """Return a card to take no trick with: the highest that stays under, or the lowest; of another suit the highest."""
    order, led = tricks.order, tricks.to_follow
    if led is None:
        return min(legal, key=lambda card: (order.power(card // 13, card), card))
    if legal[0] // 13 != led // 13:
        return max(legal, key=lambda card: (order.power(card // 13, card), card))
    best = max((order.power(led // 13, card) for card in tricks.table), default=0)
    under = [card for card in legal if order.power(led // 13, card) < best]
    return max(under, key=lambda card: order.power(led // 13, card)) if under else min(legal)
