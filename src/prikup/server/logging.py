"""What a running server writes down: one JSON object a line, made of names and numbers.

What people say, hold and sign in with has no way in. An error is written as its type and the lines of code it passed,
never with its message, which may quote a password or a card.
"""

import logging
import traceback
from typing import Any, TextIO

import msgspec
import structlog

__all__ = ["Library", "begin", "frames", "journal"]

journal: structlog.typing.FilteringBoundLogger = structlog.get_logger("prikup")


def begin(stream: TextIO, level: int = logging.INFO) -> None:
    """From now on `structlog.get_logger` writes to this stream what is at least of this level."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", key="at"),
            _failure,
            structlog.processors.JSONRenderer(serializer=_serialized),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(stream),
    )


def _failure(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """An `error` in place of its message: its type, and the lines of code."""
    error = event.pop("error", None)
    if isinstance(error, BaseException):
        event.update(frames(error))
    return event


def frames(error: BaseException) -> dict[str, Any]:
    """The type of an error and of those behind it, and the lines of code it passed."""
    behind = error.exceptions[0] if isinstance(error, BaseExceptionGroup) else error.__cause__ or error.__context__
    passed = traceback.extract_tb(error.__traceback__)
    return {
        "error": type(error).__qualname__,
        "lines": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in passed],
        **({"behind": frames(behind)} if behind else {}),
    }


def _serialized(event: structlog.typing.EventDict, **_: Any) -> str:
    return msgspec.json.encode(event, enc_hook=str).decode()


class Library(logging.Handler):
    """Takes what is logged through the standard library: by libraries, and by tables (`prikup.table`).

    Of a library's message it is written what stands before its places are filled; a table's is a key, and what it says
    beside is in `told`.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record down."""
        error = record.exc_info[1] if record.exc_info else None
        if record.name.startswith("prikup."):
            journal.log(record.levelno, str(record.msg), error=error, **getattr(record, "told", {}))
            return
        said = str(record.msg).partition("\n")[0]  # asyncio adds lines with the values of its objects
        journal.log(record.levelno, "library", logger=record.name, said=said[:200], error=error)
