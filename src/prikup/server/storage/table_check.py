"""The result of a check of stored data about game tables."""

from typing import NamedTuple

__all__ = ["TableCheck"]


class TableCheck(NamedTuple):
    """The result of a check of stored data about game tables.

    `tables` is the number of tables that were checked, and `wrong` has the ids of those whose stored data are wrong.
    """

    tables: int
    wrong: tuple[str, ...]
