"""OpenTelemetry spans of a request that passes through two servers (make test-postgres)."""

from pathlib import Path

from server.server_thread import Visitor, heard, served
from server.socket_player import play
from server.spans import Caught
from support.example_games import example
from support.waiting import eventually

DEALS = 3
MATCH = {"game": example(seats=3), "bots": True, "deals": DEALS, "level": "random"}


async def test_a_way_is_one_trace_through_relay_and_owner(postgresql: str, tmp_path: Path) -> None:
    with (
        served(tmp_path, database=postgresql) as owner,
        served(tmp_path, database=postgresql) as relay,
        Visitor(owner, "Anna") as anna,
        Visitor(relay, "Verotschka") as vera,
    ):
        here, there = Caught(owner), Caught(relay)
        table = vera.table(**MATCH)
        async with anna.socket(table) as watching:
            await heard(watching, "seats")
            async with vera.socket(table) as playing:
                await play(playing)
            await eventually(lambda: here.of("table"), "the socket between the servers ends a moment later")
        ((passed,), (own,)) = there.of("relay"), here.of("table")[:1]
        assert own.parent is not None
        assert (own.parent.span_id, own.parent.is_remote) == (passed.context.span_id, True)
        assert own.context.trace_id == passed.context.trace_id
        assert dict(own.attributes or ())["prikup.trace"] == dict(passed.attributes or ())["prikup.trace"]
        acts = here.of("act")
        assert len(acts) >= DEALS, "one speaks at least once in each deal"
        assert {act.context.trace_id for act in acts} == {passed.context.trace_id}
        assert not there.of("act"), "the relay reads nothing of what it passes on"
        said = str([*here.told(), *there.told()])
        assert not any(word in said for word in (table, "Verotschka", "Anna", vera.me["id"], "127.0.0.1"))
