"""What a server logs, in memory."""

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
    """Have everything logged into a stream, as at a server, until the block is left."""
    before, stream = structlog.get_config(), io.StringIO()
    configure(stream)
    try:
        yield stream
    finally:
        structlog.configure(**before)
        own = logging.getLogger(OWN)
        own.handlers, own.propagate = [], True


def events(journal: str) -> Counter[str]:
    """What a journal tells of, and how often."""
    return Counter(msgspec.json.decode(line)["event"] for line in journal.splitlines())
