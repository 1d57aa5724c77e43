"""Reports of computer players' moves: stored with their deal once it is over, not before."""

from support.example_games import example_if_any
from table.tables import Table, send, settings, started_table, table_test

from prikup.history.events import ActionEvent
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.table.host.storage import DealReport
from prikup.table.protocol.client_messages import ReportCommand
from prikup.table.protocol.server_messages import NotedMessage, UpdateMessage
from prikup.table.state.table_state import GUEST_NAME


def stored_reports(table: Table) -> list[DealReport]:
    """Return all stored reports."""
    return [report for commit in table.shelf.stored_commits for report in commit.reports]


@table_test
async def test_report_is_stored_with_its_deal_after_the_deal() -> None:
    table, (anna,) = await started_table(settings(deals=2), "anna")
    await table.play_until([anna], lambda: table.state.bot_actions)
    n, seat = next((u.n, m.seat) for u in reversed(anna.all(UpdateMessage)) for m in u.moved if m.seat != anna.seat)
    await send(table, anna, ReportCommand(n, seat))
    assert anna.last(NotedMessage) == NotedMessage(n, seat)
    await send(table, anna, ReportCommand(n, seat))
    assert not stored_reports(table), "a deal under way is read by nobody"
    table = await table.restart()
    anna = await table.arrive("anna")
    await table.play_deal([anna])
    (report,) = stored_reports(table)
    assert (report.user, report.deal, report.seat, report.level) == ("anna", 1, seat, "rule")
    events, _, _ = read_events(report.log)
    log = Log.replay(events)
    assert log.begin.bots == 0
    assert (table.log.begin.names[anna.seat], log.begin.names[anna.seat]) == ("Anna", GUEST_NAME), "it names nobody"
    assert log.begin.names[seat] == table.log.begin.names[seat]
    act = log.events[report.event]
    assert isinstance(act, ActionEvent)
    assert act.seat == seat
    await table.play([anna])
    assert len(stored_reports(table)) == 1


@table_test
async def test_report_is_limited_to_three_actions_per_deal() -> None:
    table, (anna,) = await started_table(settings(), "anna")
    await table.play_deal([anna])
    first, *_, third, second, last = table.state.bot_actions
    for action in (last, second, third):
        await send(table, anna, ReportCommand(action.n, action.seat))
    assert await table.refusal(anna, ReportCommand(first.n, first.seat)) == "report-enough"
    assert [report.event for report in stored_reports(table)] == [last.event, second.event, third.event]


@table_test
async def test_report_of_sealed_bid_uses_version_that_announced_it() -> None:
    table, (anna,) = await started_table(settings(example_if_any(seats=4, sealed=True)), "anna")
    bids = [
        (update.n, move.seat) for update in anna.all(UpdateMessage) for move in update.moved if move.seat != anna.seat
    ]
    assert len(bids) == 3
    await send(table, anna, anna.act(anna.update.legal[0]))
    for n, seat in bids:
        await send(table, anna, ReportCommand(n, seat))
        assert anna.last(NotedMessage) == NotedMessage(n, seat)
    assert len({report.event for report in table.state.reports}) == 3
