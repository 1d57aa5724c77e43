"""The end that a match of Tuppi may be expected to come to, from a standing.

Only one side has points, and it loses them all when the other scores: so the same trick is worth little at the start,
the match just short of the target, and nothing beyond it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import copysign, fsum

from prikup.game import Standing
from prikup.games.tuppi.options import Options
from prikup.games.tuppi.scoring import COLUMNS, TRICKS, Carry, Contract, Outcome, row
from prikup.sheet import Totals, added, score

__all__ = ["FREQUENCIES", "expected", "outcomes"]

FREQUENCIES: dict[Contract, tuple[int, ...]] = {
    "rami": (0, 2, 5, 42, 202, 541, 898, 1174, 1196, 969, 633, 310, 95, 25),
    "nolo": (7, 58, 197, 428, 599, 599, 546),
    "sooli": (813, 661),
}
"""The number of deals that end with none, one, two … tricks of one side.

It is the side that called the rami, plays the sooli or took fewer in the nolo: in 10,000 first deals that the rule of
thumb played under the usual house rules. A test counts some again.
"""
CLOSE = 1e-12
"""Points: what changes less does not change."""


def expected(options: Options, totals: Totals) -> tuple[float, ...]:
    """Return what each side will have won or lost in the end, on average, if all play alike.

    Half the target, by how likely it wins. In a tournament, where all that is written counts too, and where both sides
    keep their points, what it has won so far; of these no point beyond the target is worth anything.
    """
    if options.both_score:
        totals = (tuple(min(points, options.target) for points in totals[0]),)
    if options.both_score or options.mode == "tournament":
        return tuple(map(float, score(totals)))
    first, second = totals[0]
    worth = _ahead(_rising(options), first - second)
    return (worth, -worth)


def outcomes(options: Options) -> Iterator[tuple[Outcome, int]]:
    """Yield how deals end and how often, either side as often as the other."""
    for contract, times in FREQUENCIES.items():
        if contract == "sooli" and not options.sooli:
            continue
        for tricks, often in enumerate(times):
            for side, split in enumerate(((tricks, TRICKS - tricks), (TRICKS - tricks, tricks))):
                yield Outcome(contract, None if contract == "nolo" else side, split), often


def _ahead(worth: Sequence[float], lead: int) -> float:
    """Return what is worth so much for the side with points, for one that is ahead by that many."""
    return copysign(worth[min(abs(lead), len(worth) - 1)], lead)


@cache
def _rising(options: Options) -> tuple[float, ...]:
    """Return what it will come to for the side that has points, by their number, from none to the target.

    Found by going over them until it stays the same.
    """
    target = options.target
    worth = [0.0] * target + [target / 2]
    steps = [(points, _steps(options, points)) for points in range(target - 1, 0, -1)]
    moved = True
    while moved:
        moved = False
        for points, leads in steps:
            found = fsum(often * _ahead(worth, lead) for lead, often in leads.items()) / leads.total()
            moved = moved or abs(found - worth[points]) > CLOSE
            worth[points] = found
    return tuple(worth)


def _steps(options: Options, points: int) -> Counter[int]:
    """Return by how much the side with these points will be ahead after a deal, and how often."""
    standing = Standing(1, 0, ((points, 0),), Carry())
    leads: Counter[int] = Counter()
    for outcome, often in outcomes(options):
        ((first, second),) = added(COLUMNS, standing.totals, row(options, outcome, standing))
        leads[first - second] += often
    return leads
