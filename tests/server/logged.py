"""Capture a server's log in memory."""

import io
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import structlog

from prikup.server.logging import OWN, configure

__all__ = ["events", "logged"]


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Redirect all logging, formatted as on a server, into a stream during the block."""
    before, stream = structlog.get_config(), io.StringIO()
    configure(stream)
    try:
        yield stream
    finally:
        structlog.configure(**before)
        own = logging.getLogger(OWN)
        own.handlers, own.propagate = [], True


def events(journal: str) -> Counter[str]:
    """Count the events of a log by name."""
    return Counter(msgspec.json.decode(line)["event"] for line in journal.splitlines())
