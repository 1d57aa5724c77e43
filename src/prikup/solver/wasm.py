"""The solver where it runs as WebAssembly: what `prikup.solver.native` offers, asked in words of 32 bits.

The kernel is the same (`kernel/wasm.cpp` says what the words are); who loads it gives `use` a way to ask it. Where
there are several, each with a memory of its own, the positions of a search are shared between them.
"""

import sys
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

__all__ = ["Cancel", "Kernels", "Over", "Position", "Said", "Solver", "kernel", "threads", "use"]

Over = Callable[[], bool]
"""Says whether the time of a search is over."""
Said = bytes | int
"""The words of an answer; an int is a refusal."""


class Kernels(Protocol):
    """Kernels that can be asked: one at least. Each asks now and then whether its time is over."""

    threads: int
    """The number of kernels that there may be."""

    def ask(self, question: bytes, over: Over) -> Said:
        """Return what the first kernel says to a question."""
        ...

    def share(self, make: bytes, questions: Sequence[bytes], over: Over) -> Said:
        """Return what is said to all questions, one after the other, each by a kernel that is free to answer it.

        `make` is the question that makes the solver which all of them are about, in a kernel that has none like it.
        """
        ...


kernel = "wasm"
"""The build of the search that runs."""

MAKE, DROP, SOLVE, MAX_N, PLAYOUTS, SURPRISES = range(6)
REFUSALS = {-1: "a position that cannot be", -2: "cards that cannot be played"}
UNLIMITED = (1 << 64) - 1
WORTH_SHARING = 6
"""The positions from which on it is quicker to share them, which takes as long as a few of them do."""

_kernels: Kernels | None = None


def use(kernels: Kernels) -> None:
    """Let `prikup.solver` ask these kernels from now on, in place of the extension."""
    global _kernels
    _kernels = kernels
    here = sys.modules[__name__]
    sys.modules["prikup.solver.native"] = here
    vars(sys.modules["prikup.solver"])["native"] = here  # where the extension may stand already


def threads() -> int:
    """Return how many threads a search has."""
    return _loaded().threads


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
    """One search, which remembers what it has found out. It has the threads that there are, however many it is offered.

    What each kernel remembers is its own. So the first does alone what ends after a number of nodes, which then is the
    same wherever it runs; it has all of the memory, and the others as much together.
    """

    def __init__(self, threads: int, memory: int, without: int, /) -> None:
        if not 1 <= threads <= 1024:
            raise ValueError("1 to 1024 threads")
        memory = min(memory, (1 << 32) - 1)
        self.number = next(_answer(_words(MAKE, _signed(memory), without), None, None))
        self.others = _words(MAKE, _signed(memory // max(_loaded().threads - 1, 1)), without)

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
        begins, kernels, over = self._begins(SOLVE, nodes), _loaded(), _over(seconds, cancel)

        def asked(some: Sequence[Position]) -> bytes:
            return begins + _words(each, least, most, len(some)) + b"".join(position.words for position in some)

        if nodes is None and kernels.threads > 1 and len(positions) >= WORTH_SHARING:
            said = kernels.share(self.others, [asked([position]) for position in positions], over)
        else:
            said = kernels.ask(asked(positions), over)
        words = _read(said)
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
        return _answer(self._begins(what, nodes) + asked, seconds, cancel)

    def _begins(self, what: int, nodes: int | None) -> bytes:
        """Return the words with which a question to this solver begins."""
        return _words(what, self.number, *_halves(UNLIMITED if nodes is None else nodes))


def _loaded() -> Kernels:
    if _kernels is None:
        raise ImportError("the kernel has not been loaded")
    return _kernels


def _over(seconds: float | None, cancel: Cancel | None) -> Over:
    until = None if seconds is None else time.monotonic() + seconds
    return lambda: (cancel is not None and cancel.cancelled) or (until is not None and time.monotonic() > until)


def _answer(question: bytes, seconds: float | None, cancel: Cancel | None) -> Iterator[int]:
    """Return the words that the first kernel says. Raise ValueError where it refuses the question."""
    return _read(_loaded().ask(question, _over(seconds, cancel)))


def _read(said: Said) -> Iterator[int]:
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
