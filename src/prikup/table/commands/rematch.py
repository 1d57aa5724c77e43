"""Rematch: a new table with the same settings and the same people on their seats."""

from msgspec.structs import replace

from prikup.rules.errors import reason
from prikup.table.events import Again, Event
from prikup.table.live_state import Live, NotAllowed
from prikup.table.presence import Client
from prikup.table.state import opening_of
from prikup.table.storage import NewTableRecord, new_id

__all__ = ["rematch"]


def rematch(live: Live, client: Client) -> tuple[tuple[Event, ...], NewTableRecord | None]:
    """Return the event and the new table of a rematch; nothing if it is open already.

    Raise NotAllowed for a spectator, and before the end of the match.
    """
    table = live.table
    live.seat_of(client)
    if table.stage != "over":
        raise NotAllowed(reason("match-not-over"))
    if table.again:
        return (), None
    settings = replace(table.settings, host=client.user, reserved=table.people, barred=tuple(sorted(table.removed)))
    if settings.coach or settings.compared:  # the next match is shuffled
        settings = replace(settings, coach=False, given=None, deals=0)
    name = new_id()
    return (Again(name),), opening_of(name, settings, client.user)
