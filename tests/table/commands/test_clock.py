"""Clocks: which one runs, increments, timeouts, and remaining time after a restart."""

from support.example_games import example_if_any
from table.recording_client import Somebody
from table.tables import USERS, run_loop, send, settings, started_table, table_test, three

from prikup.table.protocol.client_messages import AnswerCommand, ProposeCommand, SitCommand
from prikup.table.protocol.message_parts import Clock

BLITZ = (60_000, 1_000)


def clock(person: Somebody) -> Clock:
    current_clock = person.update.clock
    assert current_clock is not None
    return current_clock


@table_test
async def test_clock_runs_while_its_seat_is_to_act() -> None:
    table, (first, second, third) = await three(clock=BLITZ)
    assert clock(first) == Clock((60_000,) * 3, (first.seat,))
    await run_loop(10)
    await send(table, first, first.act(first.update.legal[0]))
    remaining_ms = [60_000] * 3
    remaining_ms[first.seat] = 51_000
    assert clock(third) == Clock(tuple(remaining_ms), (second.seat,))
    await run_loop(5)
    eva = await table.arrive("eva")
    remaining_ms[second.seat] = 55_000
    assert clock(eva).left == tuple(remaining_ms)
    _, people = await three()
    assert people[0].update.clock is None, "there are none where none were agreed"


@table_test
async def test_clock_at_zero_lets_bot_finish_the_deal() -> None:
    table, people = await three(clock=BLITZ)
    person, *opponents = people
    await run_loop(59.9)
    n = table.state.n
    await run_loop(0.2)
    assert table.state.n > n
    seat = opponents[0].seat_state(person.seat)
    assert (seat.level, seat.here, seat.owner) == ("rule", True, True)
    assert clock(person).left[person.seat] == 0
    assert person.update.legal == ()
    assert await table.refusal(person, person.act(52)) == "clock-fallen"
    assert await table.refusal(person, SitCommand(person.seat)) == "clock-fallen"
    await send(table, opponents[0], ProposeCommand("s", "stop"))
    assert person.seat in person.proposal.waits, "one still has a word"
    await send(table, person, AnswerCommand(person.proposal.number, False))
    assert (person.seats.proposal, table.stage) == (None, "deal")
    await table.play_deal(opponents)
    assert opponents[0].seat_state(person.seat).level == ""
    await table.play_until(people, lambda: table.stage == "deal")
    assert clock(person).left[person.seat] == 10_000


@table_test
async def test_clock_is_corrected_by_undo() -> None:
    """Other players regain the time they spent thinking, and acting and undoing gains no time."""
    table, (first, second, third) = await three(clock=BLITZ)
    await run_loop(10)
    await send(table, first, first.act(first.update.legal[0]))
    assert clock(first).left[first.seat] == 51_000
    await run_loop(20)
    assert clock(first).left[second.seat] == 60_000
    await send(table, first, ProposeCommand("u", "undo"))
    proposal = second.proposal
    await run_loop(5)
    for opponent in (second, third):
        await send(table, opponent, AnswerCommand(proposal.number, True))
    assert table.state.seats_to_act == (first.seat,)
    remaining_ms = [60_000] * 3
    remaining_ms[first.seat] = 50_000
    assert clock(first).left == tuple(remaining_ms)
    assert clock(first).runs == (first.seat,)
    await run_loop(5)
    await send(table, first, first.act(first.update.legal[0]))
    remaining_ms[first.seat] = 46_000
    assert clock(first).left == tuple(remaining_ms)


@table_test
async def test_clocks_run_together_during_sealed_bids() -> None:
    table, people = await started_table(settings(example_if_any(seats=4, sealed=True), clock=BLITZ), *USERS)
    assert clock(people[0]).runs == (0, 1, 2, 3)
    await run_loop(7)
    await send(table, people[2], people[2].act(people[2].update.legal[0]))
    assert clock(people[0]).left == (53_000, 53_000, 54_000, 53_000)
    assert clock(people[0]).runs == (0, 1, 3)
    await run_loop(3)
    for seat in (0, 1, 3):
        await send(table, people[seat], people[seat].act(people[seat].update.legal[0]))
    assert sorted(clock(people[0]).left) == [51_000, 51_000, 51_000, 54_000], "what was laid is paid for once"


@table_test
async def test_clock_stops_for_bots_and_at_empty_table() -> None:
    table, (anna,) = await started_table(settings(clock=BLITZ), "anna")
    await table.play([anna], 2)
    assert clock(anna).left[1:] == (60_000, 60_000)
    await table.play_until([anna], lambda: anna.update.legal)
    remaining_ms = clock(anna).left[0]
    table.leave(anna)
    await run_loop(10000)
    table.join(anna)
    await run_loop()
    assert clock(anna).left[0] == remaining_ms


@table_test
async def test_clock_resumes_from_stored_time_after_restart() -> None:
    table, (first, *_) = await three(clock=BLITZ)
    await run_loop(20)
    await send(table, first, first.act(first.update.legal[0]))
    stored_ms = clock(first).left
    assert stored_ms[first.seat] == 41_000
    await run_loop(15)
    assert table.reread().clocks_ms == stored_ms
    table = await table.restart()
    anna = await table.arrive("anna")
    assert clock(anna).left == stored_ms
