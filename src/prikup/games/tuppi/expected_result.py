"""The expected final result of a match of Tuppi, from the current totals.

Only one side has points, and it loses them all when the other scores. So the same trick is worth little at the start,
the whole match just short of the target, and nothing beyond it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import copysign, fsum

from prikup.games.tuppi.options import Options
from prikup.games.tuppi.scoring import COLUMNS, TRICKS, Carry, Contract, Outcome, row
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import Totals, add_row, score

__all__ = ["FREQUENCIES", "expected_settlement", "outcomes"]

FREQUENCIES: dict[Contract, tuple[int, ...]] = {
    "rami": (0, 2, 5, 42, 202, 541, 898, 1174, 1196, 969, 633, 310, 95, 25),
    "nolo": (7, 58, 197, 428, 599, 599, 546),
    "sooli": (813, 661),
}
"""The number of deals, by contract, in which one side takes none, one, two … tricks.

It is the side that called the rami, plays the sooli or took fewer tricks in the nolo. Counted in 10,000 first deals of
the rule-based player under the default house rules; a test recounts some of them.
"""
CLOSE = 1e-12
"""The convergence limit, in points."""


def expected_settlement(options: Options, totals: Totals) -> tuple[float, ...]:
    """Return the average final result of each side, if all play equally well.

    This is half the target, weighted by the chance of winning. In a tournament, where all points written count too, and
    if both sides keep their points, it is the result so far; in the latter case points beyond the target are worth
    nothing.
    """
    if options.both_score:
        totals = (tuple(min(points, options.target) for points in totals[0]),)
    if options.both_score or options.mode == "tournament":
        return tuple(map(float, score(totals)))
    first, second = totals[0]
    worth = _ahead(_rising(options), first - second)
    return (worth, -worth)


def outcomes(options: Options) -> Iterator[tuple[Outcome, int]]:
    """Yield the outcomes of deals with their frequencies, the same for either side."""
    for contract, times in FREQUENCIES.items():
        if contract == "sooli" and not options.sooli:
            continue
        for tricks, frequency in enumerate(times):
            for side, split in enumerate(((tricks, TRICKS - tricks), (TRICKS - tricks, tricks))):
                yield Outcome(contract, None if contract == "nolo" else side, split), frequency


def _ahead(worth: Sequence[float], lead: int) -> float:
    """Return the value of a lead, given the value by points for the side that has them."""
    return copysign(worth[min(abs(lead), len(worth) - 1)], lead)


@cache
def _rising(options: Options) -> tuple[float, ...]:
    """Return the expected final result of the side with points, by its points from none to the target.

    The values are iterated until they converge.
    """
    target = options.target
    worth = [0.0] * target + [target / 2]
    steps = [(points, _steps(options, points)) for points in range(target - 1, 0, -1)]
    has_changed = True
    while has_changed:
        has_changed = False
        for points, leads in steps:
            value = fsum(frequency * _ahead(worth, lead) for lead, frequency in leads.items()) / leads.total()
            has_changed = has_changed or abs(value - worth[points]) > CLOSE
            worth[points] = value
    return tuple(worth)


def _steps(options: Options, points: int) -> Counter[int]:
    """Return the frequency of each lead after a deal for the side that now has these points."""
    standing = MatchStanding(1, 0, ((points, 0),), Carry())
    leads: Counter[int] = Counter()
    for outcome, frequency in outcomes(options):
        ((first, second),) = add_row(COLUMNS, standing.totals, row(options, outcome, standing))
        leads[first - second] += frequency
    return leads
