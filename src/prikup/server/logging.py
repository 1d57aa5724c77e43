"""The log of a running server: one JSON object a line, made of event keys, names and numbers.

Chat, cards, passwords and tokens have no way in. An error is written as its type and the lines of code it passed,
never with its message, which may quote a password or a card.
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
OWN = "prikup"
"""The loggers of the standard library under this name are our own: their messages are event keys."""
TROUBLE = {
    "warning": (
        "connections-full",
        "frames-flood",
        "library",
        "pings-unread",
        "redis-lost",
        "telemetry-missing",
        "worker-lost",
    ),
    "error": (
        "failed",
        "hint-failed",
        "library",
        "lease-lapsed",
        "not-archived",
        "not-counted",
        "not-deleted",
        "not-reviewed",
        "not-written",
        "player-failed",
        "table-failed",
        "table-unreadable",
        "unhealthy",
        "worker-failed",
    ),
}
"""The events that somebody should hear of, by level. docs/hosting.md says of each what to do."""
LINES = Counter("prikup_log_lines", "Warnings and errors in the log, by event", ["level", "event"], registry=None)
for _level, _events in TROUBLE.items():
    for _event in _events:  # a counter that is not there before the first time has not increased, says Prometheus
        LINES.labels(_level, _event)
COURSE = frozenset({"request", "joined", "left", "table-opened"})
"""The events of the ordinary course, of which each has its line: limits bound how many there are. Requests that are too
many are not of that course."""
AT_ONCE, AGAIN_AFTER = 5, 60.0
"""The lines of any other event that are written at once, and the seconds until the next is written."""
KINDS = ("reason", "limit", "full", "said")
"""The fields that tell one kind of an event from another."""


def configure(stream: TextIO, level: int = logging.INFO, clock: Callable[[], float] = monotonic) -> None:
    """Write to `stream` what `logger` and the loggers below `prikup` log from this level on.

    What happens too often is not written each time (`_Bounded`). A line that cannot be written is lost: nobody may
    lose a move because the disk of the log is full.
    """
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            _count,
            _Bounded(clock),
            structlog.processors.TimeStamper(fmt="iso", key="at"),
            _expand_error,
            structlog.processors.JSONRenderer(serializer=_json),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: _Lines(stream),
    )
    own = logging.getLogger(OWN)
    own.handlers = [StdlibHandler()]
    own.setLevel(level)
    own.propagate = False


class _Lines:
    """Writes lines, if that is possible."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def _write(self, line: str) -> None:
        with suppress(OSError):
            self._stream.write(f"{line}\n")
            self._stream.flush()

    debug = info = warning = error = critical = _write


class _Bounded:
    """Leaves lines of an event out that comes in a flood; the next one that is written counts them as `more`."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._written: dict[tuple[str, ...], tuple[int, float]] = {}
        self._more: dict[tuple[str, ...], int] = {}

    def __call__(self, _: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        if event["event"] in COURSE and event.get("status") != HTTPStatus.TOO_MANY_REQUESTS:
            return event
        kind = (event["event"], *(str(event.get(name, "")) for name in KINDS))
        now = self._clock()
        written, since = self._written.get(kind, (0, now))
        if now - since >= AGAIN_AFTER:
            written, since = 0, now
        if written >= AT_ONCE:
            self._more[kind] = self._more.get(kind, 0) + 1
            raise structlog.DropEvent
        self._written[kind] = written + 1, since
        if more := self._more.pop(kind, 0):
            event["more"] = more
        return event


def _count(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Count a line that tells of trouble."""
    if event["level"] in TROUBLE:
        LINES.labels(event["level"], event["event"]).inc()
    return event


def _expand_error(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Put the type of an `error` and the lines of code it passed in its place."""
    error = event.pop("error", None)
    if isinstance(error, BaseException):
        event.update(error_fields(error))
    return event


def error_fields(error: BaseException) -> dict[str, Any]:
    """Return an error as fields of a line.

    `error` is its type, `lines` are the lines of code it passed, `behind` are the fields of the error that caused it.
    """
    behind = error.exceptions[0] if isinstance(error, BaseExceptionGroup) else error.__cause__ or error.__context__
    passed = traceback.extract_tb(error.__traceback__)
    return {
        "error": type(error).__qualname__,
        "lines": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in passed],
        **({"behind": error_fields(behind)} if behind else {}),
    }


def _json(event: structlog.typing.EventDict, **_: Any) -> str:
    return msgspec.json.encode(event, enc_hook=str).decode()


class StdlibHandler(logging.Handler):
    """Writes what is logged through the standard library.

    A record of ours has an event key as its message and its values in `told`; of a library only warnings are written,
    with the message before its places are filled.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record as a line."""
        error = record.exc_info[1] if record.exc_info else None
        if record.name.partition(".")[0] == OWN:
            logger.log(record.levelno, str(record.msg), **getattr(record, "told", {}), error=error)
        elif record.levelno >= logging.WARNING:
            said = str(record.msg).partition("\n")[0]  # asyncio adds lines with the values of its objects
            logger.log(record.levelno, "library", logger=record.name, said=said[:200], error=error)
