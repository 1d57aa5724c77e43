"""Exact play where all cards are known."""

from prikup.solver.exact import (
    MEMORY,
    Answer,
    Bounds,
    Limits,
    NoSolver,
    NotSolved,
    Search,
    Step,
    line,
    solve,
    solve_cards,
    solve_many,
)
from prikup.solver.max_n import max_n, max_n_cards, paranoid
from prikup.solver.position import BadPosition, Position
from prikup.tricks import Goal

__all__ = [
    "MEMORY",
    "Answer",
    "BadPosition",
    "Bounds",
    "Goal",
    "Limits",
    "NoSolver",
    "NotSolved",
    "Position",
    "Search",
    "Step",
    "line",
    "max_n",
    "max_n_cards",
    "paranoid",
    "solve",
    "solve_cards",
    "solve_many",
]
