"""One solver per thread, shared by all players; its transposition table survives between decisions."""

import threading

from prikup.solver import Limits, Search

__all__ = ["search"]

MEMORY = 32 << 20
"""Size of a thread's transposition table in bytes; a larger one does not speed up the worlds of a single decision."""
_thread_state = threading.local()


def search() -> Search:
    """Return this thread's solver, for positions of states only. Raise NoSolver if the native module is missing."""
    if not hasattr(_thread_state, "search"):
        _thread_state.search = Search(limits=Limits(memory=MEMORY), check=False)
    solver: Search = _thread_state.search
    return solver
