"""The rule-based computer player of Balkan Preferans, described as advice to a player.

Estimate the tricks of a hand (`tricks`), and how many of its cards could lose a betl (`betl_risk`), a game in which
declarer must take no trick. Continue bidding while a game with at least the bid number is worth playing with the two
cards of the talon. Call igra (a game without the talon) when the hand makes a game without them. As a follower (an
opponent of declarer), join the play with two tricks that you can name, because a follower with fewer tricks pays as
much as a declarer who loses the game.

As declarer, draw trumps first, take sure tricks, and then lead low from the longest suit. As a follower, play as
cheaply as you can and leave a trick to the other follower, even if each counts their own tricks, because a trick that
you take may be one that the other owes. In a betl, declarer plays as low as possible; the others lead low cards and
throw away high ones.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import copysign, fsum, inf

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

__all__ = ["betl_risk", "call_distance", "discard_estimate", "rule"]


# The weights are fitted by least squares to the tricks that this player took in some thousand deals, and rounded.
DECLARER = Count(-1.5, 0.9, 0.0, (1.05, 0.75, 0.35, 0.2), 1.0, 0.65, 0.2, void=0.6, singleton=0.2, fourth=0.3)
FOLLOWER = Count(-0.8, 0.7, 0.55, (0.8, 0.6, 0.3, 0.15), 0.95, 0.55, 0.1, void=0.35, singleton=0.1)
LONE = Count(0.35, 0.85, 0.5, (0.7, 0.45, 0.1, 0.15), 0.8, 0.5, 0.2, ace_king=0.2, void=-0.4)
SANS_DECLARER = Count(0.0, ace=1.3, king=1.15, queen=0.35, ace_king=-0.25, fourth=0.1)
SANS_FOLLOWER = Count(0.2, ace=1.15, king=0.95, queen=0.4, fourth=0.2)
SANS_LONE = Count(2.55, ace=0.7, king=0.65, queen=0.25, ace_king=0.2, fourth=0.35)

TALON, BETL_TALON = 0.9, 1.0
"""The expected benefit of the talon's two cards: `TALON` in tricks, `BETL_TALON` as a reduction of `betl_risk`."""
BID_FROM, IGRA_FROM = 0.0, 1.0
"""The minimum value of the best game with which the player makes a call; `_contract_values` explains the values.

`BID_FROM` applies to bidding a number, and `IGRA_FROM` to calling igra (a game without the talon).
"""
EVEN, SURE = 5.7, 1.2
"""The limits of the estimated number of tricks for a game in which declarer needs six.

Declaring breaks even at an estimate of `EVEN` tricks. With `SURE` tricks more, the game is practically certain.
"""
ALL_EVEN = 9.6
"""The estimated number of tricks at which declaring preferans (all ten tricks) breaks even."""
BETL_EVEN, BETL_SURE = 1.4, 1.4
"""The limits of `betl_risk` (how many cards may win a trick) for a betl, in which declarer must take no trick.

Declaring breaks even at a risk of `BETL_EVEN`. If the risk is lower by `BETL_SURE`, the game is practically certain.
"""
COME_FROM, ALONE_FROM, ALONE_IN_PLAY = 2.0, 2.2, 3.2
"""The minimum estimates of tricks with which a follower (an opponent of declarer) joins the play.

`COME_FROM` applies while the other follower may still join, `ALONE_FROM` after the other has stayed out. With fewer
tricks than `ALONE_IN_PLAY`, a lone follower invites the other.
"""
KONTRA_FROM = 4.6
"""The minimum estimate of tricks with which an opponent of declarer calls kontra, which doubles the stake."""
BETL_REKONTRA = 0.9
"""The minimum margin over break-even with which declarer of a betl doubles the stake again.

In a betl declarer must take no trick. In other games the minimum margin is `SURE`.
"""


def rule(game: Balkan, seed: int) -> Player:
    """Return a function that plays Balkan Preferans by fixed heuristics: it chooses an action, given a player's view.

    It uses no random numbers, so `seed` has no effect.
    """

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
                return _double(game, view, legal)
            case _:
                return _play(view, legal)

    return player


# Estimates


def betl_risk(hand: int) -> float:
    """Return an estimate of how many cards of a hand (a mask) may have to win a trick in a betl (take no trick).

    Each card of the hand adds a number from 0 to 1. The number is above 0 if other hands have more lower cards of the
    card's suit than this hand has.
    """
    spades, clubs = _betl_risk_of_suit(hand & 0x1FFF), _betl_risk_of_suit(hand >> 13 & 0x1FFF)
    return spades + clubs + _betl_risk_of_suit(hand >> 26 & 0x1FFF) + _betl_risk_of_suit(hand >> 39 & 0x1FFF)


@lru_cache(maxsize=8192)
def _betl_risk_of_suit(suit_cards: int) -> float:
    heights = (card - 5 for card in cards(suit_cards))
    return fsum(min(1.0, 0.5 * max(0, height - 2 * index)) for index, height in enumerate(heights))


def _margins(game: Balkan, hand: int, talon: bool = False) -> dict[Action, float]:
    """Return a hand's margin in each game (contract): its estimated tricks minus those needed to break even.

    `hand` is a mask, and the keys of the result are the calls that name the games. In a betl (take no trick) the margin
    is measured in cards that may have to win a trick (`betl_risk`). `talon` tells whether the two cards of the talon
    are still to be added.
    """
    counts, talon_tricks = tricks_by_trump(hand, DECLARER, SANS_DECLARER), TALON * talon
    margin_by_game = {}
    for call in game.games:
        if call == BETL:
            margin = BETL_EVEN - betl_risk(hand) + BETL_TALON * talon
        elif call == PREFERANS:
            margin = counts[4] + talon_tricks - ALL_EVEN
        else:
            margin = counts[TRUMP.get(call, 4)] + talon_tricks - EVEN
        margin_by_game[call] = margin
    return margin_by_game


@lru_cache(maxsize=1 << 12)
def _contract_values(game: Balkan, hand: int, talon: bool = False) -> Mapping[Action, float]:
    """Return the value of declaring each game (contract) with a hand (a mask), by the call that names the game.

    A value is a number from -1 (certainly lost) to 1 (certainly made), multiplied by the game's number. `talon` tells
    whether the two cards of the talon are still to be added.
    """
    value_by_game = {}
    for call, margin in _margins(game, hand, talon).items():
        share = margin / (BETL_SURE if call == BETL else SURE)
        share = share if -1.0 < share < 1.0 else copysign(1.0, share)
        value_by_game[call] = share * _number(game, call)
    return value_by_game


def _number(game: Balkan, call: Action) -> int:
    """Return the number, from two to eight, of the game (contract) that `call` names."""
    return game.numbers[call] - TWO + 2


# The calls


def _bid(game: Balkan, view: View[Public], legal: tuple[Action, ...]) -> Action:
    igra = _igra(game, view.hand, legal)
    if igra is not None:
        return igra
    high, worths = view.public.auction.high, _contract_values(game, view.hand, True)
    for bid in legal:
        if bid == PASS or bid in IGRAS:
            continue
        number = high if bid == MINE and high is not None else bid
        if max(worth for call, worth in worths.items() if game.numbers[call] >= number) > BID_FROM:
            return bid
    return PASS


def _igra(game: Balkan, hand: int, legal: tuple[Action, ...]) -> Action | None:
    """Return the call in `legal` for an igra (a game without the talon) in the best game.

    Return None if the hand (a mask) is too weak.
    """
    igra_by_game = _igra_by_game(game)
    worth = {call: worth for call, worth in _contract_values(game, hand).items() if igra_by_game[call] in legal}
    best = max(worth, key=worth.__getitem__, default=None)
    return None if best is None or worth[best] < IGRA_FROM else igra_by_game[best]


def _igra_by_game(game: Balkan) -> dict[Action, Action]:
    """Return the igra call (for a game without the talon) for each game, by the call that names the game."""
    named = {call: igra for igra, call in GAME_OF_IGRA.items()} if game.options.igra == "named_high" else {}
    return {call: named.get(call, IGRA) for call in game.games}


def call_distance(game: Balkan, view: View[Public], call: Action) -> float:
    """Return how far, in estimated tricks, the hand in `view` is from one with which the rule player makes `call`.

    The rule player is the computer player of this module. The call belongs to the auction, or answers a kontra (a
    doubling of the stake). Return 0 if the rule player makes the call with the hand in `view`. The distance of a pass
    grows with the hand's strength for the best other call. The distance of a number bid is how much too weak the hand
    is for that bid or, if this is more, how much stronger it is than the weakest hand for an igra (a game without the
    talon).
    """
    legal = game.legal(view)
    if view.public.phase == "kontra":
        if _double(game, view, legal) == call:
            return 0.0
        margin = _doubling_margin(game, view)
        return max(0.0, margin if call == READY else -margin)
    if _bid(game, view, legal) == call:
        return 0.0
    igra_margin = _igra_margin(game, view.hand, [igra for igra in IGRAS if igra in legal])
    if call in IGRAS:
        return max(0.0, -_igra_margin(game, view.hand, [call]))
    high = view.public.auction.high
    margins = _margins(game, view.hand, True)

    def bid_margin(bid: Action) -> float:
        number = high if bid == MINE and high is not None else bid
        return max(margin for game_call, margin in margins.items() if game.numbers[game_call] >= number)

    if call == PASS:
        return max(0.0, igra_margin, *(bid_margin(bid) for bid in legal if bid != PASS and bid not in IGRAS))
    return max(0.0, igra_margin, -bid_margin(call))


def _igra_margin(game: Balkan, hand: int, igras: Sequence[Action]) -> float:
    """Return by how many estimated tricks a hand (a mask) exceeds the minimum for the best of the calls `igras`.

    These are calls for an igra (a game without the talon). Return minus infinity if `igras` is empty.
    """
    igra_by_game = _igra_by_game(game)
    return max(
        (
            margin - IGRA_FROM * (BETL_SURE if call == BETL else SURE) / _number(game, call)
            for call, margin in _margins(game, hand).items()
            if igra_by_game[call] in igras
        ),
        default=-inf,
    )


def _name(game: Balkan, view: View[Public], legal: tuple[Action, ...]) -> Action:
    """Return the call in `legal` that names the best game for the hand in `view`.

    If two players have called igra (a game without the talon), the first names a game, and the second may yield to it.
    The second then returns YOURS (to yield) unless the hand is good enough without the talon.
    """
    games, worths = [call for call in legal if call != YOURS], _contract_values(game, view.hand)
    best = max(games, key=worths.__getitem__)
    return YOURS if YOURS in legal and worths[best] < IGRA_FROM else best


def _discard(game: Balkan, view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the card in `legal` whose discard leaves the most valuable hand, judged by the best game for the rest."""
    games = _open(game, view)

    def hand_value(card: Card) -> float:
        worths = _contract_values(game, view.hand & ~BIT[card])
        return max([worths[call] for call in games])

    return max(legal, key=hand_value)


def discard_estimate(game: Balkan, view: View[Public], discards: int) -> float:
    """Return the estimated tricks of the hand in `view` without `discards` (a mask), in its most valuable game.

    If this game is betl (take no trick), return minus the `betl_risk` of the remaining hand, which is about the number
    of its cards that may have to win a trick.
    """
    remaining_hand = view.hand & ~discards
    worths = _contract_values(game, remaining_hand)
    best = max(_open(game, view), key=worths.__getitem__)
    return (
        -betl_risk(remaining_hand)
        if best == BETL
        else tricks_by_trump(remaining_hand, DECLARER, SANS_DECLARER)[TRUMP.get(best, 4)]
    )


def _open(game: Balkan, view: View[Public]) -> list[Action]:
    """Return the calls of the games that the winner of the auction, whose view is `view`, may name."""
    bid = view.public.auction.high or TWO
    return [call for call in game.games if game.numbers[call] >= bid]


def _count(view: View[Public], *, lone: bool) -> float:
    """Return how many tricks the hand in `view` is expected to take for a follower (an opponent of declarer).

    `lone` tells whether the follower plays alone against declarer.
    """
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
    """Return the call in `legal` of a follower (an opponent of declarer) who has joined the play.

    The call is KONTRA if the hand has enough tricks to beat a suit game or sans, and an invitation to the other
    follower if the hand is too weak to play alone.
    """
    is_six_trick_game = view.public.contract not in (BETL, PREFERANS)
    if is_six_trick_game and KONTRA in legal and _count(view, lone=False) >= KONTRA_FROM:
        return KONTRA
    if INVITE in legal and _count(view, lone=True) < ALONE_IN_PLAY:
        return INVITE
    return ALONE if ALONE in legal else READY


def _double(game: Balkan, view: View[Public], legal: tuple[Action, ...]) -> Action:
    """Return the answer, one of `legal`, to a doubling of the stake (kontra) by the other side.

    As declarer of a game that is practically certain, double the stake again. Otherwise decline to double.
    """
    is_declarer = view.public.turn == view.public.declarer
    return legal[1] if is_declarer and _doubling_margin(game, view) >= 0.0 else READY


def _doubling_margin(game: Balkan, view: View[Public]) -> float:
    """Return by how many estimated tricks the hand in `view` exceeds the minimum for doubling the stake again.

    For an opponent of declarer in a betl or a preferans the result is 0, because one trick decides these games.
    """
    public = view.public
    assert public.contract is not None
    if public.turn == public.declarer:
        return _margins(game, view.hand)[public.contract] - (BETL_REKONTRA if public.contract == BETL else SURE)
    return 0.0 if public.contract in (BETL, PREFERANS) else _count(view, lone=False) - KONTRA_FROM


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
    """Return the card in `legal` to play in a betl (declarer must take no trick).

    The leader plays the lowest card; an opponent of declarer takes it from the shortest suit if several are equally
    low. A player who follows suit plays the highest card that does not win the trick so far or, if every card wins, the
    lowest. A player without the suit led throws away the highest card. `tricks` are the tricks so far.
    """
    if not tricks.table:
        if view.public.turn == view.public.declarer:
            return min(legal, key=lambda card: card % 13)
        return min(legal, key=lambda card: (card % 13, length(view.hand, card)))
    lead_suit = tricks.table[0] // 13
    best = max(card for card in tricks.table if card // 13 == lead_suit)
    safe_cards = [card for card in legal if card // 13 != lead_suit or card < best]
    return max(safe_cards, key=lambda card: card % 13) if safe_cards else min(legal, key=lambda card: card % 13)
