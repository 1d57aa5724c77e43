"""The solver as WebAssembly: the interface of `prikup.solver.native`, over messages of 32-bit words.

The kernel is the same; `kernel/wasm.cpp` defines the messages. The program that loads it passes `use` an object that
sends them. If there are several kernels, each with its own memory, the positions of a search are distributed among
them.
"""

import sys
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

__all__ = ["Cancel", "KernelAnswer", "Kernels", "Over", "Position", "Solver", "kernel", "threads", "use"]

Over = Callable[[], bool]
"""Returns True when the time limit of a search has expired."""
KernelAnswer = bytes | int
"""The words of an answer; an int is an error code."""


class Kernels(Protocol):
    """One or more loaded kernels. While searching, each calls `over` from time to time."""

    threads: int
    """The maximum number of kernels."""

    def ask(self, question: bytes, over: Over) -> KernelAnswer:
        """Send a question to the first kernel and return its answer."""
        ...

    def share(self, make: bytes, questions: Sequence[bytes], over: Over) -> KernelAnswer:
        """Distribute questions among the idle kernels; return their answers, concatenated in order.

        `make` is the message that creates the solver they refer to, for kernels that do not have it yet.
        """
        ...


kernel = "wasm"
"""The variant of the search; WebAssembly has only this one."""

MAKE, DROP, SOLVE, MAX_N, PLAYOUTS, SURPRISES = range(6)
REFUSALS = {-1: "a position that cannot be", -2: "cards that cannot be played"}
UNLIMITED = (1 << 64) - 1
WORTH_SHARING = 6
"""Number of positions from which sharing pays; its overhead equals the time of a few positions."""

_kernels: Kernels | None = None


def use(kernels: Kernels) -> None:
    """Make `prikup.solver` use these kernels instead of the native extension from now on."""
    global _kernels
    _kernels = kernels
    here = sys.modules[__name__]
    sys.modules["prikup.solver.native"] = here
    vars(sys.modules["prikup.solver"])["native"] = here  # the extension may already be imported there


def threads() -> int:
    """Return the maximum number of kernels."""
    return _loaded().threads


class Cancel:
    """A token that cancels searches.

    It takes effect if set before the search starts, or during it if another thread can run meanwhile.
    """

    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        """Stop every search that was given this token."""
        self.cancelled = True


class Position:
    """A position encoded as words for the kernel, which validates it when it is used."""

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
    """A search with its transposition table. It uses all kernels; the `threads` argument is only validated.

    Each kernel has its own table. A search limited by nodes runs on the first kernel only, so that its result is the
    same everywhere. The first kernel may use all of `memory`, and the others together as much again.
    """

    def __init__(self, threads: int, memory: int, without: int, /) -> None:
        if not 1 <= threads <= 1024:
            raise ValueError("1 to 1024 threads")
        memory = min(memory, (1 << 32) - 1)
        self.number = next(_answer(_words(MAKE, _signed(memory), without), None, None))
        self.others = _words(MAKE, _signed(memory // max(_loaded().threads - 1, 1)), without)

    def __del__(self) -> None:
        if hasattr(self, "number"):  # else the constructor raised
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
        """Return for each position its bounds, the bounds of each card, and the nodes."""
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
        """Return the tricks of each taker (None if stopped), those after each card, and the nodes."""
        words = self._answer(MAX_N, nodes, seconds, cancel, _words(each) + position.words)
        nodes_there, takers = _nodes(words), next(words)
        if not takers:
            return None, [], nodes_there
        return _some(words, takers), [(next(words), _some(words, takers)) for _ in range(next(words))], nodes_there

    def playouts(self, positions: Sequence[Position], alone: bool, /) -> list[list[tuple[int, list[int]]]]:
        """Return for each position the takers' tricks after each card, by heuristic playouts."""
        asked = _words(alone, len(positions)) + b"".join(position.words for position in positions)
        words = self._answer(PLAYOUTS, None, None, None, asked)
        rows = []
        for _ in positions:
            takers = next(words)
            rows.append([(next(words), _some(words, takers)) for _ in range(next(words))])
        return rows

    def surprises(self, position: Position, alone: bool, cards: Sequence[int], own: int, /) -> int:
        """Return how many of the cards the heuristic would not have played; cards of `own` are not counted."""
        asked = _words(alone, own) + position.words + _words(len(cards), *cards)
        return next(self._answer(SURPRISES, None, None, None, asked))

    def _answer(
        self, what: int, nodes: int | None, seconds: float | None, cancel: Cancel | None, asked: bytes
    ) -> Iterator[int]:
        return _answer(self._begins(what, nodes) + asked, seconds, cancel)

    def _begins(self, what: int, nodes: int | None) -> bytes:
        """Return the first words of a message to this solver."""
        return _words(what, self.number, *_halves(UNLIMITED if nodes is None else nodes))


def _loaded() -> Kernels:
    if _kernels is None:
        raise ImportError("the kernel has not been loaded")
    return _kernels


def _over(seconds: float | None, cancel: Cancel | None) -> Over:
    until = None if seconds is None else time.monotonic() + seconds
    return lambda: (cancel is not None and cancel.cancelled) or (until is not None and time.monotonic() > until)


def _answer(question: bytes, seconds: float | None, cancel: Cancel | None) -> Iterator[int]:
    """Send a message to the first kernel and return the words of its answer. Raise ValueError on an error code."""
    return _read(_loaded().ask(question, _over(seconds, cancel)))


def _read(said: KernelAnswer) -> Iterator[int]:
    if isinstance(said, int):
        raise ValueError(REFUSALS[said])
    return iter(memoryview(said).cast("i"))


def _words(*words: Any) -> bytes:
    """Encode integers as words. Raise ValueError if one is out of range, TypeError if one is not an integer."""
    try:
        return array("i", words).tobytes()
    except OverflowError as wrong:
        raise ValueError(REFUSALS[-1]) from wrong


def _halves(number: int) -> tuple[int, int]:
    """Return the lower and the upper word of a 64-bit number."""
    return _signed(number & 0xFFFF_FFFF), _signed(number >> 32)


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


def _nodes(words: Iterator[int]) -> int:
    low, high = next(words) & 0xFFFF_FFFF, next(words) & 0xFFFF_FFFF
    return high << 32 | low


def _some(words: Iterator[int], many: int) -> list[int]:
    return [next(words) for _ in range(many)]
