"""One solver per thread, shared by all players; its transposition table survives between decisions."""

import threading

from prikup.solver import Limits, Search

__all__ = ["search"]

MEMORY = 32 << 20
"""Size of a thread's transposition table in bytes; a larger one does not speed up the worlds of a single decision."""
_own = threading.local()


def search() -> Search:
    """Return this thread's solver, for positions of states only. Raise NoSolver if the native module is missing."""
    if not hasattr(_own, "search"):
        _own.search = Search(limits=Limits(memory=MEMORY), check=False)
    solver: Search = _own.search
    return solver
