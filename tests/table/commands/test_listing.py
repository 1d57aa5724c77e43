"""Open tables: what lists of tables show follows from the commits alone, and the rules of a table in play."""

from collections.abc import Sequence

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from support.circles import depth
from support.example_games import example
from table.tables import load, run_loop, seated_table, send, table_test

from prikup.table.commands.seats import _start_match
from prikup.table.commit import list_changes
from prikup.table.host.storage import Commit, LobbyFlags
from prikup.table.protocol.client_messages import FillCommand, RematchCommand, SitCommand, StartCommand
from prikup.table.state.events import (
    BotAssigned,
    ListingChanged,
    PlayerRenamed,
    SeatLeft,
    SeatTaken,
    TableEvent,
    TableLocked,
    UserRemoved,
    encode,
)
from prikup.table.state.summary import lobby_flags, new_table_record, summary_of
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import Pairing, TableSettings

THREE = example(seats=3)
USERS = ("anna", "boris", "clara", "dora")


def possible_events(table: TableState) -> list[tuple[TableEvent, ...]]:
    """Return the commits that may come next, without those of play."""
    commits: list[tuple[TableEvent, ...]] = [(TableLocked(("anna",)),), (TableLocked(None),)]
    if table.log is not None:
        return commits
    commits += [(ListingChanged(True, 9000),), (ListingChanged(False, 9000),), _start_match(table)]
    for seat, chair in enumerate(table.chairs):
        if chair.empty:
            commits.append((BotAssigned(seat, "rule"),))
            for user in USERS:
                if user not in table.removed_users:
                    old_seat = table.seat_of(user)
                    leaving = () if old_seat is None else (SeatLeft(old_seat),)
                    commits.append((*leaving, SeatTaken(seat, user, user.title())))
        elif chair.user:
            commits += [
                (SeatLeft(seat),),
                (PlayerRenamed(seat, "Eva"),),
                (UserRemoved(seat, chair.user, ""),),
            ]
        else:
            commits.append((BotAssigned(seat, ""),))
    return commits


def is_listed_by_rule(seats: int, commits: Sequence[tuple[TableEvent, ...]]) -> bool:
    """Return whether an open table with these commits is in the list, computed from the events one by one."""
    taken, is_listed, is_locked, is_begun = dict[int, bool](), True, False, False
    for event in (event for commit in commits for event in commit):
        match event:
            case SeatTaken(seat):
                taken[seat] = True
            case SeatLeft(seat) | UserRemoved(int(seat)) | BotAssigned(seat, ""):
                taken[seat] = False
            case BotAssigned(seat):
                taken[seat] = True
            case TableLocked(users):
                is_locked = users is not None
            case ListingChanged(listed):
                is_listed = listed
            case _ if type(event).__name__ == "BeginEvent":
                is_begun = True
    return is_listed and not is_locked and not is_begun and sum(taken.values()) < seats


@settings(max_examples=depth(300), deadline=None)
@given(st.data(), st.sampled_from(["link", "open", "paired"]), st.booleans())
def test_listed_flag_and_summary_of_each_commit_are_those_of_the_rule(
    data: st.DataObject, origin: str, spectators: bool
) -> None:
    is_open = origin == "open"
    table_settings = TableSettings(
        THREE,
        "",
        host="anna",
        open=is_open,
        spectators=spectators,
        opened_ms=5000 * is_open,
        pairing=Pairing("lane", 5000, "seed") if origin == "paired" else None,
    )
    record = new_table_record("table", table_settings, "anna")
    stored_flags, stored_summary = LobbyFlags(record.listed), summary_of(TableState(table_settings))
    assert record.summary == msgspec.json.encode(stored_summary)
    table, commits = TableState(table_settings), list[tuple[TableEvent, ...]]()
    for _ in range(data.draw(st.integers(0, 12))):
        events = data.draw(st.sampled_from(possible_events(table)))
        summary, flags = list_changes(table, events)
        stored_flags = flags or stored_flags
        stored_summary = summary or stored_summary
        table.enter(events)
        commits.append(events)
        rows = [Commit("table", seq, encode(commit)) for seq, commit in enumerate(commits, 1)]
        reloaded = TableState.of(table_settings, rows)
        assert stored_flags == lobby_flags(reloaded) == lobby_flags(table)
        assert stored_summary == summary_of(reloaded)
        assert stored_flags.listed == (is_open and is_listed_by_rule(table.game.seats, commits))
        assert stored_flags.watchable == (
            origin != "link" and spectators and table.stage != "open" and table.admitted_users is None
        )
        assert stored_summary.users == (() if origin == "link" else table.user_ids_by_seat)


@table_test
async def test_table_that_starts_when_full_counts_computer_players() -> None:
    table = await load(TableSettings(THREE, "", host="anna", starts="full"))
    anna = await table.arrive("anna")
    await send(table, anna, FillCommand(1, "rule"))
    await run_loop(60)
    assert (table.stage, anna.seats.starting) == ("open", False)
    await send(table, anna, FillCommand(2, "rule"))
    assert (table.stage, anna.seats.starting) == ("open", True)
    await run_loop(5)
    assert (table.stage, anna.seats.starting) == ("shuffle", False)


@table_test
async def test_rematch_of_open_table_is_for_same_people() -> None:
    table_settings = TableSettings(
        THREE, "", host="anna", host_name="Anna", open=True, bots_after_s=60, opened_ms=1, deals=1, level="random"
    )
    table, (anna,) = await seated_table(table_settings, "anna")
    await send(table, anna, StartCommand())
    await table.play([anna])
    assert await table.refusal(anna, RematchCommand()) == ""
    (record,) = [commit.opens for commit in table.shelf.stored_commits if commit.opens]
    new_settings = msgspec.json.decode(record.settings, type=TableSettings)
    assert (new_settings.open, new_settings.starts, record.listed) == (False, "host", False)
    assert new_settings.bots_after_s == 0, "the reserved seats wait for their people"
    assert (new_settings.host_name, new_settings.opened_ms) == ("", 0), "the host may be another one"


@table_test
async def test_seat_that_is_just_taken_is_refused_with_new_seats() -> None:
    table, people = await seated_table(TableSettings(THREE, "", host="anna"), "anna", "boris")
    clara = await table.arrive("clara")
    clara.messages.clear()
    assert await table.refusal(clara, SitCommand(1)) == "seat-taken"
    person = clara.seats.seats[1]
    assert person is not None
    assert person.name == people[1].name
