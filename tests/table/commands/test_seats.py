"""Taking and leaving seats, computer players, absent players, and several connections of one user."""

import pytest
from table.recording_client import Somebody
from table.tables import (
    USERS,
    Table,
    finish_shuffle,
    load,
    run_loop,
    seated_table,
    send,
    settings,
    started_table,
    table_test,
    three,
)

from prikup.history.events import ActionEvent
from prikup.table.protocol.client_messages import (
    ChatCommand,
    ClientCommand,
    FillCommand,
    NextCommand,
    ReserveCommand,
    SitCommand,
    StandCommand,
    StartCommand,
)
from prikup.table.protocol.server_messages import ChatMessage, CloseMessage, SeatsMessage, UpdateMessage
from prikup.table.state.events import BotAssigned, PlayerRenamed, SeatLeft, SeatTaken, decode
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import Timing

LIKE_ANNA = "\u0410\u039d\u039dA"
""""ANNA" with a Cyrillic first letter and two Greek ones."""


def seat_states(person: Somebody) -> list[tuple[str, str, bool, bool] | None]:
    """Return the seats as a client sees them: name, level, whether the player is present, and for good."""
    return [None if p is None else (p.name, p.level, p.here, p.owner) for p in person.seats.seats]


def reserved_seats(person: Somebody) -> tuple[int, ...]:
    """Return the seats reserved, as a client sees it."""
    return person.seats.reserved


# Before the match


@table_test
async def test_seat_is_taken_changed_and_left() -> None:
    table, (anna, boris) = await seated_table(settings(), "anna", "boris")
    await send(table, boris, SitCommand(2))
    assert (boris.seat, seat_states(anna)[1]) == (2, None)
    assert not await send(table, boris, SitCommand(2))
    await send(table, boris, StandCommand())
    assert boris.seats.you is None


def test_seat_names_that_look_alike_get_numbers_by_precedence() -> None:
    """An account's owner takes precedence over a guest, an earlier user over a later one, and users over computer
    players.

    Otherwise the first to sit down could pass for a player who sits down later.
    """
    table = TableState(settings())
    for event, names in (
        (SeatTaken(0, "anna", "Anna", True), ("Anna", "Vera", "Tigran")),
        (SeatTaken(1, "vera", "Vera", True), ("Anna", "Vera", "Tigran")),
        (SeatTaken(2, "other", LIKE_ANNA, True), ("Anna", "Vera", f"{LIKE_ANNA} 2")),
        (SeatLeft(0), ("Tigran", "Vera", LIKE_ANNA)),
        (SeatTaken(0, "anna", "Anna", True), ("Anna 2", "Vera", LIKE_ANNA)),
        (PlayerRenamed(0, "VERA", True), ("VERA 2", "Vera", LIKE_ANNA)),
        (PlayerRenamed(0, "VERA", False), ("VERA", "Vera 2", LIKE_ANNA)),
        (SeatLeft(2), ("VERA", "Vera 2", "Tigran")),
    ):
        table.enter((event,))
        assert table.names == names, event


@table_test
async def test_spectator_name_equal_to_a_players_gets_a_number() -> None:
    table, (anna, boris) = await seated_table(settings(), "anna", "boris")
    for person in (await table.arrive("watcher", "ANNA"), await table.arrive("stranger", "Clara"), anna):
        await send(table, person, ChatCommand(preset="hello"))
    chat_lines = [(line.seat, line.name) for line in boris.all(ChatMessage)]
    assert chat_lines == [(None, "ANNA 2"), (None, "Clara"), (0, "Anna")]


@table_test
async def test_guest_needs_a_name_to_sit() -> None:
    table, _ = await seated_table(settings(), "anna")
    guest = await table.arrive("guest", "")
    assert await table.refusal(guest, SitCommand(1)) == "name-wanted"
    table.rename("guest", "Rosa", guest=True)
    await send(table, guest, SitCommand(1))
    owner = await table.arrive("owner", "ANNA", guest=False)
    await send(table, owner, SitCommand(2))
    assert [person and person[0] for person in seat_states(guest)] == ["Anna 2", "Rosa", "ANNA"], (
        "it is the owner's name"
    )


@table_test
async def test_seat_is_reserved_while_its_player_chooses_a_name() -> None:
    """For two minutes; the owner sees it and must insist to start the match before the reservation ends."""
    table, (anna, boris) = await seated_table(settings(), "anna", "boris")
    await send(table, boris, StandCommand())
    guest = await table.arrive("guest", "")
    await send(table, guest, ReserveCommand(1))
    assert [reserved_seats(person) for person in (anna, boris, guest)] == [(1,)] * 3
    refused_commands: tuple[tuple[Somebody, ClientCommand], ...] = (
        (boris, SitCommand(1)),
        (boris, ReserveCommand(1)),
        (anna, StartCommand()),
        (anna, FillCommand(1, "rule")),
    )
    for person, message in refused_commands:
        assert await table.refusal(person, message) == "seat-being-chosen"
    await send(table, guest, ReserveCommand(2))
    assert reserved_seats(anna) == (2,), "one seat for each"
    await send(table, boris, SitCommand(1))
    table.rename("guest", "Rosa", guest=True)
    await send(table, guest, SitCommand(2))
    assert reserved_seats(anna) == ()
    await send(table, guest, StandCommand())

    for give_back in ("message", "time", "leave"):
        late = await table.arrive(give_back, "")
        await send(table, late, ReserveCommand(2))
        assert reserved_seats(anna) == (2,)
        match give_back:
            case "message":
                await send(table, late, ReserveCommand(None))
            case "time":
                await run_loop(119)
                assert reserved_seats(anna) == (2,)
                await run_loop(1)
            case "leave":
                table.leave(late)
                await run_loop()
        assert reserved_seats(anna) == (), give_back
    late = await table.arrive("last", "")
    await send(table, late, ReserveCommand(2))
    await send(table, anna, StartCommand(anyway=True))
    assert anna.seats.stage == "shuffle"
    assert reserved_seats(anna) == ()


@table_test
async def test_owner_without_a_name_is_logged_as_guest() -> None:
    table = await load(settings())
    host = await table.arrive("anna", "")
    await send(table, host, StartCommand())
    assert table.log.begin.names == ("Guest", "Vera", "Tigran")
    assert [person and person[0] for person in seat_states(host)] == ["", "Vera", "Tigran"]


@table_test
async def test_rename_reaches_seat_at_once_and_survives_restart() -> None:
    table, (anna, boris) = await started_table(settings(), "anna", "boris")
    table.rename("boris", "Anna", guest=True)
    await run_loop()
    assert seat_states(anna)[1] == ("Anna 2", "", True, True), "two at a table are not called the same"
    table.rename("boris", "Borja", guest=True)
    await send(table, boris, ChatCommand("hello"))
    assert seat_states(anna)[1] == ("Borja", "", True, True)
    assert anna.last(ChatMessage).name == "Borja"
    assert table.log.begin.names[1] == "Boris", "the log of the match keeps the name it began with"
    restarted_table = await table.restart()
    assert restarted_table.state.chairs[1].name == "Borja"
    boris = await restarted_table.arrive("boris", "Boris the Third")
    assert seat_states(boris)[1] == ("Boris the Third", "", True, True), "they were renamed while the table slept"


@table_test
async def test_owner_fills_and_frees_seats_with_bots() -> None:
    table, (anna, boris) = await seated_table(settings(), "anna", "boris")
    await send(table, anna, FillCommand(2, "random"))
    assert seat_states(boris)[2] == ("Vera", "random", True, False)
    assert await table.refusal(boris, SitCommand(2)) == "seat-taken"
    await send(table, anna, FillCommand(2))
    assert seat_states(boris)[2] is None
    await send(table, anna, FillCommand(2, "random"))
    await send(table, anna, StartCommand())
    begin = table.log.begin
    assert (begin.players, begin.names) == (("human", "human", "random"), ("Anna", "Boris", "Vera"))


# Several connections


@table_test
async def test_seat_belongs_to_newest_connection() -> None:
    table, (anna, boris, _) = await started_table(settings(), *USERS[:3])
    new_client = await table.arrive("anna")
    assert anna.code == 4001
    assert anna.last(CloseMessage).reason.key == "seat-elsewhere"
    assert new_client.seat == 0
    assert (new_client.update.view, seat_states(boris)[0]) == (anna.update.view, ("Anna", "", True, True))
    old_count = len(anna.messages)
    table.receive(anna, StandCommand())
    table.leave(anna)
    await run_loop(100)
    assert seat_states(boris)[0] == ("Anna", "", True, True), (
        "what the old one says does not count, nor that it is gone"
    )
    assert len(anna.messages) == old_count


@table_test
async def test_seat_rejects_older_connection_that_joins_after_newer_one() -> None:
    table, (anna, boris, _) = await started_table(settings(), *USERS[:3])
    slow, quick = Somebody("anna"), Somebody("anna")
    table.join(quick)
    table.join(slow)
    table.leave(slow)
    await run_loop(100)
    assert (anna.code, slow.code, quick.code) == (4001, 4001, 0)
    assert [type(message) for message in slow.messages] == [CloseMessage]
    assert seat_states(boris)[0] == ("Anna", "", True, True)


@table_test
async def test_spectator_may_have_two_connections_until_sitting_down() -> None:
    table, _ = await seated_table(settings(), "anna")
    first_client, second_client = await table.arrive("eva"), await table.arrive("eva")
    assert (first_client.code, second_client.code) == (0, 0)
    await send(table, first_client, SitCommand(1))
    assert (first_client.code, second_client.code) == (0, 4001)


# Absent players


@table_test
async def test_bot_replaces_absent_player_until_return() -> None:
    table, (anna, boris, clara) = await started_table(settings(level="random", away_s=15), *USERS[:3])
    assert not anna.seats.absent_in
    table.leave(boris)
    await run_loop()
    assert seat_states(anna)[1] == ("Boris", "", False, True)
    assert [remaining_ms is not None for remaining_ms in anna.seats.absent_in] == [False, True, False]
    assert anna.seats.absent_in[1] in range(14_000, 15_001)
    await run_loop(13)
    assert (await table.arrive("eva")).seats.absent_in[1] in range(500, 2001)
    await run_loop(1)
    assert seat_states(anna)[1] == ("Boris", "", False, True)
    await run_loop(2)
    assert seat_states(anna)[1] == ("Boris", "random", False, True)
    assert not anna.seats.absent_in
    assert any(BotAssigned(1, "random") in decode(row.events) for row in table.shelf.stored_commits)
    n = table.state.n
    await table.play([anna, clara], 4)
    log = table.log
    assert {entry.seat for entry in log.entries} == {0, 1, 2}  # type: ignore[union-attr]
    assert table.state.n > n

    returned_client = await table.arrive("boris")
    assert seat_states(anna)[1] == ("Boris", "", True, True)
    assert (returned_client.seat, returned_client.seats) == (1, returned_client.all(SeatsMessage)[0]), (
        "all is well before he is told of it"
    )
    actions = tuple(entry.act for entry in log.entries if isinstance(entry, ActionEvent) and entry.seat == 1)
    assert returned_client.update.stood_in == actions != ()
    assert anna.update.stood_in == clara.update.stood_in == ()
    assert table.reread().stand_in_actions == table.state.stand_in_actions
    await table.play_until([anna, clara], lambda: returned_client.update.legal)
    if table.stage == "deal":
        await send(table, returned_client, returned_client.act(returned_client.update.legal[0]))
        assert returned_client.update.stood_in == (), "who plays again knows"
    assert table.reread().chairs == table.state.chairs


@table_test
async def test_bots_do_not_act_at_table_without_users() -> None:
    table, (anna, boris, clara) = await started_table(settings(), *USERS[:3])
    n = table.state.n
    for person in (anna, boris, clara):
        table.leave(person)
    await run_loop(10000)
    assert table.state.n == n
    table.join(anna)
    await run_loop()
    assert [p and p[1] for p in seat_states(anna)] == ["", "rule", "rule"]


@table_test
async def test_bot_does_not_replace_absent_player_if_table_waits_or_votes() -> None:
    for absent in ("wait", "vote"):
        table, (anna, boris, clara) = await started_table(settings(absent=absent), *USERS[:3])
        await send(table, clara, StandCommand())
        table.leave(boris)
        await run_loop()
        rounded_times = [time and round(time, -4) for time in anna.seats.absent_in]
        assert rounded_times == ([] if absent == "wait" else [None, 60_000, 0])
        await run_loop(10000)
        assert seat_states(anna)[1:] == [("Boris", "", False, True), ("Clara", "", False, True)]
        assert await table.refusal(clara, clara.act(52)) == "seat-left"
        await send(table, clara, SitCommand(2))
        assert seat_states(anna)[2] == ("Clara", "", True, True)


@table_test
async def test_seat_left_during_match_counts_as_absent_at_once() -> None:
    table, (anna, boris, _) = await started_table(settings(), *USERS[:3])
    await send(table, boris, StandCommand())
    assert seat_states(anna)[1] == ("Boris", "rule", False, True)
    assert boris.seat == 1
    assert boris.update.legal == ()
    assert not await send(table, boris, StandCommand())
    assert await table.refusal(boris, boris.act(52)) == "seat-left"
    await send(table, boris, SitCommand(1))
    assert seat_states(anna)[1] == ("Boris", "", True, True)
    assert boris.update.view.seat == 1


# Computer players


@table_test
async def test_bot_waits_before_acting() -> None:
    table, (anna,) = await seated_table(settings(bots=True), "anna", timing=Timing())
    await finish_shuffle(table, [anna])
    await table.play_until([anna], lambda: not anna.update.legal)
    old_count = len(anna.all(UpdateMessage))
    await run_loop(0.79)
    assert len(anna.all(UpdateMessage)) == old_count
    await run_loop(0.02)
    assert len(anna.all(UpdateMessage)) == old_count + 1


@table_test
async def test_bot_decision_is_dropped_if_player_returns_first() -> None:
    table, (person, *_) = await three(timing=Timing())
    await send(table, person, StandCommand())
    await run_loop(0.5)
    await send(table, person, SitCommand(person.seat))
    n = table.state.n
    await run_loop(5)
    assert table.state.n == n
    assert person.update.legal
    await send(table, person, StandCommand())
    await run_loop(1)
    assert table.state.n > n + 1


@table_test
async def test_bot_failure_does_not_stop_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_error(player_view: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr("prikup.table.commands.bots.player", lambda level, game, seed: raise_error)
    table, people = await started_table(settings(deals=1), "anna")
    await table.play(people)
    assert table.stage == "over"


@table_test
async def test_bot_table_continues_only_while_watched() -> None:
    table, (anna,) = await seated_table(settings(deals=2), "anna")
    await send(table, anna, StandCommand())
    await send(table, anna, StartCommand())
    assert table.stage == "rest"
    table.leave(anna)
    await run_loop(1000)
    assert table.stage == "rest"
    table.join(anna)
    await run_loop(31)
    assert table.stage == "over"


# The pause between deals


async def table_at_rest(*users: str) -> tuple[Table, list[Somebody]]:
    table, people = await started_table(settings(away_s=15), *users)
    await table.play_deal(people)
    return table, people


@table_test
async def test_pause_between_deals_lasts_half_a_minute_for_several_users() -> None:
    table, (anna, _) = await table_at_rest("anna", "boris")
    await run_loop(29)
    assert table.stage == "rest"
    await send(table, anna, NextCommand())
    assert anna.seats.waits == (1,)
    await run_loop(2)
    assert table.stage == "shuffle"


@table_test
async def test_next_command_counts_during_delay_after_failed_write() -> None:
    """As after a database failure shortly before the end of the deal."""
    table, people = await started_table(settings(), *USERS[:3])
    while table.stage == "deal":
        actor = next(person for person in people if person.update.legal)
        table.shelf.fails = 1
        for _ in range(2):
            await send(table, actor, actor.act(actor.update.legal[0]))
    await send(table, people[0], NextCommand())
    await run_loop(2)
    assert (table.stage, people[0].seats.waits) == ("rest", (1, 2))


@table_test
async def test_pause_between_deals_is_unlimited_for_one_user_and_skips_absent() -> None:
    table, (anna,) = await table_at_rest("anna")
    await run_loop(10000)
    assert table.stage == "rest"
    await send(table, anna, NextCommand())
    assert table.stage == "shuffle"
    assert not await send(table, anna, NextCommand()), "once more does no harm"
    table, (anna, boris) = await table_at_rest("anna", "boris")
    table.leave(boris)
    await send(table, anna, NextCommand())
    await run_loop(14)
    assert table.stage == "rest"
    await run_loop(2)
    assert table.stage == "shuffle"
