"""OpenTelemetry spans of a request that passes through two servers (make test-postgres)."""

from pathlib import Path

from server.server_thread import Visitor, receive, run_server
from server.socket_player import play
from server.spans import Caught
from support.example_games import example
from support.waiting import eventually

DEALS = 3
MATCH = {"game": example(seats=3), "bots": True, "deals": DEALS, "level": "random"}


async def test_trace_continues_from_relay_to_owner_and_names_no_user(
    postgresql: str, tmp_path: Path, lasting_leases: None
) -> None:
    with (
        run_server(tmp_path, database=postgresql) as owner,
        run_server(tmp_path, database=postgresql) as relay,
        Visitor(owner, "Anna") as anna,
        Visitor(relay, "Verotschka") as vera,
    ):
        owner_spans, relay_spans = Caught(owner), Caught(relay)
        table = vera.table(**MATCH)
        async with anna.socket(table) as watching:
            await receive(watching, "seats")
            async with vera.socket(table) as playing:
                await play(playing)
            await eventually(
                lambda: owner_spans.spans_named("table"), "the socket between the servers ends a moment later"
            )
        ((relay_span,), (table_span,)) = relay_spans.spans_named("relay"), owner_spans.spans_named("table")[:1]
        assert table_span.parent is not None
        assert (table_span.parent.span_id, table_span.parent.is_remote) == (relay_span.context.span_id, True)
        assert table_span.context.trace_id == relay_span.context.trace_id
        assert dict(table_span.attributes or ())["prikup.trace"] == dict(relay_span.attributes or ())["prikup.trace"]
        acts = owner_spans.spans_named("act")
        assert len(acts) >= DEALS, "one speaks at least once in each deal"
        assert {act.context.trace_id for act in acts} == {relay_span.context.trace_id}
        assert not relay_spans.spans_named("act"), "the relay reads nothing of what it passes on"
        attribute_text = str([*owner_spans.checked_attributes(), *relay_spans.checked_attributes()])
        assert not any(word in attribute_text for word in (table, "Verotschka", "Anna", vera.me["id"], "127.0.0.1"))
