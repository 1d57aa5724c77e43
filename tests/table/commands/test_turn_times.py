"""Time limits at turn-based tables: decisions that are due, reserves, pauses, and forced cards."""

from support.example_games import example_if_any
from table.recording_client import Somebody
from table.tables import Table, run_loop, send, table_test, tricks
from table.turn_tables import HOUR_S, Calendar, WallIsLoopTime, begin_turns, load_turns

from prikup.history.events import ActionEvent, RowEvent
from prikup.table.host.services import MAX_TABLES_BY_TURNS, TurnPlayer
from prikup.table.protocol.client_messages import AnswerCommand, ProposeCommand, RematchCommand, SitCommand
from prikup.table.protocol.message_parts import Clock
from prikup.table.protocol.server_messages import SeatsMessage, UpdateMessage
from prikup.table.turn_calendar import HOUR_MS

HOURS_MS, RESERVE_MS = 24 * HOUR_MS, 2 * HOUR_MS
DAY_MS = 24 * HOUR_MS


def clock(person: Somebody) -> Clock:
    current_clock = person.update.clock
    assert current_clock is not None
    return current_clock


def due(person: Somebody, seat: int) -> int:
    due_time = clock(person).due[seat]
    assert due_time is not None
    return due_time


def asked(table: Table) -> tuple[int, int]:
    """Return the only seat that has to act, and the time at which it was asked (ms)."""
    (seat,) = table.state.seats_to_act
    asked_ms = table.state.asked_ms[seat]
    assert asked_ms is not None
    return seat, asked_ms


@table_test
async def test_question_is_due_after_its_hours_and_the_reserve() -> None:
    table, (anna, *_) = await begin_turns()
    seat, asked_ms = asked(table)
    assert due(anna, seat) == asked_ms + HOURS_MS + RESERVE_MS
    assert clock(anna).runs == (seat,)
    assert clock(anna).left == (RESERVE_MS,) * 3
    assert [time for time in clock(anna).due if time is None] == [None] * 2


@table_test
async def test_reserve_pays_for_a_late_decision_only() -> None:
    table, people = await begin_turns()
    (seat,) = table.state.seats_to_act
    first, second = people[seat], people[(seat + 1) % 3]
    await run_loop(23 * HOUR_S)
    await send(table, first, first.act(first.update.legal[0]))
    assert clock(first).left[first.seat] == RESERVE_MS
    await run_loop(25 * HOUR_S)
    await send(table, second, second.act(second.update.legal[0]))
    left_ms = table.state.reserves_ms[second.seat]
    assert abs(left_ms - HOUR_MS) < 100
    assert clock(first).left[second.seat] == left_ms


@table_test
async def test_bot_takes_one_decision_when_time_is_over() -> None:
    table, people = await begin_turns()
    (seat,) = table.state.seats_to_act
    late = people[seat]
    table.leave(late)
    others = [person for person in people if person is not late]
    await run_loop(26 * HOUR_S - 100)
    assert table.state.seats_to_act == (seat,)
    await run_loop(200)
    assert table.state.seats_to_act != (seat,)
    assert table.state.reserves_ms[seat] == 0
    chair = table.state.chairs[seat]
    assert (chair.level, chair.is_overdue, chair.overdue_count) == ("", False, 1)
    assert others[0].seat_state(seat).level == ""
    late = await table.arrive(late.user)
    assert len(late.update.stood_in) == 1


@table_test
async def test_bot_keeps_the_seat_after_three_late_decisions_until_its_owner_returns() -> None:
    table, people = await begin_turns()
    late = people[table.state.seats_to_act[0]]
    seat = late.seat
    others = [person for person in people if person is not late]
    table.leave(late)
    for count in range(1, 4):
        await table.play_until(others, lambda: seat in table.state.seats_to_act)
        assert table.state.chairs[seat].overdue_count == count - 1
        await run_loop(27 * HOUR_S)
        assert others[0].seats.overdue[seat] == count
    assert table.state.chairs[seat].level == "rule"
    assert (table.state.decision_counts[seat], table.state.bot_decision_counts[seat]) == (3, 3)
    assert sum(table.state.bot_decision_counts) == 3
    await table.play_until(others, lambda: table.stage != "deal" or table.state.asked_ms[seat] is None)
    late = await table.arrive(late.user)
    chair = table.state.chairs[seat]
    assert (chair.level, chair.overdue_count) == ("", 0)
    assert others[0].seats.overdue == (0, 0, 0)


@table_test
async def test_own_action_starts_the_count_of_late_decisions_again() -> None:
    table, people = await begin_turns()
    late = people[table.state.seats_to_act[0]]
    seat = late.seat
    others = [person for person in people if person is not late]
    await run_loop(27 * HOUR_S)
    assert table.state.chairs[seat].overdue_count == 1
    await table.play_until(others, lambda: bool(late.update.legal))
    await send(table, late, late.act(late.update.legal[0]))
    assert table.state.chairs[seat].overdue_count == 0


@table_test
async def test_times_follow_from_the_commits_after_a_restart() -> None:
    table, people = await begin_turns()
    await run_loop(10 * HOUR_S)
    first = people[table.state.seats_to_act[0]]
    await send(table, first, first.act(first.update.legal[0]))
    (seat,) = table.state.seats_to_act
    due_ms, reserves_ms = due(first, seat), table.state.reserves_ms
    await table.stop()
    table = await load_turns(table.shelf)
    await run_loop(HOUR_S)
    anna = await table.arrive("anna")
    assert due(anna, seat) == due_ms
    assert table.state.reserves_ms == reserves_ms
    await run_loop(26 * HOUR_S)
    assert table.state.seats_to_act != (seat,)


@table_test
async def test_pauses_of_a_player_move_only_their_decisions() -> None:
    calendar = Calendar()
    table, people = await begin_turns(calendar)
    seat, asked_ms = asked(table)
    holiday = (asked_ms + HOUR_MS, asked_ms + HOUR_MS + 3 * DAY_MS)
    calendar.by_user[people[seat].user] = TurnPlayer((holiday,), False)
    calendar.by_user[people[(seat + 1) % 3].user] = TurnPlayer(((0, 100 * DAY_MS),), False)
    eva = await table.arrive("eva")
    assert due(eva, seat) == asked_ms + HOURS_MS + RESERVE_MS + 3 * DAY_MS
    await run_loop(97 * HOUR_S)
    assert table.state.seats_to_act == (seat,)
    await send(table, people[seat], people[seat].act(people[seat].update.legal[0]))
    assert RESERVE_MS - 2 * HOUR_MS < table.state.reserves_ms[seat] <= RESERVE_MS, "the time of the holiday is free"


@table_test
async def test_clients_are_sent_the_time_that_a_new_holiday_has_moved() -> None:
    calendar = Calendar()
    table, people = await begin_turns(calendar)
    seat, asked_ms = asked(table)
    counts = [len(person.all(UpdateMessage)) for person in people]
    calendar.by_user[people[seat].user] = TurnPlayer(((asked_ms + HOUR_MS, asked_ms + HOUR_MS + DAY_MS),), False)
    table.check_timed_changes()
    await run_loop()
    for person in people:
        assert due(person, seat) == asked_ms + HOURS_MS + RESERVE_MS + DAY_MS
        assert not person.update.did
    table.check_timed_changes()
    await run_loop()
    assert [len(person.all(UpdateMessage)) for person in people] == [count + 1 for count in counts]


@table_test
async def test_seats_of_people_who_are_often_absent_are_marked() -> None:
    calendar = Calendar()
    calendar.by_user["boris"] = TurnPlayer(is_often_absent=True)
    _, (anna, boris, _) = await begin_turns(calendar)
    assert anna.seats.often_absent == (boris.seat,)
    assert anna.all(SeatsMessage)[-1].stage == "deal"
    before_match = [message for message in anna.all(SeatsMessage) if message.stage == "open"]
    assert before_match[-1].often_absent == (boris.seat,)


@table_test
async def test_single_legal_card_is_played_at_once_if_the_player_wishes() -> None:
    calendar = Calendar()
    table, people = await begin_turns(calendar)
    await table.play_until(people, lambda: (deal := tricks(table)) and deal.past)
    for user in ("anna", "boris", "clara"):
        calendar.by_user[user] = TurnPlayer(plays_forced_cards=True)
    await table.arrive("eva")
    old_count, command_count = len(table.events_of_type(ActionEvent)), 0
    while not table.events_of_type(RowEvent):
        asked = next(person for person in people if person.update.legal)
        assert len(asked.update.legal) > 1, "the table plays a single card itself"
        await send(table, asked, asked.act(asked.update.legal[0]))
        command_count += 1
    assert len(table.events_of_type(ActionEvent)) - old_count > command_count


@table_test
async def test_proposal_is_refused_at_once_while_others_are_not_there() -> None:
    table, people = await begin_turns()
    first, *others = people
    for person in others:
        table.leave(person)
    await run_loop(61)
    await send(table, first, ProposeCommand("s", "stop"))
    assert (first.seats.proposal, table.stage) == (None, "deal")
    back = await table.arrive(others[0].user)
    third = await table.arrive(others[1].user)
    await send(table, first, ProposeCommand("t", "stop"))
    for person in (back, third):
        await send(table, person, AnswerCommand(first.proposal.number, True))
    assert table.stage == "over"


@table_test
async def test_player_who_is_late_cannot_act_until_the_bot_has_decided() -> None:
    table, people = await begin_turns()
    late = people[table.state.seats_to_act[0]]
    await run_loop(26 * HOUR_S)
    assert table.state.chairs[late.seat].overdue_count == 1
    assert await table.refusal(late, SitCommand(late.seat)) == ""


@table_test
async def test_table_by_turns_replaces_no_absent_player() -> None:
    table, people = await begin_turns()
    for person in people:
        table.leave(person)
    await run_loop(20 * HOUR_S)
    assert [chair.level for chair in table.state.chairs] == [""] * 3


@table_test
async def test_time_is_over_only_by_the_pauses_of_that_moment() -> None:
    calendar, clock = Calendar(), WallIsLoopTime()
    table, people = await begin_turns(calendar, clock)
    (seat,) = table.state.seats_to_act
    slept_from_ms = round(clock.wall() * 1000)
    clock.slept_s = 30.0 * HOUR_S
    pause = (slept_from_ms, slept_from_ms + 30 * HOUR_MS)
    calendar.by_user = {person.user: TurnPlayer((pause,), False) for person in people}
    table.leave(people[seat - 1])  # the machine wakes up, and the first thing is that connections have ended
    await run_loop()
    assert (table.state.seats_to_act, table.state.chairs[seat].overdue_count) == ((seat,), 0)
    await run_loop(27 * HOUR_S)
    assert table.state.chairs[seat].overdue_count == 1


@table_test
async def test_action_of_another_player_does_not_end_the_count_of_late_decisions() -> None:
    calendar = Calendar()
    table, people = await begin_turns(calendar, game=example_if_any(seats=4, sealed=True))
    assert len(table.state.seats_to_act) == len(people)
    first = people[table.deal.public.actor or 0]
    calendar.by_user[first.user] = TurnPlayer(((0, 100 * HOURS_MS),), False)
    await table.arrive("eva")
    await run_loop(27 * HOUR_S)
    assert table.state.seats_to_act == (first.seat,)
    await send(table, first, first.act(first.update.legal[0]))
    counts = {person.user: table.state.chairs[person.seat].overdue_count for person in people}
    assert counts == {person.user: int(person is not first) for person in people}


@table_test
async def test_rematch_counts_among_the_tables_of_its_players() -> None:
    calendar = Calendar()
    table, people = await begin_turns(calendar)
    anna, boris, clara = people
    await send(table, anna, ProposeCommand("s", "stop"))
    await table.agree([boris, clara])
    assert table.stage == "over"
    calendar.table_counts = {"anna": MAX_TABLES_BY_TURNS, "clara": MAX_TABLES_BY_TURNS}
    assert await table.refusal(anna, RematchCommand()) == "turns-many"
    assert await table.refusal(boris, RematchCommand()) == ""
    rematch = await load_turns(calendar=calendar, host="boris", reserved=("anna", "boris", "clara"))
    calendar.table_counts["boris"] = MAX_TABLES_BY_TURNS
    assert (await rematch.arrive("boris", guest=False)).seats.you == 1, "his own table is counted already"
    assert (await rematch.arrive("clara", guest=False)).seats.you is None
