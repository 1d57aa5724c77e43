"""Reports of bad moves by computer players: the host saves the deal once it is over.

During a deal a report is only in the commits: the report to store is written with the commit that ends its deal, or
with the report itself if the deal has ended before.
"""

from msgspec.structs import replace

from prikup.history.log import Closed, Stop
from prikup.history.log_file import lines
from prikup.rules.errors import reason
from prikup.table.events import Event, LogEvent, Reported
from prikup.table.live_state import Live, NotAllowed
from prikup.table.presence import Client
from prikup.table.protocol import Report
from prikup.table.state import TableState
from prikup.table.storage import DealReport

__all__ = ["report", "stored"]

A_DEAL, A_MATCH = 3, 20
"""The maximum number of actions that a person may report in one deal, and in one match."""


def report(live: Live, client: Client, message: Report, wall: float) -> tuple[Event, ...]:
    """Return the event of a report; () for one made before. `wall` is the wall clock in seconds. Raise NotAllowed."""
    table = live.table
    live.own(client)
    made = next((m for m in reversed(table.made) if (m.n, m.seat) == (message.n, message.seat)), None)
    if made is None or table.log is None:
        raise NotAllowed(reason("report-not-a-bots"))
    own = [each for each in table.reports if each.user == client.user]
    if any(each.event == made.event for each in own):
        return ()
    deal = _deal(table)
    if len(own) >= A_MATCH or sum(each.deal == deal for each in own) >= A_DEAL:
        raise NotAllowed(reason("report-enough"))
    return (Reported(made.event, deal, made.seat, made.level, client.user, round(wall * 1000)),)


def _deal(table: TableState) -> int:
    assert table.deck is not None
    return table.deck.deal


def stored(table: TableState, events: tuple[Event, ...]) -> tuple[DealReport, ...]:
    """Return the reports to store with these events: those of a deal that has ended, or ends with them."""
    if table.log is None:
        return ()
    told: list[Reported] = []
    if table.state is None:
        told = [event for event in events if isinstance(event, Reported)]
    elif any(isinstance(event, Closed | Stop) for event in events):
        of_deal = {made.event for made in table.made}
        told = [each for each in table.reports if each.event in of_deal]
    if not told:
        return ()
    log = table.log
    done = [*log.events, *(event for event in events if isinstance(event, LogEvent))]
    file = lines([replace(log.begin, bots=0), *done[1:]])
    return tuple(
        DealReport(log.begin.game, each.deal, each.event, each.seat, each.level, each.user, each.at, file)
        for each in told
    )
