"""The solver of each thread: it keeps its table from one decision to the next, for any player."""

import threading

from prikup.solver import Limits, Search

__all__ = ["search"]

MEMORY = 32 << 20
"""Bytes a thread: more makes the worlds of one decision no faster."""
_own = threading.local()


def search() -> Search:
    """The search of this thread. Raises NoSolver."""
    if not hasattr(_own, "search"):
        _own.search = Search(limits=Limits(memory=MEMORY))
    found: Search = _own.search
    return found
