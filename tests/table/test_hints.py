"""Hints: for a user who plays with computer players only, on their own turn, and sent to no other client."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

import pytest
from table.tables import THREE, Somebody, Table, asked, at_table, begun, quiet, said, settings

from prikup.bots.advice import Advice, hint
from prikup.games import GAMES
from prikup.rules.game import AnyGame
from prikup.rules.state import View
from prikup.table.background_workers import Inline
from prikup.table.protocol import Hint, Hinted, Propose, Refused, Seats, Stand
from prikup.table.table_settings import Timing

P = ParamSpec("P")
T = TypeVar("T")
SLOW = Timing(pace=3600)
"""Computer players take an hour for a decision."""


async def alone(game: str = THREE, moves: int = 0, **fields: Any) -> tuple[Table, Somebody]:
    """Return a table with one user, who is to act after at least `moves` messages."""
    for _ in range(20):  # a lucky deal or two may win a whole match
        table, (anna,) = await begun(settings(game, level="random", **fields), "anna")
        await table.play([anna], moves)
        if await turn(table, anna):
            return table, anna
    raise AssertionError("every match is over before anybody is asked")


async def turn(table: Table, person: Somebody) -> bool:
    """Wait until a client is to act, possibly in the next deal; return False if the match ends first."""
    while table.state.state is None or not person.update.legal:
        if person.seats.stage == "over":
            return False
        await table.play([person], 1)
    return True


class Thinkers(Inline):
    """Workers that compute hints until released; computer players decide at once."""

    def __init__(self) -> None:
        self.asked: list[asyncio.Future[Any]] = []

    async def call(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        if function is not hint:
            return await super().call(function, *arguments, **keywords)
        self.asked.append(asyncio.get_running_loop().create_future())
        advice: T = await self.asked[-1]
        return advice

    async def done(self, action: int) -> None:
        """Finish the last hint with this action."""
        self.asked[-1].set_result(Advice((action,), {}))
        await quiet()


@pytest.fixture
def heads() -> Iterator[Thinkers]:
    thinking = Thinkers()
    with patch("table.tables.Inline", lambda: thinking):
        yield thinking


# Content of a hint


@at_table
async def test_it_comes_of_the_view_of_its_seat() -> None:
    for game, moves in product(GAMES, (0, 12)):
        table, anna = await alone(game, moves)
        (hint_message,) = await said(table, anna, Hint(anna.update.n))
        advice = hint(table.state.game, table.state.decision_view(anna.seat))
        assert isinstance(hint_message, Hinted)
        assert (hint_message.n, hint_message.plan, hint_message.why) == (anna.update.n, advice.plan, advice.why)
        assert {plan_value.plan: plan_value.points for plan_value in hint_message.worth} == advice.worth
        points = [plan_value.points for plan_value in hint_message.worth]
        assert points == sorted(points, reverse=True)
        assert set(hint_message.plan) & set(anna.update.legal)


@at_table
async def test_nothing_is_written_and_nobody_else_hears_of_it(caplog: pytest.LogCaptureFixture) -> None:
    table, (anna,) = await begun(settings(), "anna", timing=SLOW)
    eva = await table.arrive("eva")
    assert [seats.practice for seats in (anna.all(Seats)[0], anna.seats, eva.seats)] == [False, True, False]
    await quiet(3 * SLOW.pace)
    rows, old_count = len(table.shelf.kept), len(eva.told)
    caplog.clear()
    (hint_message,) = await said(table, anna, Hint(anna.update.n))
    assert isinstance(hint_message, Hinted)
    assert (len(table.shelf.kept), len(eva.told), caplog.records) == (rows, old_count, [])
    assert not any(isinstance(message, Hinted) for message in table.snapshot(anna))


@at_table
async def test_one_that_fails_is_told_and_the_table_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    def raise_error(game: AnyGame, player_view: View[Any]) -> Advice:
        raise ValueError(f"a hand: {player_view.hand}")

    table, anna = await alone()
    with patch("prikup.table.commands.hints.hint", raise_error):
        (response,) = await said(table, anna, Hint(anna.update.n))
    assert isinstance(response, Refused)
    assert response.reason.key == "hint-failed"
    (record,) = caplog.records
    assert (record.getMessage(), vars(record)["told"]) == ("hint-failed", {"game": THREE})
    (response,) = await said(table, anna, Hint(anna.update.n))
    assert isinstance(response, Hinted)


# Who may ask


@at_table
async def test_who_plays_with_people_gets_none_even_while_they_are_away() -> None:
    table, people = await begun(settings(level="random"), "anna", "boris")
    for _ in range(2):
        person = asked(people)
        assert await table.refusal(person, Hint(person.update.n)) == "hint-practice"
        await table.play(people, 1)
    anna, boris = people
    await said(table, boris, Stand())
    assert await turn(table, anna)
    assert table.state.chairs[boris.seat].level
    assert await table.refusal(anna, Hint(anna.update.n)) == "hint-practice"
    assert not any(seats.practice for person in people for seats in person.all(Seats))


@at_table
async def test_one_is_asked_and_plays_himself() -> None:
    table, (anna,) = await begun(settings(), "anna", timing=SLOW)
    while anna.update.asked == (anna.seat,):
        await said(table, anna, anna.act(anna.update.legal[0]))
    assert await table.refusal(anna, Hint(anna.update.n)) == "not-your-turn"
    assert await table.refusal(anna, Hint(anna.update.n + 1)) == "stale"
    await said(table, anna, Stand())
    assert await table.refusal(anna, Hint(anna.update.n)) == "seat-left"


# Concurrency and deadlines


@at_table
async def test_one_is_thought_of_at_a_time(heads: Thinkers) -> None:
    table, anna = await alone()
    old_update = anna.update
    for _ in range(3):
        assert not await said(table, anna, Hint(old_update.n))
    assert len(heads.asked) == 1
    await said(table, anna, anna.act(old_update.legal[0]))
    assert await turn(table, anna)
    assert await table.refusal(anna, Hint(anna.update.n)) == "hint-thinking"
    await heads.done(old_update.legal[0])
    assert not anna.all(Hinted), "the position has gone"
    assert not await said(table, anna, Hint(anna.update.n))
    await heads.done(anna.update.legal[0])
    assert anna.all(Hinted) == [Hinted(anna.update.n, anna.update.legal[:1], ())]


@at_table
async def test_who_comes_back_waits_for_the_same(heads: Thinkers) -> None:
    table, anna = await alone()
    await said(table, anna, Hint(anna.update.n))
    new_client = await table.arrive("anna")
    await said(table, new_client, Hint(new_client.update.n))
    assert len(heads.asked) == 1
    await heads.done(52)
    assert (len(anna.all(Hinted)), len(new_client.all(Hinted))) == (0, 1)


@at_table
async def test_a_position_that_was_left_and_came_again_is_another(heads: Thinkers) -> None:
    table, (anna,) = await begun(settings(), "anna", timing=SLOW)
    await quiet(3 * SLOW.pace)
    old_update = anna.update
    await said(table, anna, Hint(old_update.n))
    await said(table, anna, anna.act(old_update.legal[0]))
    await said(table, anna, Propose(anna.id(), "undo"))
    assert anna.update.legal == old_update.legal
    await heads.done(old_update.legal[0])
    assert not anna.all(Hinted)


@at_table
async def test_a_table_that_is_put_away_thinks_no_more(heads: Thinkers) -> None:
    table, anna = await alone()
    await said(table, anna, Hint(anna.update.n))
    await table.stop()
    await quiet()
    assert heads.asked[-1].cancelled()
