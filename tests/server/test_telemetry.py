"""What a server sends to OpenTelemetry; without configuration it does not even load the library."""

import asyncio
import io
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from server.captured_log import entries, events
from server.server_thread import Visitor, receive, run_server, say
from server.socket_player import play
from server.spans import Caught
from support.example_games import example
from support.waiting import DEADLINE_S, eventually

from prikup.server import telemetry
from prikup.server.telemetry import SILENT, OtlpSpans
from prikup.table.protocol.client_messages import ActCommand

MATCH = {"game": example(seats=3), "bots": True, "deals": 1, "level": "random"}


@pytest.fixture(autouse=True)
def no_telemetry_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove all OpenTelemetry configuration."""
    for name in (*telemetry.ENDPOINTS, "OTEL_SDK_DISABLED", "OTEL_SERVICE_NAME"):
        monkeypatch.delenv(name, raising=False)


@contextmanager
def collector() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """A span collector: its address, and the requests it received."""
    requests: list[tuple[str, bytes]] = []

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            requests.append((self.path, self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Taker)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", requests
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_telemetry_loads_no_library_without_endpoint(tmp_path: Path) -> None:
    code = (
        "import sys; from prikup.server.config import ServerConfig; from prikup.server.services import Services;"
        f"Services(ServerConfig('sqlite:///{tmp_path}/t.sqlite')); print(*sys.modules)"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = process.stdout.split()
    assert "prikup.server.telemetry" in modules
    assert not [name for name in modules if name.startswith("opentelemetry")]


def test_telemetry_follows_standard_environment_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    assert telemetry.spans() is SILENT
    with collector() as (address, requests):
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
        monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
        assert telemetry.spans() is SILENT
        monkeypatch.delenv("OTEL_SDK_DISABLED")
        monkeypatch.setenv("OTEL_SERVICE_NAME", "cards")
        spans = telemetry.spans()
        spans.end(spans.begin("table", 0xABC), 1001)
        spans.close()
    ((path, body),) = requests
    assert path == "/v1/traces"
    assert all(word in body for word in (b"cards", b"table", b"prikup.trace", b"abc"))


def test_telemetry_close_does_not_wait_for_silent_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "ENDS_WITHIN", 0.1)
    shutdown_requested, shutdown_allowed = threading.Event(), threading.Event()

    class Provider:
        def get_tracer(self, _: str) -> None: ...

        def shutdown(self) -> None:
            shutdown_requested.set()
            shutdown_allowed.wait(DEADLINE_S)

    OtlpSpans(Provider()).close()  # type: ignore[arg-type]  # the only parts used
    assert shutdown_requested.wait(DEADLINE_S)
    shutdown_allowed.set()


def test_telemetry_reports_missing_library(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://127.0.0.1:9/v1/traces")
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    assert telemetry.spans() is SILENT
    assert events(stream.getvalue()) == {"telemetry-missing": 1}


def test_telemetry_links_action_spans_to_their_socket_span(tmp_path: Path) -> None:
    with run_server(tmp_path) as running, Visitor(running, "Verotschka") as vera:
        spans = Caught(running)
        table = vera.table(**MATCH)

        async def match() -> list[str]:
            async with asyncio.timeout(DEADLINE_S), vera.socket(table) as socket:
                await say(socket, ActCommand(0, "too-early", 0))
                assert (await receive(socket, "refused"))["id"] == "too-early"
            async with asyncio.timeout(DEADLINE_S), vera.socket(table) as socket:
                output = await play(socket)
            await eventually(lambda: events(running.journal)["left"] == 2, "the server hears of the end a moment later")
            return output

        receipts = sum('"receipt"' in output for output in asyncio.run(match()))
        journal = entries(running.journal)
        ways, acts = spans.spans_named("table"), spans.spans_named("act")
        traces = [line["trace"] for line in journal if line["event"] == "left"]
        assert [dict(way.attributes or ())["prikup.trace"] for way in ways] == traces
        assert {act.parent and act.parent.span_id for act in acts} == {way.context.span_id for way in ways}
        assert [dict(act.attributes or ())["prikup.done"] for act in acts] == [False, *[True] * receipts]
        assert receipts
        requests = [line["id"] for line in journal if line["event"] == "request"]
        request_ids = [dict(span.attributes or ())["prikup.request"] for span in spans.spans_named("request")]
        assert request_ids == requests[-len(request_ids) :]
        assert not any(
            word in str(spans.checked_attributes()) for word in (table, "Verotschka", vera.me["id"], "127.0.0.1")
        )
