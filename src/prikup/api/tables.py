"""Requests about tables: what a page needs at its start, the house rules, opening a table."""

from msgspec import Struct

from prikup.api.accounts import Me
from prikup.table.catalogue import CatalogueGame
from prikup.table.new_table import TableSummary

__all__ = ["Bootstrap", "OpenedTable"]


class OpenedTable(Struct, frozen=True):
    """The id of the table that was opened."""

    id: str


class Bootstrap(Struct, frozen=True, omit_defaults=True):
    """All data that a page needs before it shows anything.

    `me` is the signed-in user, or null; `tables` are the unfinished tables at which the user sits or which they own,
    the newest first, at most 20; `guest_days` is the number of days after which an absent guest is deleted together
    with their unfinished tables (0: never); `games` are all games, if the page requested them. `here`: the server also
    provides the engine, with which a browser can host tables when the server is unreachable.
    """

    me: Me | None
    tables: tuple[TableSummary, ...]
    guest_days: int
    games: tuple[CatalogueGame, ...]
    here: bool = False
