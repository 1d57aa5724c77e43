"""The double-dummy solver: the exact values of positions in which all cards are known."""

from prikup.rules.tricks import Goal
from prikup.solver.exact import (
    MEMORY,
    BestCard,
    Bounds,
    Limits,
    NoSolver,
    NotSolved,
    Search,
    SearchResult,
    best_line,
    solve,
    solve_cards,
    solve_many,
)
from prikup.solver.max_n import max_n, max_n_cards, paranoid
from prikup.solver.position import BadPosition, Position

__all__ = [
    "MEMORY",
    "BadPosition",
    "BestCard",
    "Bounds",
    "Goal",
    "Limits",
    "NoSolver",
    "NotSolved",
    "Position",
    "Search",
    "SearchResult",
    "best_line",
    "max_n",
    "max_n_cards",
    "paranoid",
    "solve",
    "solve_cards",
    "solve_many",
]
