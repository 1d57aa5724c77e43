"""A table's entry in lists of tables, and the record with which a new table is stored."""

import msgspec
from msgspec import Struct

from prikup.table.host.storage import NewTableRecord
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings

__all__ = ["Summary", "new_table_record", "summary_of"]


class Summary(Struct, frozen=True):
    """A table's entry in lists of tables, which a host stores together with the table's commits.

    - `stage`: the stage of the match, from "open" (before its start) to "over".
    - `deal`: the number of the current deal, from 1.
    - `names`: the name in each seat, None for an empty seat and "" for a person without a name.
    - `computers`: the seats that belong to computer players.
    """

    stage: str
    deal: int
    names: tuple[str | None, ...]
    computers: tuple[int, ...]


def summary_of(table: TableState) -> Summary:
    """Return the table's entry in lists of tables."""
    display_names = table.names
    names = tuple(
        None if chair.empty else display_names[seat] if chair.name or not chair.user else ""
        for seat, chair in enumerate(table.chairs)
    )
    computers = tuple(seat for seat, chair in enumerate(table.chairs) if not chair.empty and not chair.user)
    return Summary(table.stage, table.log.match.deals + 1 if table.log else 1, names, computers)


def new_table_record(table: str, settings: TableSettings, host: str) -> NewTableRecord:
    """Return the record with which a new table is stored.

    `table` is the id of the new table, and `host` is the user id of the table's host (who opens it).
    """
    summary = summary_of(TableState(settings))
    return NewTableRecord(table, msgspec.json.encode(settings), host, msgspec.json.encode(summary))
