"""Hints: for a user who plays with computer players only, on their own turn, and sent to no other client."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

import pytest
from table.recording_client import Somebody
from table.tables import THREE, Table, client_to_act, run_loop, send, settings, started_table, table_test

from prikup.bots.advice import Advice, hint
from prikup.games import GAMES
from prikup.rules.game import AnyGame
from prikup.rules.state import View
from prikup.table.host.background_workers import Inline
from prikup.table.protocol.client_messages import HintCommand, ProposeCommand, StandCommand
from prikup.table.protocol.server_messages import HintMessage, RefusedMessage, SeatsMessage
from prikup.table.table_settings import Timing

P = ParamSpec("P")
T = TypeVar("T")
SLOW = Timing(pace=3600)
"""Computer players take an hour for a decision."""


async def single_player_table(game: str = THREE, moves: int = 0, **fields: Any) -> tuple[Table, Somebody]:
    """Return a table with one user, who is to act after at least `moves` messages."""
    for _ in range(20):  # a lucky deal or two may win a whole match
        table, (anna,) = await started_table(settings(game, level="random", **fields), "anna")
        await table.play([anna], moves)
        if await wait_for_turn(table, anna):
            return table, anna
    raise AssertionError("every match is over before anybody is asked")


async def wait_for_turn(table: Table, person: Somebody) -> bool:
    """Wait until a client is to act, possibly in the next deal; return False if the match ends first."""
    while table.state.state is None or not person.update.legal:
        if person.seats.stage == "over":
            return False
        await table.play([person], 1)
    return True


class Thinkers(Inline):
    """Workers that compute hints until released; computer players decide at once."""

    def __init__(self) -> None:
        self.pending_hints: list[asyncio.Future[Any]] = []

    async def call(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        if function is not hint:
            return await super().call(function, *arguments, **keywords)
        self.pending_hints.append(asyncio.get_running_loop().create_future())
        advice: T = await self.pending_hints[-1]
        return advice

    async def finish_hint(self, action: int) -> None:
        """Finish the last hint with this action."""
        self.pending_hints[-1].set_result(Advice((action,), {}))
        await run_loop()


@pytest.fixture
def heads() -> Iterator[Thinkers]:
    thinking = Thinkers()
    with patch("table.tables.Inline", lambda: thinking):
        yield thinking


# Content of a hint


@table_test
async def test_hint_equals_advice_for_the_seats_view() -> None:
    for game, moves in product(GAMES, (0, 12)):
        table, anna = await single_player_table(game, moves)
        (hint_message,) = await send(table, anna, HintCommand(anna.update.n))
        advice = hint(table.state.game, table.state.decision_view(anna.seat))
        assert isinstance(hint_message, HintMessage)
        assert (hint_message.n, hint_message.plan, hint_message.why) == (anna.update.n, advice.plan, advice.why)
        assert {plan_value.plan: plan_value.points for plan_value in hint_message.worth} == advice.worth
        points = [plan_value.points for plan_value in hint_message.worth]
        assert points == sorted(points, reverse=True)
        assert set(hint_message.plan) & set(anna.update.legal)


@table_test
async def test_hint_is_not_stored_logged_or_sent_to_other_clients(caplog: pytest.LogCaptureFixture) -> None:
    table, (anna,) = await started_table(settings(), "anna", timing=SLOW)
    eva = await table.arrive("eva")
    assert [seats.practice for seats in (anna.all(SeatsMessage)[0], anna.seats, eva.seats)] == [False, True, False]
    await run_loop(3 * SLOW.pace)
    rows, old_count = len(table.shelf.stored_commits), len(eva.messages)
    caplog.clear()
    (hint_message,) = await send(table, anna, HintCommand(anna.update.n))
    assert isinstance(hint_message, HintMessage)
    assert (len(table.shelf.stored_commits), len(eva.messages), caplog.records) == (rows, old_count, [])
    assert not any(isinstance(message, HintMessage) for message in table.snapshot(anna))


@table_test
async def test_hint_failure_is_reported_and_table_continues(caplog: pytest.LogCaptureFixture) -> None:
    def raise_error(game: AnyGame, player_view: View[Any]) -> Advice:
        raise ValueError(f"a hand: {player_view.hand}")

    table, anna = await single_player_table()
    with patch("prikup.table.commands.hints.hint", raise_error):
        (response,) = await send(table, anna, HintCommand(anna.update.n))
    assert isinstance(response, RefusedMessage)
    assert response.reason.key == "hint-failed"
    (record,) = caplog.records
    assert (record.getMessage(), vars(record)["told"]) == ("hint-failed", {"game": THREE})
    (response,) = await send(table, anna, HintCommand(anna.update.n))
    assert isinstance(response, HintMessage)


# Who may ask


@table_test
async def test_hint_is_refused_with_other_users_even_while_absent() -> None:
    table, people = await started_table(settings(level="random"), "anna", "boris")
    for _ in range(2):
        person = client_to_act(people)
        assert await table.refusal(person, HintCommand(person.update.n)) == "hint-practice"
        await table.play(people, 1)
    anna, boris = people
    await send(table, boris, StandCommand())
    assert await wait_for_turn(table, anna)
    assert table.state.chairs[boris.seat].level
    assert await table.refusal(anna, HintCommand(anna.update.n)) == "hint-practice"
    assert not any(seats.practice for person in people for seats in person.all(SeatsMessage))


@table_test
async def test_hint_is_refused_out_of_turn_when_stale_or_after_leaving_seat() -> None:
    table, (anna,) = await started_table(settings(), "anna", timing=SLOW)
    while anna.update.asked == (anna.seat,):
        await send(table, anna, anna.act(anna.update.legal[0]))
    assert await table.refusal(anna, HintCommand(anna.update.n)) == "not-your-turn"
    assert await table.refusal(anna, HintCommand(anna.update.n + 1)) == "stale"
    await send(table, anna, StandCommand())
    assert await table.refusal(anna, HintCommand(anna.update.n)) == "seat-left"


# Concurrency and deadlines


@table_test
async def test_hint_is_computed_for_a_single_position_at_a_time(heads: Thinkers) -> None:
    table, anna = await single_player_table()
    old_update = anna.update
    for _ in range(3):
        assert not await send(table, anna, HintCommand(old_update.n))
    assert len(heads.pending_hints) == 1
    await send(table, anna, anna.act(old_update.legal[0]))
    assert await wait_for_turn(table, anna)
    assert await table.refusal(anna, HintCommand(anna.update.n)) == "hint-thinking"
    await heads.finish_hint(old_update.legal[0])
    assert not anna.all(HintMessage), "the position has gone"
    assert not await send(table, anna, HintCommand(anna.update.n))
    await heads.finish_hint(anna.update.legal[0])
    assert anna.all(HintMessage) == [HintMessage(anna.update.n, anna.update.legal[:1], ())]


@table_test
async def test_hint_under_way_is_sent_to_newest_connection(heads: Thinkers) -> None:
    table, anna = await single_player_table()
    await send(table, anna, HintCommand(anna.update.n))
    new_client = await table.arrive("anna")
    await send(table, new_client, HintCommand(new_client.update.n))
    assert len(heads.pending_hints) == 1
    await heads.finish_hint(52)
    assert (len(anna.all(HintMessage)), len(new_client.all(HintMessage))) == (0, 1)


@table_test
async def test_hint_is_dropped_when_position_returns_by_undo(heads: Thinkers) -> None:
    table, (anna,) = await started_table(settings(), "anna", timing=SLOW)
    await run_loop(3 * SLOW.pace)
    old_update = anna.update
    await send(table, anna, HintCommand(old_update.n))
    await send(table, anna, anna.act(old_update.legal[0]))
    await send(table, anna, ProposeCommand(anna.id(), "undo"))
    assert anna.update.legal == old_update.legal
    await heads.finish_hint(old_update.legal[0])
    assert not anna.all(HintMessage)


@table_test
async def test_hint_is_cancelled_when_table_stops(heads: Thinkers) -> None:
    table, anna = await single_player_table()
    await send(table, anna, HintCommand(anna.update.n))
    await table.stop()
    await run_loop()
    assert heads.pending_hints[-1].cancelled()
