"""The log of a running server: one JSON object a line, made of event keys, names and numbers.

Chat, cards, passwords and tokens have no way in. An error is written as its type and the lines of code it passed,
never with its message, which may quote a password or a card.
"""

import logging
import traceback
from typing import Any, TextIO

import msgspec
import structlog

__all__ = ["StdlibHandler", "configure", "error_fields", "logger"]

logger: structlog.typing.FilteringBoundLogger = structlog.get_logger("prikup")
OWN = "prikup"
"""The loggers of the standard library under this name are our own: their messages are event keys."""


def configure(stream: TextIO, level: int = logging.INFO) -> None:
    """Write to `stream` what `logger` and the loggers below `prikup` log from this level on."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", key="at"),
            _expand_error,
            structlog.processors.JSONRenderer(serializer=_json),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(stream),
    )
    own = logging.getLogger(OWN)
    own.handlers = [StdlibHandler()]
    own.setLevel(level)
    own.propagate = False


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
