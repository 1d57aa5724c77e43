"""The role of a seat in a finished deal: what statistics count."""

from msgspec import Struct

from prikup.errors import Reason

__all__ = ["Role"]


class Role(Struct, frozen=True):
    """The role that a seat had in a deal.

    `name` is one of the game's `roles`; `made` says whether what the seat undertook came off, None where nothing is
    made or lost. `alike`: whoever plays has the same role, so that the seat's points are counted against parity, which
    is what all who have it win or lose on average.
    """

    name: Reason
    made: bool | None = None
    alike: bool = False
