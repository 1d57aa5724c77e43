# The search as a native extension. Only `prikup.solver.exact` uses it, and explains the arguments and results.

from collections.abc import Sequence
from typing import Literal

kernel: Literal["plain", "bmi2"]
"""The build of the search in use; PRIKUP_KERNEL=plain in the environment selects the build for any processor."""

class Cancel:
    def __init__(self) -> None: ...
    def cancel(self) -> None: ...

class Position:
    def __init__(
        self,
        hands: Sequence[int],
        leader: int,
        trump: int,
        ace_low: bool,
        must_trump: bool,
        last: int,
        counted_seats: int,
        eager: int,
        table: Sequence[int],
        talon: Sequence[int],
        talon_takes: bool,
        leader_again: bool,
        /,
    ) -> None: ...

class Solver:
    def __init__(self, threads: int, memory: int, disabled_parts: int, /) -> None: ...
    def solve(
        self,
        positions: Sequence[Position],
        with_cards: bool,
        min_tricks: int,
        max_tricks: int,
        nodes: int | None,
        seconds: float | None,
        cancel: Cancel | None,
        /,
    ) -> list[tuple[tuple[int, int], list[tuple[int, tuple[int, int]]], int]]: ...
    def max_n(
        self,
        position: Position,
        with_cards: bool,
        nodes: int | None,
        seconds: float | None,
        cancel: Cancel | None,
        /,
    ) -> tuple[list[int] | None, list[tuple[int, list[int]]], int]: ...
    def playouts(self, positions: Sequence[Position], no_partners: bool, /) -> list[list[tuple[int, list[int]]]]: ...
    def surprises(self, position: Position, no_partners: bool, cards: Sequence[int], own_index: int, /) -> int: ...
