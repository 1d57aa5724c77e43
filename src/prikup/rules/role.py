"""The role of a seat in a finished deal, as statistics count it."""

from msgspec import Struct

from prikup.rules.errors import Reason

__all__ = ["Role"]


class Role(Struct, frozen=True):
    """The role that a seat had in a deal, such as declarer.

    `name` is one of the game's roles (`GameExplanations.roles`). `made` tells whether the seat succeeded in its
    undertaking, such as a contract; it is None if there is nothing to succeed in. `alike` tells whether all players who
    take part in the deal have the same role. If so, statistics compare the points of the seat with parity, the average
    result of all players in that role.
    """

    name: Reason
    made: bool | None = None
    alike: bool = False
