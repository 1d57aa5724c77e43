"""The places of connected users, as their friends see them."""

from collections.abc import Mapping

__all__ = ["AT_CLOSED_TABLE", "CONNECTED", "Place", "merge_places"]

Place = str
"""The place of a connected user: `CONNECTED`, `AT_CLOSED_TABLE`, or the id of the table where they sit.

The id is given if other users may enter the table. Of two places of one user, the greater text says more.
"""
CONNECTED, AT_CLOSED_TABLE = "", "-"
"""`CONNECTED` is the place of a user without a seat, `AT_CLOSED_TABLE` that of a user whose table no one may enter."""


def merge_places(*places_by_user: Mapping[str, Place]) -> dict[str, Place]:
    """Return the place of each user in several maps; for a user in more than one of them, the place that says most."""
    merged_places = dict[str, Place]()
    for places in places_by_user:
        for user, place in places.items():
            merged_places[user] = max(place, merged_places.get(user, place))
    return merged_places
