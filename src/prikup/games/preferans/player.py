"""The rule-based player of Preferans, written to be read as advice.

Estimate the tricks of a hand (`tricks`), and how many a hand that wants none must take (`risk`). Bid the lowest
possible bid while the best contract that it leaves open is worth it, counting the talon's expected help; bid sooner,
the more raspasy would cost. Bid misère with a hand in which at most two cards are dangerous. Whist when the estimate
covers the tricks owed; as a lone whister play in the light; call half, if allowed, rather than pass. Catch rather than
trust: the player who is asked sees as much as the other defender, and need not rely on the other's skill. The choice of
cards: `card_play.py`.
"""

from functools import lru_cache
from math import inf
from operator import sub

from prikup.games.heuristics import Count, strongest_without, tricks, tricks_by_trump
from prikup.games.preferans.bidding import contracts
from prikup.games.preferans.calls import (
    CATCH,
    CONCEDE,
    HALF,
    LEVEL,
    LIGHT,
    MISERE,
    MISERE_HAND,
    MISERES,
    PASS,
    TAKE,
    THROW,
    TRUMP,
    WHIST,
    WITHOUT_TALON,
)
from prikup.games.preferans.card_play import choose_card
from prikup.games.preferans.declared_deal import VALUE
from prikup.games.preferans.hidden_cards import PACK
from prikup.games.preferans.match_progress import stake
from prikup.games.preferans.misere_risk import HANDS, least_risk, risk, safest_discards
from prikup.games.preferans.public import Public
from prikup.games.preferans.rules import Preferans
from prikup.rules.cards import (
    BIT,
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    Action,
    Card,
    Suit,
    mask,
)
from prikup.rules.game import Player
from prikup.rules.state import View

__all__ = ["call_distance", "discard_estimate", "rule"]

TRUMPS = (SPADES, CLUBS, DIAMONDS, HEARTS, None)


# Fitted by least squares to the tricks that this player took in 4,000 deals of each kind, and rounded.
DECLARER = Count(
    -5.0, 1.55, -0.75, (1.3, 0.75, 0.35, 0.1), 1.1, 0.75, 0.3, ace_king=0.1, void=1.0, singleton=0.5, fourth=0.3
)
DEFENDER = Count(-0.5, 0.5, 0.9, (0.9, 0.65, 0.3, 0.1), 0.75, 0.4, 0.15, ace_king=-0.2, void=0.15, fourth=-0.15)
NO_TRUMPS = Count(-1.2, 0, 0, (), ace=1.4, king=0.85, queen=0.35, ace_king=0.5, void=-0.4, fourth=0.5)
AGAINST_NO_TRUMPS = Count(0.2, 0, 0, (), ace=1.3, king=0.8, queen=0.3)

EVEN, LOSS, GAIN, MAX_GAIN = -0.6, 11.0, 5.0, 7.0
"""The parameters of a contract's value, in whists for each point of its value, relative to the other players.

A contract breaks even at its level plus `EVEN` tricks. Each trick less costs `LOSS`, each trick more yields `GAIN`, and
the total yield is at most `MAX_GAIN`.
"""
TALON = 1.1
"""The expected number of tricks from the talon."""
BID_FROM = 6.0
"""The minimum value of a contract to bid for it: at 6, five tricks in the hand for a game of six, as is the custom."""
GAVE_UP = -20
"""The cost of giving up, in whists for each point of the value of the bid."""
AVERAGE, RASPASY, ALL_PASS = 4.1, 9.0, (0.4, 0.6, 1.0)
"""The parameters of the risk of raspasy.

`AVERAGE` is the risk of an average hand, `RASPASY` the cost in whists of each trick above it at a stake of one, and
`ALL_PASS` the probability that all pass after a pass of the first, second and third player to call.
"""
MISERE_FROM, MISERE_WITH, MISERE_HAND_FROM = 0.05, 1.8, 0.3
"""The maximum risk for bidding misère: without the two worst cards, with them, and without the talon."""
# The counts at which whisting and passing (or half) scored about the same when a hand was played both ways.
FIRST = {6: 1.75, 7: 0.75, 8: 0.5, 9: 1.0, 10: 1.0}
"""The minimum trick count for whisting first, by the level of the contract."""
SECOND = {6: 2.0, 7: 1.25, 8: 2.0, 9: 2.5, 10: 2.5}
"""The minimum trick count for a whist after a whist, by the level of the contract.

From 8 on, the second whister alone is responsible for the one trick owed.
"""
LONE = {6: 2.25, 7: 0.5, 8: 0.5, 9: 2.0, 10: 2.0}
"""The minimum trick count for a whist after a pass."""


def rule(game: Preferans, seed: int) -> Player:
    """Return the rule-based player of a game; it uses no random numbers, so `seed` has no effect."""

    def player(view: View[Public]) -> Action:
        legal = game.legal(view)
        if len(legal) == 1:
            return legal[0]
        match view.public.phase:
            case "auction":
                return _bid(game, view, legal)
            case "talon":
                return _take(view, _high(view))
            case "discard":
                return _discard(view, _high(view))
            case "declare":
                return _declare(view, legal, _high(view))
            case "whist":
                return _whist(view, legal)
            case "light":
                return LIGHT
            case "entrust":
                return CATCH
            case _:
                return choose_card(game, view, legal)

    return player


# The value of a hand


def _best(hand: int, bid: Action) -> tuple[Action, float]:
    """Return the most valuable contract possible after a bid (the lowest of several equals), and its value."""
    candidates = [_best_with(bid, trump, count) for trump, count in zip(TRUMPS, _trick_counts(hand), strict=True)]
    worth, negated_call = max(candidates)
    return -negated_call, worth


@lru_cache(maxsize=1 << 14)
def _best_with(bid: Action, trump: Suit | None, count: float) -> tuple[float, int]:
    """Return the value of the best contract with a trump after a bid, and its call, negated to prefer the lowest."""
    return max(((_worth(call, count), -call) for call in contracts(bid) if TRUMP[call] == trump), default=(-inf, 0))


@lru_cache(maxsize=HANDS)
def _trick_counts(hand: int) -> tuple[float, ...]:
    """Return the trick estimate of a declarer's hand for each of the trumps."""
    return tricks_by_trump(hand, DECLARER, NO_TRUMPS)


def _worth(call: Action, count: float) -> float:
    """Return the value of a contract in whists, relative to the others, for a hand with this trick estimate."""
    level = LEVEL[call]
    return VALUE[level] * min(LOSS * (count - level - EVEN), GAIN * (count - level - EVEN), MAX_GAIN)


# The calls


def _bid(game: Preferans, view: View[Public], legal: tuple[Action, ...]) -> Action:
    for misere in MISERES:
        if misere in legal and _danger(view.hand, misere) <= 0.0:
            return misere
    bid = _lowest(legal)
    return PASS if bid is None or _margin(game, view, bid) < 0.0 else bid


def call_distance(game: Preferans, view: View[Public], call: Action) -> float:
    """Return about how many tricks a hand differs from one with which this player makes the call."""
    if call in MISERES:
        return max(0.0, _danger(view.hand, call))
    bid = _lowest(game.legal(view))
    if bid is None:
        return 0.0
    margin = _margin(game, view, bid)
    return max(0.0, margin if call == PASS else -margin)


def _lowest(legal: tuple[Action, ...]) -> Action | None:
    """Return the lowest legal bid of tricks."""
    return next((call for call in legal if call in LEVEL), None)


def _danger(hand: int, misere: Action) -> float:
    """Return the risk of a hand above the maximum for bidding this misère, with the talon or without."""
    danger = risk(hand, PACK & ~hand)
    if misere == MISERE_HAND:
        return danger - MISERE_HAND_FROM
    return danger - MISERE_WITH if danger > MISERE_WITH else least_risk(hand, 2, PACK & ~hand) - MISERE_FROM


def _margin(game: Preferans, view: View[Public], bid: Action) -> float:
    """Return the trick estimate of a hand, talon included, above the minimum for bidding."""
    talon_tricks = 0.0 if bid in WITHOUT_TALON else TALON
    required_counts = _tricks_for(BID_FROM - _dread(game, view), bid)
    return max(
        count + talon_tricks - least for count, least in zip(_trick_counts(view.hand), required_counts, strict=True)
    )


@lru_cache(maxsize=4096)
def _tricks_for(worth: float, bid: Action) -> tuple[float, ...]:
    """Return the trick estimate that makes the lowest contract after a bid worth a number of whists.

    It is by trump; infinity where there is no such contract.
    """
    return tuple(
        level if level == inf else level + EVEN + worth / VALUE[int(level)] / (GAIN if worth > 0.0 else LOSS)
        for level in _levels(bid)
    )


def _dread(game: Preferans, view: View[Public]) -> float:
    """Return the whists that raspasy cost this hand more than an average one, weighted by their probability.

    A hand that would gain by raspasy counts 0: if it passes with a game in hand, another player mostly bids.
    """
    public, hand = view.public, view.hand
    if public.auction.high is not None or (danger := risk(hand, PACK & ~hand)) <= AVERAGE:
        return 0.0
    likely = ALL_PASS[len(public.said)] * stake(game.options, public.match.carry)
    return likely * RASPASY * (danger - AVERAGE)


def _high(view: View[Public]) -> Action:
    """Return the bid that won the auction."""
    high = view.public.auction.high
    assert high is not None
    return high


@lru_cache(maxsize=4096)
def _strongest(hand: int, n: int, bid: Action) -> tuple[tuple[Card, ...], float]:
    """Return the best `n` discards, and the trick estimate after them above the required level.

    The required level is the lowest contract that the bid leaves open in the trump; the best trump counts.
    """
    levels = _levels(bid)
    candidates = strongest_without(hand, n, DECLARER, NO_TRUMPS, levels)
    margins = {discards: max(map(sub, _trick_counts(hand & ~mask(discards)), levels)) for discards in candidates}
    best = max(margins, key=margins.__getitem__)
    return best, margins[best]


@lru_cache(maxsize=256)
def _levels(bid: Action) -> tuple[float, ...]:
    """Return the lowest level for each trump that a bid leaves open; infinity if there is none."""
    lowest = {TRUMP[call]: LEVEL[call] for call in reversed(contracts(bid))}
    return tuple(lowest.get(trump, inf) for trump in TRUMPS)


def _take(view: View[Public], bid: Action) -> Action:
    """Return TAKE if the talon improves the hand, else THROW."""
    talon = view.public.shown[view.public.dealer]
    return TAKE if _strongest(view.hand | talon, 2, bid)[1] > _strongest(view.hand, 0, bid)[1] else THROW


def _discard(view: View[Public], bid: Action) -> Card:
    hand = view.hand
    owed = hand.bit_count() - 10
    if bid == MISERE:
        discarded_cards = mask(note.action for note in view.notes)
        return safest_discards(hand, owed, PACK & ~hand & ~discarded_cards)[0]
    first_discard = mask(note.action for note in view.notes if note.kind == "discarded")
    if owed == 1 and first_discard:  # the second of a pair that was worked out with the first
        first, second = _strongest(hand | first_discard, 2, bid)[0]
        if first_discard == BIT[first]:
            return second
    return _strongest(hand, owed, bid)[0][0]


def discard_estimate(game: Preferans, view: View[Public], discards: int) -> float:
    """Return the trick estimate after discarding some cards (a mask), above the level of the bid.

    After a bid of misère, it is minus the risk of the remaining hand.
    """
    bid, remaining_hand = _high(view), view.hand & ~discards
    if bid == MISERE:
        return -risk(remaining_hand, PACK & ~view.hand, misere=True)
    return max(count - level for count, level in zip(_trick_counts(remaining_hand), _levels(bid), strict=True))


def _declare(view: View[Public], legal: tuple[Action, ...], bid: Action) -> Action:
    best, worth = _best(view.hand, bid)
    return CONCEDE if CONCEDE in legal and worth < GAVE_UP * VALUE[LEVEL[bid]] else best


def _whist(view: View[Public], legal: tuple[Action, ...]) -> Action:
    public = view.public
    assert public.contract is not None
    level, trump = LEVEL[public.contract], TRUMP[public.contract]
    count = tricks(view.hand, trump, AGAINST_NO_TRUMPS if trump is None else DEFENDER)
    if not public.whist:
        return WHIST if count >= FIRST[level] else PASS
    if legal == (WHIST, PASS) and public.whist == (WHIST,):
        return WHIST if count >= SECOND[level] else PASS
    if count >= LONE[level]:
        return WHIST
    return HALF if HALF in legal else PASS  # a half-whist can lose nothing
