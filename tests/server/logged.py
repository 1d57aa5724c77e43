"""What a server logs, in memory."""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from prikup.server.logging import OWN, configure

__all__ = ["logged"]


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
