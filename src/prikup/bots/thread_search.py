"""The solver of each thread: it keeps its table from one decision to the next, for any player."""

import threading

from prikup.solver import Limits, Search

__all__ = ["search"]

MEMORY = 32 << 20
"""The bytes of a thread's table: more makes the worlds of one decision no faster."""
_own = threading.local()


def search() -> Search:
    """Return the search of this thread. Raise NoSolver if there is none."""
    if not hasattr(_own, "search"):
        _own.search = Search(limits=Limits(memory=MEMORY))
    found: Search = _own.search
    return found
