"""What comes to mind at once: a guess of what each call of an auction is worth, before anything is tried out.

A small network for each of some games has learned it from what `simulation` says of many hands (`bench/distil.py`),
under the usual house rules. It sees the hand, what each seat said last, who deals, and in Balkan Preferans whether
one's next game counts double.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from prikup.cards import cards
from prikup.game import AnyGame, Player
from prikup.games import game as named
from prikup.state import Action, View

__all__ = ["CARDS", "FOLDER", "PARTS", "PHASE", "Guess", "Instinct", "guess", "outcome", "traits", "width"]

FOLDER = Path(__file__).parent / "learned"
PHASE = "auction"
PARTS = 1000
"""Weights are whole numbers of so many parts, so that every machine guesses the same."""
CARDS, RANKS, ENDS = 52, 13, 4
REFE = "refe"
"""The column of a sheet that tells whose next game counts double."""

Row = tuple[int, ...]


class Instinct(Struct, frozen=True):
    """A network. Each trait that is there adds its row to the hidden units and another to what comes out; each unit
    that is above zero adds its row as often as it is. A column of what comes out is what a call is worth more than the
    first legal one, in points. `made` is the command that made it, `options` the rules for which it holds; two guesses
    that are `margin` points apart are not mistaken for one another."""

    made: str
    options: str
    margin: float
    hidden: tuple[Row, ...]
    hidden_bias: Row
    units: tuple[Row, ...]
    direct: tuple[Row, ...]
    bias: Row


class Guess(NamedTuple):
    """What each legal call is worth more than the first of them, in points, and those that may be the best: whose guess
    is near the best guess, and what the rule of thumb would say."""

    worth: dict[Action, float]
    near: tuple[Action, ...]

    def beside(self, known: dict[tuple[Action, ...], float]) -> dict[tuple[Action, ...], float]:
        """What each is worth, if the best guess is worth what is known of it."""
        best = max(self.worth, key=self.worth.__getitem__)
        return {(call,): known[(best,)] + points - self.worth[best] for call, points in self.worth.items()}


def guess(game: AnyGame, seen: View[Any], rule: Player) -> Guess | None:
    """What comes to mind, and to the rule of thumb: it knows hands that are too rare to be learned. Nothing where
    nothing was learned."""
    net = _learned(game.name, game.options) if seen.public.phase == PHASE else None
    if net is None:
        return None
    found = outcome(net, traits(game, seen))
    first, *others = game.legal(seen)
    worth = {first: 0.0, **{call: found[call - CARDS] for call in others}}
    least, usual = max(worth.values()) - net.margin, rule(seen)
    return Guess(worth, tuple(call for call, points in worth.items() if call == usual or points >= least))


def outcome(net: Instinct, on: Row) -> list[float]:
    """What comes out where these traits are there, by column."""
    below = zip(net.hidden_bias, *(net.hidden[trait] for trait in on), strict=True)
    above = [(unit, row) for unit, row in zip(map(sum, below), net.units, strict=True) if unit > 0]
    direct = zip(net.bias, *(net.direct[trait] for trait in on), strict=True)
    return [
        sum(parts) / PARTS + sum(unit * row[at] for unit, row in above) / PARTS**2 for at, parts in enumerate(direct)
    ]


def traits(game: AnyGame, seen: View[Any]) -> Row:
    """What is seen, as the numbers of the rows that it adds, each below `width`."""
    found, at = [*cards(seen.hand)], CARDS
    for which, many in _answers(game, seen):
        found.append(at + which)
        at += many
    return tuple(found)


def width(game: AnyGame) -> int:
    """How many traits there are."""
    return CARDS + 4 * (RANKS + 1 + 2 * (1 << ENDS)) + game.seats * (len(game.calls) + 2) + 2


def _answers(game: AnyGame, seen: View[Any]) -> Iterator[tuple[int, int]]:
    """Which of how many: the length and the highest and lowest ranks of each suit; what each seat said last, from one's
    own on; how far the dealer is; whether the next game counts double."""
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
def _learned(name: str, options: Any) -> Instinct | None:
    """What was learned for these rules."""
    path = FOLDER / f"{name}.json"
    net = msgspec.json.decode(path.read_bytes(), type=Instinct) if path.exists() else None
    return net if net and named(name, net.options).options == options else None
