"""One solver per thread, which all players of the thread share.

The solver keeps its transposition table between decisions.
"""

import threading

from prikup.solver import Limits, Search

__all__ = ["search"]

MEMORY = 32 << 20
"""The size of a thread's transposition table in bytes; a larger table does not make a single decision faster."""
_thread_state = threading.local()


def search() -> Search:
    """Return this thread's solver. Raise NoSolver if the native module is missing.

    The solver does not check its positions, so callers must build them from states of a game only.
    """
    if not hasattr(_thread_state, "search"):
        _thread_state.search = Search(limits=Limits(memory=MEMORY), check=False)
    solver: Search = _thread_state.search
    return solver
