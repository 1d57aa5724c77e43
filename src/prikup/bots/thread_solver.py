"""One solver per thread, which all players of the thread share.

The solver keeps its transposition table (a cache of positions that it has searched) between decisions.
"""

import threading

from prikup.solver import Limits, Search

__all__ = ["search"]

MEMORY = 32 << 20
"""The size in bytes of a thread's transposition table, the cache of positions that the solver has searched.

A larger table does not make a single decision faster.
"""
_thread_state = threading.local()


def search() -> Search:
    """Return this thread's solver. Raise NoSolver if the native module is missing.

    The solver does not check whether a position is possible. Callers must pass it only positions that come from the
    state of a game.
    """
    if not hasattr(_thread_state, "search"):
        _thread_state.search = Search(limits=Limits(memory=MEMORY), check=False)
    solver: Search = _thread_state.search
    return solver
