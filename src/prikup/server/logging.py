"""The log of a running server: one JSON object per line, made of event keys, names and numbers.

An event key is the name of what happened, such as "redis-lost". Chat, cards, passwords and tokens are never logged. An
error is logged with its type and the lines of code it passed through, but without its message, because the message may
quote a password or a card.
"""

import logging
import traceback
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from time import monotonic
from typing import Any, TextIO

import msgspec
import structlog
from prometheus_client import Counter

__all__ = ["LINES", "TROUBLE", "StdlibHandler", "configure", "error_fields", "logger"]

logger: structlog.typing.FilteringBoundLogger = structlog.get_logger("prikup")
LOGGER_NAME = "prikup"
"""The name of this program's root logger in the standard library.

The messages of loggers below it are event keys, the names of what happened.
"""
TROUBLE = {
    "warning": (
        "chore-lost",
        "connections-full",
        "frames-flood",
        "library",
        "notice-dropped",
        "outage",
        "pings-unread",
        "redis-lost",
        "telemetry-missing",
        "worker-lost",
    ),
    "error": (
        "chore-failed",
        "failed",
        "hint-failed",
        "library",
        "lease-lapsed",
        "not-archived",
        "not-counted",
        "not-deleted",
        "not-rated",
        "not-reviewed",
        "not-written",
        "player-failed",
        "push-refused",
        "rating-late",
        "table-failed",
        "table-unreadable",
        "unhealthy",
        "worker-failed",
    ),
}
"""The keys of events that an operator should monitor, by log level. A key is the name of what happened.

docs/hosting.md describes what to do about each.
"""
LINES = Counter("prikup_log_lines", "Warnings and errors in the log, by event", ["level", "event"], registry=None)
for _level, _events in TROUBLE.items():
    for _event in _events:  # with 0: Prometheus sees no increase in a counter whose first value is not 0
        LINES.labels(_level, _event)
ROUTINE_EVENTS = frozenset({"request", "joined", "left", "table-opened"})
"""The keys of routine events, whose log lines are never dropped, because rate limits already bound their number.

A request that exceeds a rate limit is not treated as routine.
"""
BURST, REPEAT_S = 5, 60.0
"""The limits on log lines about one kind of event. They prevent a flood.

`BURST` is the number of lines that are written at once; further ones are dropped. Writing resumes `REPEAT_S` seconds
after the first of these lines.
"""
KINDS = ("reason", "limit", "full", "said")
"""The fields of a log line that, besides its event key, distinguish kinds of events when a flood of lines is dropped.

Two lines are about the same kind of event if they have the same event key and the same values in these fields.
"""


def configure(stream: TextIO, level: int = logging.INFO, clock: Callable[[], float] = monotonic) -> None:
    """Make `logger` and this program's standard-library loggers write to `stream`, from the log level `level` on.

    If one kind of event floods the log, most of its lines are dropped (`_FloodFilter`). A line that cannot be written
    is also dropped: a full log disk must not cost a player a move. `clock` returns monotonic seconds.
    """
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            _count,
            _FloodFilter(clock),
            structlog.processors.TimeStamper(fmt="iso", key="at"),
            _expand_error,
            structlog.processors.JSONRenderer(serializer=_json),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: _Lines(stream),
    )
    package_logger = logging.getLogger(LOGGER_NAME)
    package_logger.handlers = [StdlibHandler()]
    package_logger.setLevel(level)
    package_logger.propagate = False


class _Lines:
    """The logger to which structlog passes finished lines.

    It writes them to a stream and ignores errors of the stream.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def _write(self, line: str) -> None:
        with suppress(OSError):
            self._stream.write(f"{line}\n")
            self._stream.flush()

    debug = info = warning = error = critical = _write


class _FloodFilter:
    """A structlog processor that drops log lines when one kind of event floods the log (`BURST`).

    When lines about an event have been dropped, the next one that is written has their number in its field `more`.
    `clock` returns monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._written: dict[tuple[str, ...], tuple[int, float]] = {}
        self._more: dict[tuple[str, ...], int] = {}

    def __call__(self, _: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        if event["event"] in ROUTINE_EVENTS and event.get("status") != HTTPStatus.TOO_MANY_REQUESTS:
            return event
        kind = (event["event"], *(str(event.get(name, "")) for name in KINDS))
        now_s = self._clock()
        written_count, start_s = self._written.get(kind, (0, now_s))
        if now_s - start_s >= REPEAT_S:
            written_count, start_s = 0, now_s
        if written_count >= BURST:
            self._more[kind] = self._more.get(kind, 0) + 1
            raise structlog.DropEvent
        self._written[kind] = written_count + 1, start_s
        if dropped_count := self._more.pop(kind, 0):
            event["more"] = dropped_count
        return event


def _count(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Count the log line `event` in the metric `LINES` if it is a warning or an error, and return the line."""
    if event["level"] in TROUBLE:
        LINES.labels(event["level"], event["event"]).inc()
    return event


def _expand_error(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Replace the exception in the field `error` of the log line `event` by the fields that `error_fields` returns."""
    error = event.pop("error", None)
    if isinstance(error, BaseException):
        event.update(error_fields(error))
    return event


def error_fields(error: BaseException) -> dict[str, Any]:
    """Return the fields that describe an exception in a log line.

    `error` is the name of its type, and `lines` are the lines of code it passed through. If another exception caused
    it, `behind` has the same fields for that other exception.
    """
    cause = error.exceptions[0] if isinstance(error, BaseExceptionGroup) else error.__cause__ or error.__context__
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "error": type(error).__qualname__,
        "lines": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
        **({"behind": error_fields(cause)} if cause else {}),
    }


def _json(event: structlog.typing.EventDict, **_: Any) -> str:
    return msgspec.json.encode(event, enc_hook=str).decode()


class StdlibHandler(logging.Handler):
    """Writes the records of the standard library's `logging` to this log.

    A record of this program has an event key as its message, and further fields for the log line in its attribute
    `told`. Of other libraries only warnings and errors are written. Their message template is written without the
    arguments, which may be secret.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record of the standard library's `logging` as a line of this log."""
        error = record.exc_info[1] if record.exc_info else None
        if record.name.partition(".")[0] == LOGGER_NAME:
            logger.log(record.levelno, str(record.msg), **getattr(record, "told", {}), error=error)
        elif record.levelno >= logging.WARNING:
            message = str(record.msg).partition("\n")[0]  # asyncio adds lines that show its objects' values
            logger.log(record.levelno, "library", logger=record.name, said=message[:200], error=error)
