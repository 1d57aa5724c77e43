"""A guess of what each call of an auction is worth, before anything is tried out.

A small network for each of some games has learned it from what `simulation` says of many hands (`bench/distil.py`),
under the usual house rules. It is asked under these alone, but for those that change no deal: how long a match is, or
what another rule leaves idle. It sees the hand, what each seat said last, who deals, and, where the sheet tells of
refe, whether the seat's next game counts double.

An example with one hidden unit and two calls, 52 and 53; `PARTS` of a weight are 1. Feature 0 is there, feature 1 is
not. The unit stands at 500 + 1500 = 2000 parts, above zero, and adds twice its row to the direct part:

    >>> net = BidNetwork("", "", 0.5, ((1500,), (-9000,)), (500,), ((0, 250),), ((0, 1000), (0, 0)), (0, -200))
    >>> network_output(net, (0,))  # 53: 1000 - 200 parts directly, and 2 * 250
    [0.0, 1.3]

So call 53 is worth 1.3 points more than 52, the first legal one. With a `margin` of 0.5 points `master` tries only 53,
and what the rule of thumb would say.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from prikup.cards import cards
from prikup.game import AnyGame, Player
from prikup.games import GAMES
from prikup.games import game as named
from prikup.options import of_one_deal
from prikup.state import Action, View

__all__ = [
    "CARDS",
    "FILE",
    "PARTS",
    "PHASE",
    "BidNetwork",
    "Guess",
    "feature_count",
    "features",
    "guess",
    "network_output",
]

FILE = "bid_values.json"
"""The file of what was learned of a game's auction, in its folder."""
PHASE = "auction"
PARTS = 1000
"""The parts of a unit in which weights are written, as whole numbers, so that every machine guesses the same."""
CARDS, RANKS, ENDS = 52, 13, 4
REFE = "refe"
"""The column of a sheet that tells whose next game counts double."""

Weights = tuple[int, ...]
Features = tuple[int, ...]
"""The numbers of the features that are there."""


class BidNetwork(Struct, frozen=True):
    """A network with one hidden layer.

    Each feature that is there adds its row to the hidden units and another to the output; each unit that is above zero
    adds its row, multiplied by its value. A column of the output is what a call is worth more than the first legal one,
    in points. `made` is the command that made the network, `options` the rules for which it holds, as far as they can
    change a deal; two guesses that are `margin` points apart are not mistaken for one another.
    """

    made: str
    options: str
    margin: float
    hidden: tuple[Weights, ...]
    hidden_bias: Weights
    units: tuple[Weights, ...]
    direct: tuple[Weights, ...]
    bias: Weights


class Guess(NamedTuple):
    """The guessed worth of each legal call beyond the first of them, in points, and the calls that may be the best.

    Those are the calls whose guess is `near` the best guess, and what the rule of thumb would say.
    """

    worth: dict[Action, float]
    near: tuple[Action, ...]

    def beside(self, known: dict[tuple[Action, ...], float]) -> dict[tuple[Action, ...], float]:
        """Return the worth of each call, if the best guess is worth what is known of it."""
        best = max(self.worth, key=self.worth.__getitem__)
        return {(call,): known[(best,)] + points - self.worth[best] for call, points in self.worth.items()}


def guess(game: AnyGame, seen: View[Any], rule: Player) -> Guess | None:
    """Return the guess for a View; None where nothing was learned.

    The call of the rule of thumb is always near: it knows hands that are too rare to be learned.
    """
    net = _learned(game.name, game.options) if seen.public.phase == PHASE else None
    if net is None:
        return None
    found = network_output(net, features(game, seen))
    first, *others = game.legal(seen)
    worth = {first: 0.0, **{call: found[call - CARDS] for call in others}}
    least, usual = max(worth.values()) - net.margin, rule(seen)
    return Guess(worth, tuple(call for call, points in worth.items() if call == usual or points >= least))


def network_output(net: BidNetwork, on: Features) -> list[float]:
    """Return the output of a network where these features are there, in points by column."""
    below = zip(net.hidden_bias, *(net.hidden[feature] for feature in on), strict=True)
    above = [(unit, row) for unit, row in zip(map(sum, below), net.units, strict=True) if unit > 0]
    direct = zip(net.bias, *(net.direct[feature] for feature in on), strict=True)
    return [
        sum(parts) / PARTS + sum(unit * row[at] for unit, row in above) / PARTS**2 for at, parts in enumerate(direct)
    ]


def features(game: AnyGame, seen: View[Any]) -> Features:
    """Return what is seen, as the numbers of the features that are there, each below `feature_count`."""
    found, at = [*cards(seen.hand)], CARDS
    for which, many in _answers(game, seen):
        found.append(at + which)
        at += many
    return tuple(found)


def feature_count(game: AnyGame) -> int:
    """Return the number of features of a game."""
    return CARDS + 4 * (RANKS + 1 + 2 * (1 << ENDS)) + game.seats * (len(game.calls) + 2) + 2


def _answers(game: AnyGame, seen: View[Any]) -> Iterator[tuple[int, int]]:
    """Yield the answer to each question about a View, as (which, of how many).

    The questions ask for the length and the highest and lowest ranks of each suit; what each seat said last, from the
    viewer's own on; how far the dealer is; and whether the next game counts double.
    """
    public, seat = seen.public, seen.seat
    assert seat is not None
    least = min(card % RANKS for card in game.pack)
    for suit in range(4):
        held = seen.hand >> RANKS * suit & (1 << RANKS) - 1
        yield held.bit_count(), RANKS + 1
        yield held >> RANKS - ENDS, 1 << ENDS
        yield held >> least & (1 << ENDS) - 1, 1 << ENDS
    last = {said.seat: said.action - CARDS + 1 for said in public.said if said.action >= CARDS}
    for away in range(game.seats):
        yield last.get((seat + away) % game.seats, 0), len(game.calls) + 1
    yield (public.dealer - seat) % game.seats, game.seats
    totals = dict(zip(game.columns, public.match.totals, strict=True))
    yield int(REFE in totals and totals[REFE][seat] > 0), 2


@cache
def _learned(name: str, options: Any) -> BidNetwork | None:
    """Return the network that was learned for these rules, None if there is none."""
    path = GAMES[name].folder / FILE
    net = msgspec.json.decode(path.read_bytes(), type=BidNetwork) if path.exists() else None
    return net if net and of_one_deal(named(name, net.options).options) == of_one_deal(options) else None
