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

__all__ = ["STRONGEST", "Parts", "dealt_worth", "parts"]

STRONGEST = "master:5"
"""The player whose results in all seats are what the cards were worth: the strongest, in little time."""
SEEDS = 4
"""The number of times that it plays the deal."""


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


def parts(
    deal: FinishedDeal, judged: Sequence[Judgement], worth: Sequence[Fraction], terms: Terms
) -> tuple[Parts, ...]:
    """Return the parts of the result by side. `worth` is that of the cards (`dealt_worth`)."""
    payoff = terms.payoff
    mistakes: dict[int, Seat] = {each.at: each.seat for each in judged if each.verdict == "mistake"}
    values, sides = AllSeen(deal.game, payoff, terms.search), len(deal.game.sides)
    settled = _exact(payoff.of_end(deal.end))
    begun = [at for at, step in enumerate(deal.steps) if step.before.public.phase == "play"]
    first = _exact(values.value(deal.steps[begun[0]].before)) if begun else settled
    own, other, unknown = ([Fraction()] * sides for _ in range(3))
    now = first
    for at in begun:
        after = _exact(values.value(deal.steps[at].after))
        for side in range(sides):
            seat = mistakes.get(at)
            part = unknown if seat is None else own if payoff.side(seat) == side else other
            part[side] += after[side] - now[side]
        now = after
    return tuple(
        Parts(settled[side], worth[side], first[side] - worth[side], own[side], other[side], unknown[side])
        for side in range(sides)
    )


def _exact(points: Points) -> tuple[Fraction, ...]:
    """Return points as the fractions that they are, so that sums of them are exact."""
    return tuple(map(Fraction, points))
