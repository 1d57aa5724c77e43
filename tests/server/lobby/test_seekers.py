"""People who look for a table: what they are sent, and when they may not look for one."""

import asyncio
from functools import partial

import pytest
from msgspec.structs import replace
from server.lobby.pairing_server import LANE, OTHER_LANE, PARTNER_LANE, PairingServer, Reader, pairing_server
from support.waiting import eventually
from table.recording_client import Somebody

from prikup.rules.errors import reason
from prikup.server.http.errors import HttpError
from prikup.server.lobby import seekers as seekers_module
from prikup.server.lobby.pairing import NEW_AFTER_MS
from prikup.server.lobby.pairing_chore import PairingChore
from prikup.server.lobby.seek_messages import SeekCommand
from prikup.server.lobby.seekers import SOUGHT_EVERY, SearchRefused, Seekers
from prikup.server.storage import pairing_rows
from prikup.server.storage.pairing_rows import COME_S, SEARCH_S

SEEK = SeekCommand((LANE.name,))


async def refusal(server: PairingServer, reader: Reader, command: SeekCommand = SEEK) -> tuple[str, object]:
    """Return the key of the reason why a person may not look for a table, and the seconds to wait."""
    with pytest.raises(SearchRefused) as error:
        await server.seekers.seek(reader, command)
    return error.value.reason.key, error.value.reason.numbers.get("seconds")


async def test_seeker_is_sent_how_many_look_for_a_table_every_five_seconds(url: str) -> None:
    async with pairing_server(url) as server:
        vera, oleg = Reader("vera"), Reader("oleg")
        await server.seekers.seek(vera, SeekCommand((OTHER_LANE.name, LANE.name)))
        waiting = {LANE.name: 1, OTHER_LANE.name: 1}
        assert vera.take() == [{"type": "sought", "waiting": waiting, "waited_ms": 0, "strikes": 0}]
        await server.seekers.seek(oleg, SEEK)
        assert oleg.take()[0]["waiting"] == {LANE.name: 2}
        await server.seekers.look()
        oleg.take(), vera.take()
        server.clock.advance(SOUGHT_EVERY - 1)
        await server.seekers.look()
        assert vera.take() == []
        server.clock.advance(1)
        await server.seekers.look()
        (sought,) = vera.take()
        assert (sought["waiting"][LANE.name], sought["waited_ms"]) == (2, 5000)


async def test_seekers_are_sent_one_table_with_its_people(url: str) -> None:
    async with pairing_server(url) as server:
        await server.account("vera")
        readers = [Reader(person) for person in ("vera", "oleg", "nina")]
        for reader in readers:
            await server.seekers.seek(reader, SEEK)
            reader.take()
        await server.work()
        ((table, settings),) = (await server.tables()).items()
        names = {"vera": "VERA"}
        found = {
            "type": "found",
            "table": table,
            "lane": LANE.name,
            "left_ms": COME_S * 1000,
            "seats": [[names.get(person, ""), None] for person in settings.reserved],
            "rated": False,
        }
        assert [reader.take() for reader in readers] == [[found]] * 3
        await server.seekers.look()
        assert [reader.take() for reader in readers] == [[]] * 3, "it is sent once"
        server.clock.advance(5)
        late = Reader("vera")
        await server.seekers.seek(late, SEEK)
        assert late.take() == [found | {"left_ms": 15_000}], "who reconnects is sent it again"
        await server.come(table, ["vera", "oleg", "nina"])
        await eventually_forgotten(server)
        assert [reader.take()[1:] for reader in readers[:1]] == [[]]
        assert [reader.take() for reader in readers[1:]] == [[], []]


async def eventually_forgotten(server: PairingServer) -> None:
    """Wait until the match has begun, so that nobody looks for a table."""
    while server.seekers.count:
        await server.seekers.look()


async def test_seeker_who_reconnects_soon_keeps_the_place_in_the_same_lanes(url: str) -> None:
    async with pairing_server(url) as server:
        vera = Reader("vera")
        await server.seekers.seek(vera, SEEK)
        server.clock.advance(7)
        await server.seekers.leave(vera)
        assert server.seekers.count == 0
        server.clock.advance(7)
        again = Reader("vera")
        await server.seekers.seek(again, SEEK)
        assert again.take()[0]["waited_ms"] == 14_000
        await server.seekers.seek(again, SeekCommand((OTHER_LANE.name,)))
        assert again.take()[0]["waited_ms"] == 0, "in another lane"
        await server.seekers.leave(again)
        server.clock.advance(SEARCH_S)
        await server.seekers.seek(vera, SeekCommand((OTHER_LANE.name,)))
        assert vera.messages[-1]["waited_ms"] == 0, "after too long a time"


async def test_seeker_who_is_connected_is_not_forgotten(url: str) -> None:
    async with pairing_server(url) as server:
        vera, oleg = Reader("vera"), Reader("oleg")
        await server.seekers.seek(vera, SEEK)
        await server.seekers.seek(oleg, SEEK)
        for _ in range(20):
            server.clock.advance(SOUGHT_EVERY)
            await server.seekers.look()
        await server.seekers.seek(Reader("nina"), SEEK)
        await server.work()
        assert vera.messages[-1]["type"] == oleg.messages[-1]["type"] == "found"


class Held:
    """Holds back the next call of a function of `pairing_rows`, after its query: `is_held` is set then, until `go`."""

    def __init__(self, patch: pytest.MonkeyPatch, name: str) -> None:
        self.is_held, self.go = asyncio.Event(), asyncio.Event()
        function = getattr(pairing_rows, name)

        async def hold(*arguments: object) -> object:
            result = await function(*arguments)
            if not self.is_held.is_set():
                self.is_held.set()
                await self.go.wait()
            return result

        patch.setattr(pairing_rows, name, hold)


async def test_no_table_is_found_for_who_leaves_while_searches_are_renewed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pairing_server(url) as server:
        readers = [Reader(person) for person in ("vera", "oleg", "nina")]
        for reader in readers:
            await server.seekers.seek(reader, SEEK)
        server.clock.advance(SOUGHT_EVERY)
        held = Held(monkeypatch, "miss_times")
        async with asyncio.TaskGroup() as group:
            group.create_task(server.seekers.look())
            await held.is_held.wait()
            await server.seekers.leave(readers[0])
            held.go.set()
        await server.work()
        assert await server.tables() == {}


async def test_seeker_with_two_sockets_is_sent_everything_on_both(url: str) -> None:
    async with pairing_server(url) as server:
        first, second = Reader("vera"), Reader("vera")
        for reader in (first, second):
            await server.seekers.seek(reader, SEEK)
        first.take(), second.take()
        await server.seekers.leave(first)
        server.clock.advance(SOUGHT_EVERY)
        await server.seekers.look()
        assert (len(first.take()), len(second.take())) == (0, 1)
        assert len(await server.searches(["vera"])) == 1


async def test_cancelled_search_leads_to_nothing(url: str) -> None:
    async with pairing_server(url) as server:
        readers = [Reader(person) for person in ("vera", "oleg", "nina")]
        for reader in readers:
            await server.seekers.seek(reader, SEEK)
            reader.take()
        await server.seekers.cancel(readers[0])
        await server.work()
        assert await server.tables() == {}
        assert readers[0].take() == []


async def test_seeker_who_cancels_too_late_is_sent_the_table(url: str) -> None:
    async with pairing_server(url) as server:
        readers = [Reader(person) for person in ("vera", "oleg", "nina")]
        for reader in readers:
            await server.seekers.seek(reader, SEEK)
            reader.take()
        (table,) = await pair_silently(server)
        await server.seekers.cancel(readers[0])
        assert [(message["type"], message["table"]) for message in readers[0].take()] == [("found", table)]
        await server.seekers.cancel(readers[0])
        assert readers[0].take() == [], "it is sent once"
        assert server.seekers.count == 3


async def pair_silently(server: PairingServer) -> list[str]:
    """Do one round of the chore, of which this server's people are sent nothing yet; return the tables."""

    async def look() -> None:
        pass

    wall, metrics = server.clock.wall, server.metrics
    chore = PairingChore(server.lease, server.database, server.registry, wall, metrics, look)
    await server.lease.renew()
    await chore.work()
    return list(await server.tables())


async def test_search_that_has_ended_in_the_database_is_reported(url: str) -> None:
    async with pairing_server(url) as server:
        vera = Reader("vera")
        await server.seekers.seek(vera, SEEK)
        vera.take()
        other_page = Seekers(server.database, "node", server.clock.wall, server.clock)
        await other_page.cancel(Reader("vera"))
        await server.seekers.look()
        assert [message["reason"]["key"] for message in vera.take()] == ["seek-ended"]
        assert server.seekers.count == 0


def are_closed(clients: list[Somebody]) -> bool:
    return all(client.code for client in clients)


async def test_missed_tables_cost_a_minute_then_ten_then_an_hour(url: str) -> None:
    async with pairing_server(url) as server:
        oleg = Reader("oleg")
        for round_number, wait_s in enumerate((60, 600, 3600, 3600), 1):
            comers = [Reader(f"{person}{round_number}") for person in "ab"]
            for reader in (oleg, *comers):
                await server.seekers.seek(reader, SEEK)
            await server.work()
            ((table, _),) = (await server.tables()).items()
            _, clients = await server.come(table, [f"{person}{round_number}" for person in "ab"])
            server.clock.advance(COME_S)
            await eventually(partial(are_closed, clients))
            oleg.take()
            for reader in comers:
                reader.take()
            await server.seekers.look()
            (message,) = oleg.take()
            assert message["reason"] == {"key": "seek-missed", "numbers": {"seconds": wait_s}}
            for reader in comers:
                (sought,) = reader.take()
                assert (sought["type"], sought["waited_ms"]) == ("sought", 20_000), "they keep their old time"
                await server.seekers.cancel(reader)
            server.clock.advance(wait_s - 1)
            assert await refusal(server, oleg) == ("seek-missed", 1)
            server.clock.advance(1)
            await server.seekers.seek(oleg, SEEK)
            assert oleg.take()[0]["strikes"] == round_number
            await server.seekers.cancel(oleg)
        server.clock.advance(86_400)
        await server.seekers.seek(oleg, SEEK)
        assert oleg.take()[0]["strikes"] == 0


async def test_search_is_refused_with_a_reason(url: str) -> None:
    async with pairing_server(url) as server:
        vera, guest, nobody = Reader("vera"), Reader("zoe", guest=True), Reader("")
        nobody.session = None
        for person in ("vera", "olga"):
            await server.account(person)
        assert await refusal(server, vera, SeekCommand((LANE.name, "nowhere"))) == ("lane-unknown", None)
        assert await refusal(server, vera, SeekCommand((LANE.name,), partner="oleg")) == ("partner-lane", None)
        with_oleg = SeekCommand((PARTNER_LANE.name,), partner="oleg")
        assert await refusal(server, vera, with_oleg) == ("partner-away", None)
        with_stranger = SeekCommand((PARTNER_LANE.name,), partner="Olga")
        assert await refusal(server, vera, with_stranger) == ("partner-away", None), "as if there were no account"
        assert await refusal(server, guest, with_oleg) == ("partner-account", None)
        assert await refusal(server, vera, SeekCommand((PARTNER_LANE.name,), partner="Vera")) == ("partner-away", None)
        assert await refusal(server, nobody) == ("not-signed-in", None)
        assert await server.searches(["vera", "zoe", ""]) == {}


async def test_search_beyond_the_rate_limit_is_refused(url: str) -> None:
    def spend(user: str) -> None:
        raise HttpError(429, reason("too-many", seconds=9), 9)

    async with pairing_server(url) as server:
        server.seekers = Seekers(server.database, "node", server.clock.wall, server.clock, spend)
        assert await refusal(server, Reader("vera")) == ("too-many", 9)


async def test_partners_who_name_each_other_sit_on_one_side(url: str) -> None:
    async with pairing_server(url) as server:
        for person in ("anna", "boris"):
            await server.account(person)
        await server.befriend("anna", "boris")
        await server.seekers.seek(Reader("anna"), SeekCommand((PARTNER_LANE.name,), partner="Boris"))
        for person in ("clara", "dora"):
            await server.seekers.seek(Reader(person), SeekCommand((PARTNER_LANE.name,)))
        await server.work()
        assert await server.tables() == {}
        await server.seekers.seek(Reader("boris"), SeekCommand((PARTNER_LANE.name,), partner="ANNA"))
        await server.work()
        (settings,) = (await server.tables()).values()
        seats = settings.reserved
        assert abs(seats.index("anna") - seats.index("boris")) == 2


async def test_search_stores_the_browser_and_shares_the_network(url: str) -> None:
    async with pairing_server(url) as server:
        shared: list[tuple[str, str]] = []
        seekers = Seekers(
            server.database, "node", server.clock.wall, server.clock, share=lambda *pair: shared.append(pair)
        )
        vera = Reader("vera", device="browser", network="10.1.2.3")
        await seekers.seek(vera, SEEK)
        assert (await server.searches(["vera"]))["vera"].device == "browser"
        assert (seekers.networks, shared) == ({"vera": "10.1.2.3"}, [("vera", "10.1.2.3")])
        server.clock.advance(SOUGHT_EVERY)
        await seekers.look()
        assert shared == [("vera", "10.1.2.3")] * 2, "before the other servers forget it"
        await seekers.cancel(vera)
        await seekers.leave(vera)
        assert seekers.networks == {}


async def test_people_of_one_network_find_no_rated_match(url: str) -> None:
    async with pairing_server(url) as server:
        for person, network in (("vera", "10.1.2.3"), ("oleg", "10.1.2.3"), ("nina", "10.1.2.4"), ("anna", "10.1.2.5")):
            await server.account(person)
            await server.seekers.seek(Reader(person, network=network), SEEK)
        server.clock.advance(NEW_AFTER_MS / 1000)
        await server.work()
        assert await server.waiting(["vera", "oleg", "nina", "anna"]) in ("vera", "oleg")
        (settings,) = (await server.tables()).values()
        assert settings.rated


async def test_guest_is_refused_in_a_lane_for_rated_matches_only(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with pairing_server(url) as server:
        monkeypatch.setattr(seekers_module, "lanes", lambda: {LANE.name: replace(LANE, rated=True)})
        assert await refusal(server, Reader("zoe", guest=True)) == ("account-needed", None)
        await server.seekers.seek(Reader("vera"), SEEK)
