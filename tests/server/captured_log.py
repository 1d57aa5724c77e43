"""Capture a server's log in memory."""

import io
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import structlog

from prikup.server.logging import LOGGER_NAME, configure

__all__ = ["capture_log", "entries", "events"]


@contextmanager
def capture_log() -> Iterator[io.StringIO]:
    """Redirect all logging, formatted as on a server, into a stream during the block."""
    old_config, stream = structlog.get_config(), io.StringIO()
    configure(stream)
    try:
        yield stream
    finally:
        structlog.configure(**old_config)
        logger = logging.getLogger(LOGGER_NAME)
        logger.handlers, logger.propagate = [], True


def entries(journal: str) -> list[dict[str, Any]]:
    r"""Return the decoded lines of a log.

    Only "\n" ends a line. `str.splitlines` would also split at characters such as U+2028 within a logged text.
    """
    return [msgspec.json.decode(line) for line in journal.split("\n") if line]


def events(journal: str) -> Counter[str]:
    """Count the events of a log by name."""
    return Counter(entry["event"] for entry in entries(journal))
