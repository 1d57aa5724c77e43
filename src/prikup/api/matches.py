"""Requests about finished matches, their reviews, imports from files, and statistics."""

from msgspec import Struct

__all__ = ["Privacy"]


class Privacy(Struct, frozen=True):
    """A request to make a match private to its players and its owner, or public again."""

    private: bool
