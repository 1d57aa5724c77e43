"""The time in which the server of a rated match is dead, on two servers that share a PostgreSQL database."""

from server.nodes.test_turns import end_leases
from server.turn_based.turn_server import TurnServer, turn_server
from support.waiting import eventually
from table.commands.test_rated_matches import settings
from table.recording_client import Somebody

from prikup.table.actor import Table
from prikup.table.protocol.client_messages import SitCommand, StartCommand

PEOPLE = ("anna", "boris", "clara")


async def join(server: TurnServer, table_id: str, *users: str) -> tuple[Table, list[Somebody]]:
    """Let accounts open the page of a table at a server."""
    table = await server.registry.find(table_id)
    assert table is not None
    clients = [Somebody(user, guest=False) for user in users]
    for client in clients:
        table.join(client)
        await eventually(lambda client=client: client.messages)  # type: ignore[misc]
    return table, clients


async def pass_time(server: TurnServer, table: Table, seconds: int) -> None:
    """Let seconds pass one by one, so that the table does what is due in each."""
    for _ in range(seconds):
        server.clock.advance(1)
        await table.set_listed(listed=False)  # it is answered after what is due


async def test_time_of_a_dead_server_is_nobodys_absence(postgresql: str, lasting_leases: None) -> None:
    async with turn_server(postgresql, address="a:1") as first, turn_server(postgresql, address="b:1") as second:
        table_id = await first.registry.open(settings(clock=(900_000, 3_000)))
        table, clients = await join(first, table_id, *PEOPLE)
        for seat, client in enumerate(clients[1:], 1):
            table.receive(client, SitCommand(seat))
            await eventually(lambda client=client: client.seats.you is not None)  # type: ignore[misc]
        table.receive(clients[0], StartCommand())
        await eventually(lambda: table.stage == "shuffle")
        while table.stage == "shuffle":
            await pass_time(first, table, 1)
        table.leave(clients[1])
        await pass_time(first, table, 100)
        lost_ms = (await first.state(table_id)).away_ms
        assert 90_000 <= lost_ms[1] <= 100_000
        await end_leases(first)
        second.clock.advance(first.clock.now() - second.clock.now() + 10_000)
        table, _ = await join(second, table_id, "anna", "clara")
        await pass_time(second, table, 170)
        state = await second.state(table_id)
        assert state.forfeits == {}
        assert state.away_ms[1] <= lost_ms[1] + 170_000
        assert (state.away_ms[0], state.away_ms[2]) == (0, 0)
        await pass_time(second, table, 60)
        assert (await second.state(table_id)).forfeits == {1: 0}, "it is the time of his own absence"
