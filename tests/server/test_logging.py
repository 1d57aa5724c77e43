import ast
import io
import logging
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from server.captured_log import entries

import prikup
from prikup.server.logging import LINES, TROUBLE, StdlibHandler, configure, logger

AT_RUN_TIME = {"why": {"frames-flood", "pings-unread"}, "why.key": {"not-written", "table-failed"}}
"""Events that log calls pass as an expression, by its source text."""


def read_log(stream: io.StringIO) -> list[dict[str, Any]]:
    """Return the entries of a log."""
    return entries(stream.getvalue())


def secret_error() -> Exception:
    """Return an error whose messages contain secrets."""
    try:
        try:
            raise KeyError("the-password")
        except KeyError as error:
            raise RuntimeError("the-token") from error
    except RuntimeError as error:
        return error


def test_log_line_is_a_json_object(stream: io.StringIO) -> None:
    logger.info("request", path="/api/\u2028me", ms=1.5)
    (line,) = read_log(stream)
    assert {"event": "request", "path": "/api/\u2028me", "ms": 1.5, "level": "info"}.items() <= line.items()
    assert line["at"].endswith("Z")


def test_log_error_contains_type_and_code_lines_without_message(stream: io.StringIO) -> None:
    logger.error("failed", error=secret_error())
    logger.error("failed", error=ExceptionGroup("x", [secret_error()]))
    line, group = read_log(stream)
    assert (line["error"], line["behind"]["error"]) == ("RuntimeError", "KeyError")
    assert (group["error"], group["behind"]["error"]) == ("ExceptionGroup", "RuntimeError"), "the first of a group"
    assert line["lines"][0].endswith(" secret_error")
    assert "the-" not in stream.getvalue()


@pytest.mark.parametrize("level", [logging.INFO, logging.WARNING])
def test_log_omits_lines_below_its_level(stream: io.StringIO, level: int) -> None:
    configure(stream, level)
    logger.info("request")
    logger.warning("slow")
    assert [line["event"] for line in read_log(stream)] == ["request", "slow"][level > logging.INFO :]


def test_log_of_libraries_omits_their_values(stream: io.StringIO) -> None:
    uvicorn = logging.Logger("uvicorn.error")
    uvicorn.addHandler(StdlibHandler())
    uvicorn.info("WebSocket %s [accepted]", "/ws/tables/x?ticket=the-ticket")
    uvicorn.error("Task exception was never retrieved\nfuture: <the-secret>", exc_info=secret_error())
    uvicorn.warning("slow: %s", "the-secret")
    first, second = read_log(stream)
    assert (first["said"], first["logger"], first["error"]) == (
        "Task exception was never retrieved",
        "uvicorn.error",
        "RuntimeError",
    )
    assert second["said"] == "slow: %s"
    assert "the-" not in stream.getvalue()


def test_table_log_lines_have_same_form_as_server_lines(stream: io.StringIO) -> None:
    table = logging.getLogger("prikup.table")
    table.error("table-failed", extra={"told": {"table": "x"}}, exc_info=secret_error())
    table.info("claimed")
    table.debug("asked")
    first, second = read_log(stream)
    assert {"event": "table-failed", "level": "error", "table": "x", "error": "RuntimeError"}.items() <= first.items()
    assert second["event"] == "claimed"
    assert "the-" not in stream.getvalue()


def test_log_counts_errors_by_event(stream: io.StringIO) -> None:
    old_count = LINES.labels("error", "failed")._value.get()
    logger.error("failed", error=secret_error())
    logger.info("request", path="/api/me", ms=1.5)
    assert LINES.labels("error", "failed")._value.get() == old_count + 1
    assert not [sample for metric in LINES.collect() for sample in metric.samples if sample.labels["level"] == "info"]


def test_trouble_list_contains_all_logged_warnings_and_errors() -> None:
    """An unlisted event has no Prometheus counter before it first occurs, and docs/hosting.md does not explain it."""
    logged_events: dict[str, set[str]] = {"warning": {"library"}, "error": {"library"}}
    package = Path(prikup.__file__).parent
    for path in (*package.glob("server/**/*.py"), *package.glob("table/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(ast.Attribute(ast.Name("logger"), "warning" | "error" as level), [event, *_]):
                    logged_events[level] |= (
                        {str(event.value)} if isinstance(event, ast.Constant) else AT_RUN_TIME[ast.unparse(event)]
                    )
    assert {level: set(events) for level, events in TROUBLE.items()} == logged_events


def test_log_limits_repeated_events_per_minute(stream: io.StringIO) -> None:
    time_s = [0.0]
    configure(stream, clock=lambda: time_s[0])
    for number in range(1000):
        logger.warning("pings-unread", address=f"10.0.0.{number}")
        logger.info("declined", reason="too-many" if number % 2 else "origin-foreign")
        logger.info("request", path="/", status=200 if number % 2 else 429)
    assert Counter(line["event"] for line in read_log(stream)) == {"pings-unread": 5, "declined": 10, "request": 505}
    time_s[0] = 61.0
    logger.warning("pings-unread", address="10.0.0.1")
    assert read_log(stream)[-1]["more"] == 995
    logger.warning("pings-unread", address="10.0.0.2")
    assert "more" not in read_log(stream)[-1]


def test_log_write_failure_is_ignored(stream: io.StringIO) -> None:
    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

    configure(Full())
    logger.error("failed", error=secret_error())
    logging.getLogger("prikup.table").error("table-failed", exc_info=secret_error())
