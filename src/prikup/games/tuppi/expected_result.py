"""The expected final result of a match of Tuppi, computed from the current totals.

Only one side has points at a time, and it loses them all when its opponents score. A trick is therefore worth little at
the start of a match, may decide the match when a side is just short of the target, and is worth nothing once the target
is reached.
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
"""The number of deals in which one side takes 0, 1, 2 … tricks, for each contract.

In rami (each side wants the most tricks) the tricks are those of the side that called it. In nolo (each side wants the
fewest) they are those of the side that took fewer. In sooli (one player alone, who must take no trick) they are those
of the soloist. The deals were counted in 10,000 first deals between rule-based players under the default house rules;
a test recounts some of them.
"""
CLOSE = 1e-12
"""The precision of `_rising`, in points: it repeats its computation until no result changes by more than this."""


def expected_settlement(options: Options, totals: Totals) -> tuple[float, ...]:
    """Return the expected final result of each side, in points, if all players are equally strong.

    `totals` are the totals of the score sheet. The winner of a match gets half the target from the loser, so the result
    is this amount times the difference of the two sides' chances to win. In a tournament, and if the house rules let
    both sides keep their points, the result is the current settlement instead: what each side would win or lose if the
    match stopped now. If both sides keep their points, points beyond the target do not count.
    """
    if options.both_score:
        totals = (tuple(min(points, options.target) for points in totals[0]),)
    if options.both_score or options.mode == "tournament":
        return tuple(map(float, score(totals)))
    first, second = totals[0]
    worth = _leader_result(_rising(options), first - second)
    return (worth, -worth)


def outcomes(options: Options) -> Iterator[tuple[Outcome, int]]:
    """Yield every outcome of a deal that the house rules allow, with its frequency from `FREQUENCIES`.

    Each number in `FREQUENCIES` gives two outcomes, one for each side that may have taken these tricks.
    """
    for contract, times in FREQUENCIES.items():
        if contract == "sooli" and not options.sooli:
            continue
        for tricks, frequency in enumerate(times):
            for side, split in enumerate(((tricks, TRICKS - tricks), (TRICKS - tricks, tricks))):
                yield Outcome(contract, None if contract == "nolo" else side, split), frequency


def _leader_result(worth: Sequence[float], lead: int) -> float:
    """Return the expected result, in points, of a side that leads by `lead` points (negative if it is behind).

    `worth` has the expected result of the side that has points, for each number of points from 0.
    """
    return copysign(worth[min(abs(lead), len(worth) - 1)], lead)


@cache
def _rising(options: Options) -> tuple[float, ...]:
    """Return the expected final result of the side that has points, for each number of its points from 0 to the target.

    Each result depends on the others, so all are computed repeatedly until none changes by more than `CLOSE`.
    """
    target = options.target
    worth = [0.0] * target + [target / 2]
    steps = [(points, _steps(options, points)) for points in range(target - 1, 0, -1)]
    has_changed = True
    while has_changed:
        has_changed = False
        for points, leads in steps:
            value = fsum(frequency * _leader_result(worth, lead) for lead, frequency in leads.items()) / leads.total()
            has_changed = has_changed or abs(value - worth[points]) > CLOSE
            worth[points] = value
    return tuple(worth)


def _steps(options: Options, points: int) -> Counter[int]:
    """Return each lead over the other side that a side can have after one deal, and how many deals lead to it.

    The side has `points` before the deal, and the other side none. The deals are those counted in `FREQUENCIES`. A lead
    is in points; a negative one means that the other side has points after the deal.
    """
    standing = MatchStanding(1, 0, ((points, 0),), Carry())
    leads: Counter[int] = Counter()
    for outcome, frequency in outcomes(options):
        ((first, second),) = add_row(COLUMNS, standing.totals, row(options, outcome, standing))
        leads[first - second] += frequency
    return leads
