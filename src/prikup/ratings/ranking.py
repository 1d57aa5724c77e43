"""The ranks of the sides of a match, from their exact settlements and from forfeits."""

from collections.abc import Collection, Sequence
from fractions import Fraction

__all__ = ["FEWEST_DEALS_WITHOUT_PLAN", "is_early_forfeit", "ranks_after_early_forfeit", "settlement_ranks"]

FEWEST_DEALS_WITHOUT_PLAN = 4
"""The number of finished deals before which a forfeit is early in a match whose number of deals is not planned."""


def settlement_ranks(settlement: Sequence[Fraction], forfeiting_sides: Collection[int] = ()) -> tuple[int, ...]:
    """Return the rank of each side, from 1, by the exact settlement; sides with equal settlements share a rank.

    The `forfeiting_sides` share the last rank, whatever they have won. Three sides with 10, 10 and -20 points have the
    ranks 1, 1 and 3.
    """
    forfeits = [side in forfeiting_sides for side in range(len(settlement))]
    keys = [(forfeit, 0 if forfeit else -points) for forfeit, points in zip(forfeits, settlement, strict=True)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def ranks_after_early_forfeit(sides: int, forfeiting_sides: Collection[int]) -> tuple[int, ...]:
    """Return the ranks after an early forfeit (`is_early_forfeit`): all other sides share the first rank.

    `sides` is the number of sides. Only the ratings of the people who forfeited change.
    """
    return settlement_ranks([Fraction(0)] * sides, forfeiting_sides)


def is_early_forfeit(finished_deals: int, planned_deals: int | None) -> bool:
    """Return whether a forfeit came before a quarter of the planned deals was finished.

    `finished_deals` is the number of deals finished at the first forfeit. `planned_deals` is None if the rules of the
    game end the match; then a forfeit before the fourth deal was finished is early.
    """
    if planned_deals is None:
        return finished_deals < FEWEST_DEALS_WITHOUT_PLAN
    return 4 * finished_deals < planned_deals
