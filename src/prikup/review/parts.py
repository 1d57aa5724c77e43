"""The parts of the result of a deal: five that add up to the settlement, for each side.

    settlement = cards + auction + own mistakes + others' mistakes + what nobody could know

*The cards* are what the deal brought on average if the strongest player sat in all seats. *The auction* is what the
value of the deal with all cards seen was more than that when the tricks began. Every card then changes that value: what
mistakes changed, by what could be known, is theirs; the rest is what nobody could know. So is what an agreement on the
tricks gave away.

An example, for one side: the strongest players have 3.5 of it on average. The contract is one trick too low, and when
the tricks begin best play brings 2: auction −1.5. A lead that nobody could know to be bad costs 4 (what nobody could
know −4), the opponents then make a mistake that gives 4 back and 1 more (others' mistakes +5): 3.5 − 1.5 − 4 + 5 = 3 is
what stands on the sheet.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

from msgspec import Struct

from prikup.bots import PLAYERS, player
from prikup.bots.payoff import Points
from prikup.game import AnyGame
from prikup.review.all_seen import AllSeen
from prikup.review.could_know import Terms
from prikup.review.finished import FinishedDeal
from prikup.review.judgement import Judgement
from prikup.state import Seat, State, view

__all__ = ["STRONGEST", "Parts", "Value", "course", "dealt_worth", "parts"]

STRONGEST = "master:5"
"""The player whose results in all seats are what the cards were worth: the strongest, in little time."""
SEEDS = 4
"""The number of times that it plays the deal."""


class Value(Struct, frozen=True):
    """The value of a deal with all cards seen before its entry `at`, in points of the settlement by side.

    `exact`: the solver knows it; otherwise it is what a rule of thumb makes of it.
    """

    at: int
    points: tuple[Fraction, ...]
    exact: bool


class Parts(Struct, frozen=True):
    """The parts of the result of one side, in points of the settlement. They add up to `settlement` exactly."""

    settlement: Fraction
    cards: Fraction
    auction: Fraction
    own_mistakes: Fraction
    other_mistakes: Fraction
    unknown: Fraction

    def rounded(self, digits: int) -> dict[str, int]:
        """Return all of them by name, in units of the last of some decimal places; rounded, the parts add up too."""
        names = ("cards", "auction", "own_mistakes", "other_mistakes", "unknown")
        bounds = [round(each * 10**digits) for each in accumulate(getattr(self, name) for name in names)]
        steps = (after - before for before, after in pairwise((0, *bounds)))
        return {"settlement": bounds[-1], **dict(zip(names, steps, strict=True))}


def dealt_worth(start: State[Any], terms: Terms) -> tuple[Fraction, ...]:
    """Return what a deal brings each side on average where the strongest player sits in all seats."""
    level = STRONGEST if "master" in PLAYERS else "rule"
    ends = [terms.payoff.of_end(_played(start, level, terms.seed + at, terms)) for at in range(SEEDS)]
    return tuple(sum(map(Fraction, points), Fraction()) / SEEDS for points in zip(*ends, strict=True))


def _played(state: State[Any], level: str, seed: int, terms: Terms) -> State[Any]:
    """Return the end of a deal that one player plays in all seats."""
    game: AnyGame = terms.game
    plays = player(level, game, seed)
    while (seat := state.public.actor) is not None:
        terms.pause()
        state = game.apply(state, plays(view(state, seat)))
    return state


def course(deal: FinishedDeal, terms: Terms) -> tuple[Value, ...]:
    """Return the value of a deal before each entry from the first card on, and at the end; without tricks only that."""
    values = AllSeen(deal.game, terms.payoff, terms.search)
    begun = [at for at, step in enumerate(deal.steps) if step.before.public.phase == "play"]
    states = [(at, deal.steps[at].before) for at in begun[:1]] + [(at + 1, deal.steps[at].after) for at in begun]
    states = states or [(len(deal.steps), deal.end)]
    return tuple(Value(at, _exact(values.value(state)), values.exact(state)) for at, state in states)


def parts(
    deal: FinishedDeal, judged: Sequence[Judgement], worth: Sequence[Fraction], course: Sequence[Value], terms: Terms
) -> tuple[Parts, ...]:
    """Return the parts of the result by side.

    `worth` is that of the cards (`dealt_worth`), `course` is the value of the deal card by card.
    """
    mistakes: dict[int, Seat] = {each.at: each.seat for each in judged if each.verdict == "mistake"}
    sides = range(len(deal.game.sides))
    settled, first = course[-1].points, course[0].points
    own, other, unknown = ([Fraction()] * len(sides) for _ in range(3))
    for now, after in pairwise(course):
        for side in sides:
            seat = mistakes.get(now.at)
            part = unknown if seat is None else own if terms.payoff.side(seat) == side else other
            part[side] += after.points[side] - now.points[side]
    return tuple(
        Parts(settled[side], worth[side], first[side] - worth[side], own[side], other[side], unknown[side])
        for side in sides
    )


def _exact(points: Points) -> tuple[Fraction, ...]:
    """Return points as the fractions that they are, so that sums of them are exact."""
    return tuple(map(Fraction, points))
