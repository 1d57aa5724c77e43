"""The places of connected users, as their friends see them."""

from collections.abc import Mapping

__all__ = ["AT_CLOSED_TABLE", "CONNECTED", "Place", "merge_places"]

Place = str
"""The type of a user's place: `CONNECTED`, `AT_CLOSED_TABLE`, or the id of the table at which the user sits.

The id is used if other users may enter the table. A user with several connections may have several places; of these,
the greatest text is the most specific.
"""
CONNECTED, AT_CLOSED_TABLE = "", "-"
"""The place of a connected user who sits at no table, and of one who sits at a table that no one may enter."""


def merge_places(*places_by_user: Mapping[str, Place]) -> dict[str, Place]:
    """Merge several mappings from user id to place (such as the id of the table at which the user sits).

    For a user in several of the mappings, keep the most specific place.
    """
    merged_places = dict[str, Place]()
    for places in places_by_user:
        for user, place in places.items():
            merged_places[user] = max(place, merged_places.get(user, place))
    return merged_places
