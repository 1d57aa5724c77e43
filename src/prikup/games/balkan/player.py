"""The rule-based player of Balkan Preferans, written to be read as advice.

Estimate the tricks of a hand (`tricks`), and how many of its cards a betl might be caught with (`betl_risk`). Keep
bidding while some game at that number or above is worth it with two cards from the talon; call igra when the hand makes
a game without them. Come with two tricks that you can name: a short follower pays as much as a lost game.

As declarer, draw trumps first; take sure tricks, then lead low from the longest suit. As a follower, play as cheaply as
you can and leave a trick to the other follower, even if each counts their own: the trick that you take may be one that
they owe. In a betl, declarer plays as low as possible; the others lead low in suits in which declarer may hold a high
card, and throw away the cards with which they cannot stay below.
"""

from functools import lru_cache
from math import copysign, fsum

from prikup.games.balkan.calls import (
    ACCEPT,
    ALONE,
    BETL,
    COME,
    DONT,
    GAME_OF_IGRA,
    IGRA,
    IGRAS,
    INVITE,
    KONTRA,
    MINE,
    PASS,
    PREFERANS,
    READY,
    SANS,
    TRUMP,
    TWO,
    YOURS,
)
from prikup.games.balkan.hidden_cards import PACK
from prikup.games.balkan.public import Public
from prikup.games.balkan.rules import Balkan
from prikup.games.heuristics import Count, follow, lead, length, tricks, tricks_by_trump
from prikup.rules.cards import BIT, SUIT_MASK, Action, Card, cards, mask
from prikup.rules.game import Player
from prikup.rules.state import View
from prikup.rules.tricks import Tricks

__all__ = ["betl_risk", "discard_estimate", "rule"]


# Fitted by least squares to the tricks that this player took in some thousand deals, and rounded.
DECLARER = Count(-1.5, 0.9, 0.0, (1.05, 0.75, 0.35, 0.2), 1.0, 0.65, 0.2, void=0.6, singleton=0.2, fourth=0.3)
FOLLOWER = Count(-0.8, 0.7, 0.55, (0.8, 0.6, 0.3, 0.15), 0.95, 0.55, 0.1, void=0.35, singleton=0.1)
LONE = Count(0.35, 0.85, 0.5, (0.7, 0.45, 0.1, 0.15), 0.8, 0.5, 0.2, ace_king=0.2, void=-0.4)
SANS_DECLARER = Count(0.0, ace=1.3, king=1.15, queen=0.35, ace_king=-0.25, fourth=0.1)
SANS_FOLLOWER = Count(0.2, ace=1.15, king=0.95, queen=0.4, fourth=0.2)
SANS_LONE = Count(2.55, ace=0.7, king=0.65, queen=0.25, ace_king=0.2, fourth=0.35)

TALON, BETL_TALON = 0.9, 1.0
"""The expected number of tricks from the talon, and the risk that it takes away from a betl."""
BID_FROM, IGRA_FROM = 0.0, 1.0
"""The minimum value of the best game, in units of its number, to bid for it and to play it from the hand."""
EVEN, SURE = 5.7, 1.2
"""Declaring breaks even at `EVEN` tricks; with `SURE` more, the game is practically certain."""
ALL_EVEN = 9.6
"""The number of tricks at which preferans, the game of all ten, breaks even."""
BETL_EVEN, BETL_SURE = 1.4, 1.4
"""The corresponding limits for a betl, in cards that may be caught: fewer are better."""
COME_FROM, ALONE_FROM, ALONE_IN_PLAY = 2.0, 2.2, 3.2
"""The minimum trick estimate for coming and for playing alone.

`COME_FROM` applies while the other follower may still come, `ALONE_FROM` after the other has stayed out. With less than
`ALONE_IN_PLAY`, a lone follower invites the other.
"""
KONTRA_FROM, REKONTRA_FROM = 4.6, 8.4
"""The minimum trick estimate for calling kontra, and for answering it with a rekontra."""


def rule(game: Balkan, seed: int) -> Player:
    """Return the rule-based player of a game; it uses no random numbers, so `seed` has no effect."""

    def player(view: View[Public]) -> Action:
        legal = game.legal(view)
        if len(legal) == 1:
            return legal[0]
        match view.public.phase:
            case "auction":
                return _bid(game, view, legal)
            case "name_game" | "declare":
                return _name(game, view, legal)
            case "discard":
                return _discard(game, view, legal)
            case "follow":
                return _come(view)
            case "speak":
                return _speak(view, legal)
            case "invited":
                return ACCEPT
            case "kontra":
                return _double(view, legal)
            case _:
                return _play(view, legal)

    return player


# Estimates


def betl_risk(hand: int) -> float:
    """Return how many cards of a hand may be caught in a betl.

    A card counts if more lower cards of its suit are in other hands than the hand has below it.
    """
    spades, clubs = _betl_risk_of_suit(hand & 0x1FFF), _betl_risk_of_suit(hand >> 13 & 0x1FFF)
    return spades + clubs + _betl_risk_of_suit(hand >> 26 & 0x1FFF) + _betl_risk_of_suit(hand >> 39 & 0x1FFF)


@lru_cache(maxsize=8192)
def _betl_risk_of_suit(suit_cards: int) -> float:
    heights = (card - 5 for card in cards(suit_cards))
    return fsum(min(1.0, 0.5 * max(0, height - 2 * index)) for index, height in enumerate(heights))


def _worths(game: Balkan, hand: int, talon: bool = False) -> dict[Action, float]:
    """Return the expected gain of declaring each game with this hand, from -1 to 1, times the game's number."""
    counts, talon_tricks = tricks_by_trump(hand, DECLARER, SANS_DECLARER), TALON * talon
    value_by_game = {}
    for call in game.games:
        if call == BETL:
            margin = (BETL_EVEN - betl_risk(hand) + BETL_TALON * talon) / BETL_SURE
        elif call == PREFERANS:
            margin = (counts[4] + talon_tricks - ALL_EVEN) / SURE
        else:
            margin = (counts[TRUMP.get(call, 4)] + talon_tricks - EVEN) / SURE
        margin = margin if -1.0 < margin < 1.0 else copysign(1.0, margin)
        value_by_game[call] = margin * (game.numbers[call] - TWO + 2)
    return value_by_game


# The calls


def _bid(game: Balkan, view: View[Public], legal: tuple[Action, ...]) -> Action:
    igra = _igra(game, view.hand, legal)
    if igra is not None:
        return igra
    high, worths = view.public.auction.high, _worths(game, view.hand, True)
    for bid in legal:
        if bid == PASS or bid in IGRAS:
            continue
        number = high if bid == MINE and high is not None else bid
        if max(worth for call, worth in worths.items() if game.numbers[call] >= number) > BID_FROM:
            return bid
    return PASS


def _igra(game: Balkan, hand: int, legal: tuple[Action, ...]) -> Action | None:
    """Return the igra call for the best game, if it is good enough to play without the talon; else None."""
    igra_by_game = {call: igra for igra, call in GAME_OF_IGRA.items()} if game.options.igra == "named_high" else {}
    worth = {call: worth for call, worth in _worths(game, hand).items() if igra_by_game.get(call, IGRA) in legal}
    best = max(worth, key=worth.__getitem__, default=None)
    return None if best is None or worth[best] < IGRA_FROM else igra_by_game.get(best, IGRA)


def _name(game: Balkan, view: View[Public], legal: tuple[Action, ...]) -> Action:
    """Return the best game; yield to another igra caller's game unless it is good enough to play from the hand."""
    games, worths = [call for call in legal if call != YOURS], _worths(game, view.hand)
    best = max(games, key=worths.__getitem__)
    return YOURS if YOURS in legal and worths[best] < IGRA_FROM else best


def _discard(game: Balkan, view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the discard that leaves the most valuable hand."""
    games = _open(game, view)

    def hand_value(card: Card) -> float:
        worths = _worths(game, view.hand & ~BIT[card])
        return max([worths[call] for call in games])

    return max(legal, key=hand_value)


def discard_estimate(game: Balkan, view: View[Public], discards: int) -> float:
    """Return the trick estimate of a hand after discarding some cards (a mask), in its most valuable game.

    In a betl it is minus the risk of the remaining hand.
    """
    remaining_hand = view.hand & ~discards
    worths = _worths(game, remaining_hand)
    best = max(_open(game, view), key=worths.__getitem__)
    return (
        -betl_risk(remaining_hand)
        if best == BETL
        else tricks_by_trump(remaining_hand, DECLARER, SANS_DECLARER)[TRUMP.get(best, 4)]
    )


def _open(game: Balkan, view: View[Public]) -> list[Action]:
    """Return the games that the winner of the auction may name."""
    bid = view.public.auction.high or TWO
    return [call for call in game.games if game.numbers[call] >= bid]


def _count(view: View[Public], *, lone: bool) -> float:
    """Return the trick estimate of a follower; `lone`: alone against declarer."""
    contract = view.public.contract
    assert contract is not None
    if contract in (SANS, PREFERANS):
        return tricks(view.hand, None, SANS_LONE if lone else SANS_FOLLOWER)
    return tricks(view.hand, TRUMP[contract], LONE if lone else FOLLOWER)


def _come(view: View[Public]) -> Action:
    if view.public.said[-1].action == DONT:
        return COME if _count(view, lone=True) >= ALONE_FROM else DONT
    return COME if _count(view, lone=False) >= COME_FROM else DONT


def _speak(view: View[Public], legal: tuple[Action, ...]) -> Action:
    """Call kontra with enough tricks to beat a suit game or sans; invite the other rather than play alone."""
    is_six_trick_game = view.public.contract not in (BETL, PREFERANS)
    if is_six_trick_game and KONTRA in legal and _count(view, lone=False) >= KONTRA_FROM:
        return KONTRA
    if INVITE in legal and _count(view, lone=True) < ALONE_IN_PLAY:
        return INVITE
    return ALONE if ALONE in legal else READY


def _double(view: View[Public], legal: tuple[Action, ...]) -> Action:
    """Answer a kontra: double again with a game that cannot be lost, else decline."""
    public = view.public
    if public.turn != public.declarer or public.contract not in TRUMP or public.level > 1:
        return READY
    return legal[1] if tricks(view.hand, TRUMP[public.contract], DECLARER) >= REKONTRA_FROM else READY


# The play


def _play(view: View[Public], legal: tuple[Action, ...]) -> Card:
    public = view.public
    assert public.tricks is not None
    own_discard = mask(note.action for note in view.notes if note.kind == "discarded")
    out = PACK & ~(public.tricks.all_played_cards | view.hand | own_discard)
    if public.contract == BETL:
        return _play_betl(view, public.tricks, legal)
    if not public.tricks.table:
        trump = public.tricks.order.trump
        return lead(mask(legal), out, 0 if trump is None else SUIT_MASK[trump], declarer=public.turn == public.declarer)
    followers = tuple(seat for seat in public.tricks.seats if seat != public.declarer)
    return follow(public.tricks, legal, out, () if public.turn == public.declarer else followers)


def _play_betl(view: View[Public], tricks: Tricks, legal: tuple[Action, ...]) -> Card:
    """Return the highest card that stays below the best card of the trick; else the lowest.

    A hand without the suit led throws away its highest card. To lead, declarer plays the lowest card; the others play a
    low card, of equal ones that of their shortest suit.
    """
    if not tricks.table:
        if view.public.turn == view.public.declarer:
            return min(legal, key=lambda card: card % 13)
        return min(legal, key=lambda card: (card % 13, length(view.hand, card)))
    lead_suit = tricks.table[0] // 13
    best = max(card for card in tricks.table if card // 13 == lead_suit)
    safe_cards = [card for card in legal if card // 13 != lead_suit or card < best]
    return max(safe_cards, key=lambda card: card % 13) if safe_cards else min(legal, key=lambda card: card % 13)
