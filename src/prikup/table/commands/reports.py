"""Reports of bad moves of computer players, which users send so that developers can examine the deal.

A `DealReport` contains the log up to the end of its deal, without the names of people. It is stored together with the
commit (group of events) that ends the deal, or at once if the deal has ended already. Until then the report is only an
event in the table's commits.
"""

from msgspec.structs import replace

from prikup.history.events import HUMAN, RowEvent, StopEvent
from prikup.history.log_file import lines
from prikup.rules.errors import reason
from prikup.table.host.storage import DealReport
from prikup.table.protocol.client_messages import ReportCommand
from prikup.table.state.events import ActionReported, LogEvent, TableEvent
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.presence import Client
from prikup.table.state.table_state import GUEST_NAME, TableState

__all__ = ["report", "reports_to_store"]

MAX_PER_DEAL, MAX_PER_MATCH = 3, 20
"""The maximum number of actions that a person may report in one deal, and in one match."""


def report(live: LiveState, client: Client, message: ReportCommand, wall: float) -> tuple[TableEvent, ...]:
    """Return the event that records a player's report of a bad action; () if the player has reported the action before.

    The action is one of a computer player. `wall` is the time on the wall clock in seconds. Raise NotAllowed for a
    spectator, if no computer player did the action, or if the player has made too many reports.
    """
    table = live.table
    live.seat_of(client)
    bot_action = next(
        (action for action in reversed(table.bot_actions) if (action.n, action.seat) == (message.n, message.seat)), None
    )
    if bot_action is None or table.log is None:
        raise NotAllowed(reason("report-not-a-bots"))
    user_reports = [earlier_report for earlier_report in table.reports if earlier_report.user == client.user]
    if any(earlier_report.event == bot_action.event for earlier_report in user_reports):
        return ()
    deal = _deal_number(table)
    if (
        len(user_reports) >= MAX_PER_MATCH
        or sum(earlier_report.deal == deal for earlier_report in user_reports) >= MAX_PER_DEAL
    ):
        raise NotAllowed(reason("report-enough"))
    return (ActionReported(bot_action.event, deal, bot_action.seat, bot_action.level, client.user, round(wall * 1000)),)


def _deal_number(table: TableState) -> int:
    assert table.deck is not None
    return table.deck.deal


def reports_to_store(table: TableState, events: tuple[TableEvent, ...]) -> tuple[DealReport, ...]:
    """Return the complete reports of computer players' bad actions that are to be stored together with these events.

    If the events end a deal, these are all reports about that deal. If the deal has ended already, they are the reports
    that the events contain. Otherwise return ().
    """
    if table.log is None:
        return ()
    reports: list[ActionReported] = []
    if table.state is None:
        reports = [event for event in events if isinstance(event, ActionReported)]
    elif any(isinstance(event, RowEvent | StopEvent) for event in events):
        action_indices = {bot_action.event for bot_action in table.bot_actions}
        reports = [report for report in table.reports if report.event in action_indices]
    if not reports:
        return ()
    log = table.log
    all_events = [*log.events, *(event for event in events if isinstance(event, LogEvent))]
    names = tuple(
        GUEST_NAME if player == HUMAN else name for name, player in zip(log.begin.names, log.begin.players, strict=True)
    )  # a report stays when an account is deleted
    file = lines([replace(log.begin, bots=0, names=names), *all_events[1:]])
    return tuple(
        DealReport(log.begin.game, report.deal, report.event, report.seat, report.level, report.user, report.at, file)
        for report in reports
    )
