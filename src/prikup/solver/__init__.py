"""Exact play where all cards are known."""

from prikup.solver.exact import (
    MEMORY,
    Answer,
    Bounds,
    Limits,
    NoSolver,
    NotSolved,
    Step,
    line,
    solve,
    solve_cards,
    solve_many,
)
from prikup.solver.position import BadPosition, Goal, Position

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
    "Step",
    "line",
    "solve",
    "solve_cards",
    "solve_many",
]
