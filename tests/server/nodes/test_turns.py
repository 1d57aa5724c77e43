"""Turn-based tables on two servers that share a PostgreSQL database (make test-postgres)."""

from collections import Counter
from io import StringIO

from server.node_cluster import lapse
from server.turn_based.test_long_match import begin_match
from server.turn_based.turn_server import HOUR_S, PushMessages, TurnServer, turn_server
from sqlalchemy import update
from support.waiting import eventually

from prikup.server.storage.sql_tables import chores
from prikup.server.turn_based.check import check_turns
from prikup.table.state.events import TimeExpired, decode


async def end_leases(server: TurnServer) -> None:
    """End the leases of a server that has died, by the clock of the database. Its clock does not move any more."""
    await lapse(server.database, server.address)
    async with server.database.writing() as connection:
        await connection.execute(update(chores).where(chores.c.node == server.address).values(until=0.0))


async def late_decisions(server: TurnServer, table_id: str) -> list[int]:
    """Return the seats for which a computer player has taken a decision because the time was over."""
    commits = await server.store.commits(table_id)
    events = [event for commit in commits for event in decode(commit.events)]
    return [event.seat for event in events if isinstance(event, TimeExpired)]


async def test_second_server_ends_turns_of_dead_server_and_notifies_once(
    postgresql: str, stream: StringIO, lasting_leases: None
) -> None:
    push = PushMessages()
    async with turn_server(postgresql, push, "a:1") as first, turn_server(postgresql, push, "b:1") as second:
        table_id = await begin_match(first)
        decision = await first.wait_for_decision(table_id)
        second.clock.advance(first.clock.now() - second.clock.now())
        push.people.clear()
        assert table_id in first.registry
        await end_leases(first)
        await second.advance(120)
        assert push.people == [decision.user], "the question was asked before the server died"
        await second.advance(18 * HOUR_S)
        assert push.people == [decision.user], "it is not repeated before a quarter of the time is left"
        await second.advance(8 * HOUR_S)
        await second.wait_for_answer(table_id, decision)
        next_decision = await second.wait_for_decision(table_id)
        await second.advance(120)
        assert await late_decisions(second, table_id) == [decision.seat]
        sent = Counter(push.people)

        first.clock.advance(second.clock.now() - first.clock.now())  # it was only suspended, and its alarm rings
        await eventually(lambda: "not-written" in stream.getvalue())
        await first.work()
        await second.advance(120)
        assert await late_decisions(second, table_id) == [decision.seat]
        assert await second.decisions(table_id) == [next_decision]
        assert Counter(push.people) == sent == Counter({decision.user: 2, next_decision.user: 1})
    assert (await check_turns(postgresql)).wrong == ()
