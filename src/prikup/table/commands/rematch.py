"""Rematch: open a new table after the match, with the same settings and the same people in the same seats."""

from msgspec.structs import replace

from prikup.rules.errors import reason
from prikup.table.host.storage import NewTableRecord, new_id
from prikup.table.state.events import RematchOpened, TableEvent
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.presence import Client
from prikup.table.state.summary import new_table_record

__all__ = ["rematch"]


def rematch(live: LiveState, client: Client) -> tuple[tuple[TableEvent, ...], NewTableRecord | None]:
    """Return the event of a rematch, and the record with which the new table is stored.

    Return () and None if a rematch has been opened already. Raise NotAllowed for a spectator, and before the end of the
    match.
    """
    table = live.table
    live.seat_of(client)
    if table.stage != "over":
        raise NotAllowed(reason("match-not-over"))
    if table.rematch_table:
        return (), None
    settings = replace(
        table.settings,
        host=client.user,
        reserved=table.user_ids_by_seat,
        barred=tuple(sorted(table.removed_users)),
        open=False,
        rated=False,
        starts="host",
        bots_after_s=0,
        host_name="",
        opened_ms=0,
    )
    settings = replace(settings, pairing=None)
    if settings.coach or settings.is_compared:  # the rematch is a normal match with shuffled decks
        settings = replace(settings, coach=False, given=None, deals=0)
    name = new_id()
    return (RematchOpened(name),), new_table_record(name, settings, client.user)
