"""The ratings after a rated match."""

from collections.abc import Iterator

from prikup.rules.errors import Reason, reason
from prikup.table.protocol.server_messages import SeatsMessage

__all__ = ["describe_ratings"]


def describe_ratings(seats: SeatsMessage) -> Iterator[Reason]:
    """Yield a message about the new rating of each player of a rated match.

    `seats` is the latest message of the table about its seats, which contains the ratings. Yield nothing before the
    match is rated.
    """
    for seat, effect in enumerate(seats.ratings):
        if effect is not None:
            after = f"{effect.after}{'?' if effect.provisional else ''}"
            change = f"{effect.after - effect.before:+}"
            yield reason("new-rating", player=seat, after=after, margin=str(effect.margin), change=change)
