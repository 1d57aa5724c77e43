"""The rule-based computer player of Preferans, described as advice to a player.

Estimate the tricks of a hand (`tricks`), and how many tricks a hand that wants none must take (`risk`). Make the lowest
possible bid while the best contract that is still possible after it has enough value, including the expected help of
the talon (the two cards left over). The more a raspasy (a deal in which all passed and avoid tricks) would cost, the
weaker the hand with which you bid. Bid misère (no trick) with a hand in which at most two cards are dangerous.

As a defender, whist (promise tricks) when the estimate covers the tricks owed. As a lone whister, play in the light
(with both hands of the defence open). Call half, if allowed, rather than pass. If one defender is to play both open
hands, catch (play both yourself) rather than trust the other defender with them: you see as much as the other, and need
not rely on the other's skill. `card_play.py` has the choice of cards.
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


# The weights are fitted by least squares to the tricks that this player took in 4,000 deals of each kind, and rounded.
DECLARER = Count(
    -5.0, 1.55, -0.75, (1.3, 0.75, 0.35, 0.1), 1.1, 0.75, 0.3, ace_king=0.1, void=1.0, singleton=0.5, fourth=0.3
)
DEFENDER = Count(-0.5, 0.5, 0.9, (0.9, 0.65, 0.3, 0.1), 0.75, 0.4, 0.15, ace_king=-0.2, void=0.15, fourth=-0.15)
NO_TRUMPS = Count(-1.2, 0, 0, (), ace=1.4, king=0.85, queen=0.35, ace_king=0.5, void=-0.4, fourth=0.5)
AGAINST_NO_TRUMPS = Count(0.2, 0, 0, (), ace=1.3, king=0.8, queen=0.3)

EVEN, LOSS, GAIN, MAX_GAIN = -0.6, 11.0, 5.0, 7.0
"""The parameters of `_contract_value`: the value of declaring a contract, relative to the other players.

Declaring a contract breaks even if the estimated number of tricks is its level plus `EVEN`. Each trick less costs
`LOSS`, each trick more yields `GAIN`, and the total yield is at most `MAX_GAIN`. These three amounts are in whists
(points) for each point of the contract's value.
"""
TALON = 1.1
"""The number of tricks that the two cards of the talon are expected to add to the declarer's hand."""
BID_FROM = 6.0
"""The minimum value of a contract, in whists (points), to bid for it.

At 6, the player needs about five tricks in the hand to bid a contract of six, as is the custom.
"""
GAVE_UP = -20
"""The value of giving up after the auction, in whists (points) for each point of the value of the bid."""
AVERAGE, RASPASY, ALL_PASS = 4.1, 9.0, (0.4, 0.6, 1.0)
"""The parameters for the expected cost of raspasy (a deal in which all passed and avoid tricks).

`AVERAGE` is the `risk` (expected number of tricks) of an average hand. `RASPASY` is the cost of each expected trick
above it, in whists (points) at a stake of one. `ALL_PASS` has the probability that all players pass, given that the
first, the second or the third of them passes.
"""
MISERE_FROM, MISERE_WITH, MISERE_HAND_FROM = 0.05, 1.8, 0.3
"""The maximum `risk` of a hand (its expected number of tricks) with which the player bids misère (no trick).

`MISERE_FROM` applies to the hand without its two worst cards, and `MISERE_WITH` to the whole hand. `MISERE_HAND_FROM`
applies to the whole hand for a misère without the talon.
"""
# At these estimates, whisting scored about the same as passing (or calling half) when a hand was played both ways.
FIRST = {6: 1.75, 7: 0.75, 8: 0.5, 9: 1.0, 10: 1.0}
"""The minimum estimate of tricks with which the first defender whists (promises tricks), by contract level."""
SECOND = {6: 2.0, 7: 1.25, 8: 2.0, 9: 2.5, 10: 2.5}
"""The minimum estimate of tricks with which the second defender whists after a whist of the first one.

A defender who whists promises tricks. The key is the level of the contract. From level 8 on, the second whister alone
is responsible for the one trick owed.
"""
LONE = {6: 2.25, 7: 0.5, 8: 0.5, 9: 2.0, 10: 2.0}
"""The minimum estimate of tricks with which a defender whists (promises tricks) after the other has passed.

The key is the level of the contract.
"""


def rule(game: Preferans, seed: int) -> Player:
    """Return a function that plays Preferans by fixed heuristics: it chooses an action, given a player's view.

    It uses no random numbers, so `seed` has no effect.
    """

    def player(view: View[Public]) -> Action:
        legal = game.legal(view)
        if len(legal) == 1:
            return legal[0]
        match view.public.phase:
            case "auction":
                return _bid(game, view, legal)
            case "talon":
                return _choose_take_or_throw(view, _high(view))
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
    """Return the most valuable contract that may be declared after the bid `bid`, and its value in whists (points).

    Among contracts of equal value, the lowest is returned. `hand` is a mask.
    """
    candidates = [_best_with(bid, trump, count) for trump, count in zip(TRUMPS, _trick_counts(hand), strict=True)]
    worth, negated_call = max(candidates)
    return -negated_call, worth


@lru_cache(maxsize=1 << 14)
def _best_with(bid: Action, trump: Suit | None, count: float) -> tuple[float, int]:
    """Return the value of the best contract with `trump` after the bid `bid`, and the negated number of its call.

    `count` is the estimated number of tricks. The negated call makes `max` prefer the lowest of equal contracts.
    """
    return max(
        ((_contract_value(call, count), -call) for call in contracts(bid) if TRUMP[call] == trump), default=(-inf, 0)
    )


@lru_cache(maxsize=HANDS)
def _trick_counts(hand: int) -> tuple[float, ...]:
    """Return the estimated tricks of a declarer's hand (a mask) for each of `TRUMPS`."""
    return tricks_by_trump(hand, DECLARER, NO_TRUMPS)


def _contract_value(call: Action, count: float) -> float:
    """Return the value of declaring a contract, in whists (points) relative to the other players.

    `call` names the contract, and `count` is the estimated number of tricks.
    """
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
    """Return how far, in estimated tricks, the hand in `view` is from one with which the rule player makes `call`.

    The rule player is the computer player of this module. Return 0 if it makes the call with the hand in `view`.
    """
    if call in MISERES:
        return max(0.0, _danger(view.hand, call))
    bid = _lowest(game.legal(view))
    if bid is None:
        return 0.0
    margin = _margin(game, view, bid)
    return max(0.0, margin if call == PASS else -margin)


def _lowest(legal: tuple[Action, ...]) -> Action | None:
    """Return the lowest legal bid that promises tricks, or None if there is none."""
    return next((call for call in legal if call in LEVEL), None)


def _danger(hand: int, misere: Action) -> float:
    """Return by how many tricks the risk of a hand (a mask) exceeds the maximum for bidding a misère (no trick).

    The risk is the expected number of tricks that the hand must take. `misere` is the bid, with or without the talon.
    The result is at most 0 if the hand is good enough.
    """
    danger = risk(hand, PACK & ~hand)
    if misere == MISERE_HAND:
        return danger - MISERE_HAND_FROM
    return danger - MISERE_WITH if danger > MISERE_WITH else least_risk(hand, 2, PACK & ~hand) - MISERE_FROM


def _margin(game: Preferans, view: View[Public], bid: Action) -> float:
    """Return by how many estimated tricks the hand in `view` exceeds the minimum for making `bid`.

    The expected help of the talon (the two cards left over) is included.
    """
    talon_tricks = 0.0 if bid in WITHOUT_TALON else TALON
    required_counts = _tricks_for(BID_FROM - _raspasy_cost(game, view), bid)
    return max(
        count + talon_tricks - least for count, least in zip(_trick_counts(view.hand), required_counts, strict=True)
    )


@lru_cache(maxsize=4096)
def _tricks_for(worth: float, bid: Action) -> tuple[float, ...]:
    """Return, by trump, how many estimated tricks the lowest contract after `bid` needs to have the value `worth`.

    The value is in whists (points). The number is infinity for a trump with which no contract may be declared.
    """
    return tuple(
        level if level == inf else level + EVEN + worth / VALUE[int(level)] / (GAIN if worth > 0.0 else LOSS)
        for level in _levels(bid)
    )


def _raspasy_cost(game: Preferans, view: View[Public]) -> float:
    """Return the expected cost, in whists (points), of the raspasy that may follow if the player now passes.

    Raspasy are played when all pass, and every player then avoids tricks. The result is how much more the hand in
    `view` costs in raspasy than an average hand, multiplied by the probability that all pass. It is 0, not negative,
    for a hand that is better than average in raspasy: a player cannot rely on raspasy, because another player usually
    bids.
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
    """Return the best `n` cards to discard from a hand (a mask), and the margin of the remaining hand in tricks.

    The margin is the estimated number of tricks minus the level (tricks promised) of the lowest contract that may be
    declared after `bid`, with the most favourable trump.
    """
    levels = _levels(bid)
    candidates = strongest_without(hand, n, DECLARER, NO_TRUMPS, levels)
    margins = {discards: max(map(sub, _trick_counts(hand & ~mask(discards)), levels)) for discards in candidates}
    best = max(margins, key=margins.__getitem__)
    return best, margins[best]


@lru_cache(maxsize=256)
def _levels(bid: Action) -> tuple[float, ...]:
    """Return the lowest level (tricks promised) that may be declared after the bid `bid`, for each of `TRUMPS`.

    The level is infinity for a trump with which no contract may be declared.
    """
    lowest = {TRUMP[call]: LEVEL[call] for call in reversed(contracts(bid))}
    return tuple(lowest.get(trump, inf) for trump in TRUMPS)


def _choose_take_or_throw(view: View[Public], bid: Action) -> Action:
    """Return TAKE if the talon improves the hand in `view`, else THROW (to play without the talon).

    The talon has the two cards left over after the deal. `bid` is the bid that won the auction.
    """
    talon = view.public.shown[view.public.dealer]
    return TAKE if _strongest(view.hand | talon, 2, bid)[1] > _strongest(view.hand, 0, bid)[1] else THROW


def _discard(view: View[Public], bid: Action) -> Card:
    hand = view.hand
    owed = hand.bit_count() - 10
    if bid == MISERE:
        discarded_cards = mask(note.action for note in view.notes)
        return safest_discards(hand, owed, PACK & ~hand & ~discarded_cards)[0]
    first_discard = mask(note.action for note in view.notes if note.kind == "discarded")
    if owed == 1 and first_discard:  # discard the second card of the pair that was chosen with the first
        first, second = _strongest(hand | first_discard, 2, bid)[0]
        if first_discard == BIT[first]:
            return second
    return _strongest(hand, owed, bid)[0][0]


def discard_estimate(game: Preferans, view: View[Public], discards: int) -> float:
    """Return the estimated tricks of the hand in `view` without `discards` (a mask), minus the level of the contract.

    The level is the number of tricks that the contract promises. The contract is the most favourable one that may be
    declared after the bid. After a bid of misère (no trick), return minus the `risk` of the remaining hand, which is
    the number of tricks that it is expected to take.
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
