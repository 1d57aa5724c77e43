"""The solver where it runs as WebAssembly: what `prikup.solver.native` offers, asked in words of 32 bits.

The kernel is the same (`kernel/wasm.cpp` says what the words are); who loads it gives `use` a way to ask it.
"""

import sys
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any

__all__ = ["Ask", "Cancel", "Position", "Solver", "kernel", "use"]

Over = Callable[[], bool]
Ask = Callable[[bytes, Over], bytes | int]
"""Give the kernel a question; it is told, as often as it asks, whether its time is over. An int is a refusal."""

kernel = "wasm"
"""The build of the search that runs."""

MAKE, DROP, SOLVE, MAX_N, PLAYOUTS, SURPRISES = range(6)
REFUSALS = {-1: "a position that cannot be", -2: "cards that cannot be played"}
UNLIMITED = (1 << 64) - 1

_ask: Ask | None = None


def use(ask: Ask) -> None:
    """Let `prikup.solver` ask this kernel from now on, in place of the extension."""
    global _ask
    _ask = ask
    here = sys.modules[__name__]
    sys.modules["prikup.solver.native"] = here
    vars(sys.modules["prikup.solver"])["native"] = here  # where the extension may stand already


class Cancel:
    """A word that stops a search: spoken before it begins, or wherever another thread can speak meanwhile."""

    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        """Stop every search that has this word."""
        self.cancelled = True


class Position:
    """A position in the search's terms, as words. The kernel looks at it once more when it is asked about it."""

    def __init__(
        self,
        hands: Sequence[int],
        leader: int,
        trump: int,
        ace_low: bool,
        must_trump: bool,
        last: int,
        counted: int,
        eager: int,
        table: Sequence[int],
        talon: Sequence[int],
        talon_takes: bool,
        leader_again: bool,
        /,
    ) -> None:
        self.words = _words(
            *(len(hands), *(half for hand in hands for half in _halves(hand))),
            *(leader, trump, ace_low, must_trump, last, counted, eager, talon_takes, leader_again),
            *(len(table), *table, len(talon), *talon),
        )


class Solver:
    """One search, which remembers what it has found out. It has one thread, however many it is offered."""

    def __init__(self, threads: int, memory: int, without: int, /) -> None:
        if not 1 <= threads <= 1024:
            raise ValueError("1 to 1024 threads")
        self.number = next(_answer(_words(MAKE, _signed(min(memory, (1 << 32) - 1)), without), None, None))

    def __del__(self) -> None:
        if hasattr(self, "number"):  # else it was refused
            self._answer(DROP, None, None, None, b"")

    def solve(
        self,
        positions: Sequence[Position],
        each: bool,
        least: int,
        most: int,
        nodes: int | None,
        seconds: float | None,
        cancel: Cancel | None,
        /,
    ) -> list[tuple[tuple[int, int], list[tuple[int, tuple[int, int]]], int]]:
        """Return of each position its bounds, those of each card, and the nodes."""
        asked = _words(each, least, most, len(positions)) + b"".join(position.words for position in positions)
        words = self._answer(SOLVE, nodes, seconds, cancel, asked)
        rows = []
        for _ in positions:
            bounds, nodes_there = (next(words), next(words)), _nodes(words)
            cards = [(next(words), (next(words), next(words))) for _ in range(next(words))]
            rows.append((bounds, cards, nodes_there))
        return rows

    def max_n(
        self, position: Position, each: bool, nodes: int | None, seconds: float | None, cancel: Cancel | None, /
    ) -> tuple[list[int] | None, list[tuple[int, list[int]]], int]:
        """Return the tricks of those who may take any (None: it was stopped), those after each card, and the nodes."""
        words = self._answer(MAX_N, nodes, seconds, cancel, _words(each) + position.words)
        nodes_there, takers = _nodes(words), next(words)
        if not takers:
            return None, [], nodes_there
        return _some(words, takers), [(next(words), _some(words, takers)) for _ in range(next(words))], nodes_there

    def playouts(self, positions: Sequence[Position], alone: bool, /) -> list[list[tuple[int, list[int]]]]:
        """Return of each position the tricks of those who may take any, after each card, by the rule of thumb."""
        asked = _words(alone, len(positions)) + b"".join(position.words for position in positions)
        words = self._answer(PLAYOUTS, None, None, None, asked)
        rows = []
        for _ in positions:
            takers = next(words)
            rows.append([(next(words), _some(words, takers)) for _ in range(next(words))])
        return rows

    def surprises(self, position: Position, alone: bool, cards: Sequence[int], own: int, /) -> int:
        """Return how many of these cards the rule of thumb would not have played; those of `own` do not count."""
        asked = _words(alone, own) + position.words + _words(len(cards), *cards)
        return next(self._answer(SURPRISES, None, None, None, asked))

    def _answer(
        self, what: int, nodes: int | None, seconds: float | None, cancel: Cancel | None, asked: bytes
    ) -> Iterator[int]:
        limit = UNLIMITED if nodes is None else nodes
        return _answer(_words(what, self.number, *_halves(limit)) + asked, seconds, cancel)


def _answer(question: bytes, seconds: float | None, cancel: Cancel | None) -> Iterator[int]:
    """Return the words of an answer. Raise ValueError where the kernel refuses the question."""
    if _ask is None:
        raise ImportError("the kernel has not been loaded")
    until = None if seconds is None else time.monotonic() + seconds

    def over() -> bool:
        return (cancel is not None and cancel.cancelled) or (until is not None and time.monotonic() > until)

    said = _ask(question, over)
    if isinstance(said, int):
        raise ValueError(REFUSALS[said])
    return iter(memoryview(said).cast("i"))


def _words(*words: Any) -> bytes:
    """Return the bytes of words. Raise ValueError of one that is too great, TypeError of what is no number."""
    try:
        return array("i", words).tobytes()
    except OverflowError as wrong:
        raise ValueError(REFUSALS[-1]) from wrong


def _halves(number: int) -> tuple[int, int]:
    """Return the lower and the upper word of a number of 64 bits."""
    return _signed(number & 0xFFFF_FFFF), _signed(number >> 32)


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


def _nodes(words: Iterator[int]) -> int:
    low, high = next(words) & 0xFFFF_FFFF, next(words) & 0xFFFF_FFFF
    return high << 32 | low


def _some(words: Iterator[int], many: int) -> list[int]:
    return [next(words) for _ in range(many)]
