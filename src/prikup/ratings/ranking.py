"""The ranks of the sides of a match, from the points that they won and from forfeits."""

from collections.abc import Collection, Sequence
from fractions import Fraction

__all__ = ["FEWEST_DEALS_WITHOUT_PLAN", "is_early_forfeit", "ranks_after_early_forfeit", "settlement_ranks"]

FEWEST_DEALS_WITHOUT_PLAN = 4
"""In a match without a planned number of deals, a forfeit is early before this number of deals is finished."""


def settlement_ranks(settlement: Sequence[Fraction], forfeiting_sides: Collection[int] = ()) -> tuple[int, ...]:
    """Return the rank of each side, from 1, by `settlement`: the points that each side has won or lost in all.

    Sides with equal points share a rank: three sides with 10, 10 and -20 points have the ranks 1, 1 and 3. The
    `forfeiting_sides`, which gave the match up, share the last rank, regardless of their points.
    """
    forfeits = [side in forfeiting_sides for side in range(len(settlement))]
    keys = [(forfeit, 0 if forfeit else -points) for forfeit, points in zip(forfeits, settlement, strict=True)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def ranks_after_early_forfeit(sides: int, forfeiting_sides: Collection[int]) -> tuple[int, ...]:
    """Return the rank of each side, from 1, after a side gave the match up early (`is_early_forfeit`).

    `sides` is the number of sides. The `forfeiting_sides` share the last rank, and all other sides share the first.
    """
    return settlement_ranks([Fraction(0)] * sides, forfeiting_sides)


def is_early_forfeit(finished_deals: int, planned_deals: int | None) -> bool:
    """Return whether a player gave a match up before a quarter of its planned deals was finished.

    `finished_deals` is the number of deals finished at the first forfeit. `planned_deals` is None if only the rules of
    the game end the match; a forfeit is then early before the fourth deal is finished.
    """
    if planned_deals is None:
        return finished_deals < FEWEST_DEALS_WITHOUT_PLAN
    return 4 * finished_deals < planned_deals
