"""A table's entry in lists of tables, and the record with which a new table is stored."""

import msgspec
from msgspec import Struct

from prikup.table.host.storage import AuditNote, LobbyFlags, NewTableRecord
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings

__all__ = ["Summary", "lobby_flags", "new_table_record", "summary_of"]


class Summary(Struct, frozen=True, omit_defaults=True):
    """A table's entry in lists of tables, which a host stores together with the table's commits.

    - `stage`: the stage of the match, from "open" (before its start) to "over".
    - `deal`: the number of the current deal, from 1.
    - `names`: the name in each seat, None for an empty seat and "" for a person without a name.
    - `computers`: the seats that belong to computer players.

    The following field is set only at a table that was opened for anybody or by quick pairing, for the lobby:

    - `users`: the user ids of the people in the seats, "" for a seat without a person. It is empty if an older version
      of the program wrote the entry of a table of quick pairing.

    The following fields are set only at an open table (anyone may sit down), for the lobby:

    - `host_name`: the name in the seat of the table's host (who opened it), or the host's name at the opening if they
      have no seat; "" once the table has left the list of open tables.
    - `since`: the time (wall clock, ms) at which the table was opened, or last listed again by its host.
    - `ended`: the time (wall clock, ms) at which the table left the list of open tables, 0 if it has not left it.

    The following fields are set only in a rated match:

    - `rated`: true.
    - `forfeits`: the seats whose users have forfeited.
    """

    stage: str
    deal: int
    names: tuple[str | None, ...]
    computers: tuple[int, ...]
    users: tuple[str, ...] = ()
    host_name: str = ""
    since: int = 0
    ended: int = 0
    rated: bool = False
    forfeits: tuple[int, ...] = ()


def summary_of(table: TableState) -> Summary:
    """Return the entry of the table in lists of tables."""
    display_names = table.names
    names = tuple(
        None if chair.empty else display_names[seat] if chair.name or not chair.user else ""
        for seat, chair in enumerate(table.chairs)
    )
    computers = tuple(seat for seat, chair in enumerate(table.chairs) if not chair.empty and not chair.user)
    deal = table.log.match.deals + 1 if table.log else 1
    forfeits = tuple(sorted(table.forfeits))
    users = table.user_ids_by_seat if table.is_public else ()
    if not table.settings.open:
        return Summary(table.stage, deal, names, computers, users, rated=table.is_rated, forfeits=forfeits)
    host_name = ""
    if table.wants_listing:
        host_seat = table.seat_of(table.settings.host)
        host_name = table.settings.host_name if host_seat is None else names[host_seat] or ""
    return Summary(
        table.stage,
        deal,
        names,
        computers,
        users,
        host_name,
        table.listed_since_ms,
        table.listing_ended_ms,
        table.is_rated,
        forfeits,
    )


def lobby_flags(table: TableState) -> LobbyFlags:
    """Return which lists of the lobby show the table: open tables, or matches to watch."""
    return LobbyFlags(table.is_listed, table.is_watchable)


def new_table_record(table: str, settings: TableSettings, host: str) -> NewTableRecord:
    """Return the record with which a new table is stored.

    `table` is the id of the new table, and `host` is the user id of the person who opens it.
    """
    state = TableState(settings)
    summary = msgspec.json.encode(summary_of(state))
    notes = (AuditNote("rated-listed", host, {}),) if settings.rated and state.is_listed else ()
    by_turns = settings.turns is not None
    return NewTableRecord(table, msgspec.json.encode(settings), host, summary, state.is_listed, notes, by_turns)
