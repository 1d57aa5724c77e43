"""The solver as WebAssembly: the interface of `prikup.solver.native`, over messages of 32-bit words.

A kernel is an instance of the compiled C++ solver. Its code is the same as in the native extension; `kernel/wasm.cpp`
defines the messages. The program that loads a kernel calls `use` with an object that sends messages to it. If there are
several kernels, each with its own memory, the positions of a search are distributed among them.
"""

import sys
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

__all__ = ["Cancel", "KernelAnswer", "Kernels", "Over", "Position", "Solver", "kernel", "threads", "use"]

Over = Callable[[], bool]
"""A function that returns True once a search should stop, because its time limit has passed or it was cancelled."""
KernelAnswer = bytes | int
"""The answer of a kernel (an instance of the solver): its 32-bit words as bytes, or an error code as an int."""


class Kernels(Protocol):
    """One or more loaded kernels (instances of the solver compiled to WebAssembly), to which messages can be sent.

    The program that loads the kernels implements this class and passes it to `use`. While searching, each kernel calls
    the function `over` from time to time, and stops if `over` returns True.
    """

    threads: int
    """The maximum number of kernels (instances of the solver), which run in parallel like threads."""

    def ask(self, question: bytes, over: Over) -> KernelAnswer:
        """Send a question (a message) to the first kernel and return its answer.

        The kernel stops when `over` returns True.
        """
        ...

    def share(self, make: bytes, questions: Sequence[bytes], over: Over) -> KernelAnswer:
        """Distribute questions (messages with positions to solve) among the idle kernels and return the answers.

        The answers are concatenated in the order of the questions. `make` is the message that creates the solver that
        the questions refer to, for kernels that do not have it yet. The kernels stop when `over` returns True.
        """
        ...


kernel = "wasm"
"""The name of the build of the search in use.

The native module has several builds; for WebAssembly there is only this one.
"""

MAKE, DROP, SOLVE, MAX_N, PLAYOUTS, SURPRISES = range(6)
REFUSALS = {-1: "a position that cannot be", -2: "cards that cannot be played"}
"""The message of the ValueError for each error code of a kernel (an instance of the solver)."""
NO_NODE_LIMIT = (1 << 64) - 1
WORTH_SHARING = 6
"""The minimum number of positions that are distributed among several kernels (instances of the solver). With fewer
positions, the overhead costs more than it saves.
"""

_kernels: Kernels | None = None


def use(kernels: Kernels) -> None:
    """Make `prikup.solver` search with these kernels instead of the native extension from now on.

    A kernel is an instance of the solver compiled to WebAssembly.
    """
    global _kernels
    _kernels = kernels
    module = sys.modules[__name__]
    sys.modules["prikup.solver.native"] = module
    vars(sys.modules["prikup.solver"])["native"] = module  # the extension may already be imported there


def threads() -> int:
    """Return the maximum number of kernels (instances of the solver), which run in parallel like threads."""
    return _loaded_kernels().threads


class Cancel:
    """A token that cancels searches.

    A cancellation takes effect if it comes before a search starts, or during a search if another thread can run
    meanwhile.
    """

    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        """Stop every search that was given this token."""
        self.cancelled = True


class Position:
    """A position encoded as 32-bit words for a kernel (an instance of the solver).

    The kernel validates the position when it is used. Seats are numbered in playing order, and `hands` are bit masks of
    cards. `counted_seats` and `eager` are bit masks of seats: those whose tricks are counted, and those that want this
    number to be high. -1 stands for None in `trump` and `last`. `talon_takes` tells whether talon cards (undealt cards
    that lead tricks) can win tricks.
    """

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
    ) -> None:
        self.words = _encode_integers(
            *(len(hands), *(half for hand in hands for half in _halves(hand))),
            *(leader, trump, ace_low, must_trump, last, counted_seats, eager, talon_takes, leader_again),
            *(len(table), *table, len(talon), *talon),
        )


class Solver:
    """A search with its transposition tables (caches of positions), on all kernels (instances of the solver).

    Each kernel has its own transposition table. The argument `threads` is only validated, because the number of kernels
    is fixed when they are loaded. `disabled_parts` is a bit mask of the techniques to leave out (the indices in
    `prikup.solver.exact.PARTS`). A search with a limit of nodes (positions searched) runs on the first kernel only, so
    that its result is the same on every machine. The first kernel's table may use all of `memory`; the tables of the
    other kernels together may use as much again.
    """

    def __init__(self, threads: int, memory: int, disabled_parts: int, /) -> None:
        if not 1 <= threads <= 1024:
            raise ValueError("1 to 1024 threads")
        memory = min(memory, (1 << 32) - 1)
        self.number = next(_answer(_encode_integers(MAKE, _to_signed(memory), disabled_parts), None, None))
        self.make_message = _encode_integers(
            MAKE, _to_signed(memory // max(_loaded_kernels().threads - 1, 1)), disabled_parts
        )

    def __del__(self) -> None:
        if hasattr(self, "number"):  # else the constructor raised
            self._answer(DROP, None, None, None, b"")

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
    ) -> list[tuple[tuple[int, int], list[tuple[int, tuple[int, int]]], int]]:
        """Return for each position bounds on its side's tricks, such bounds after each card, and the node count.

        The node count is the number of positions searched. `nodes` is the maximum for each position, `seconds` the time
        limit, and `cancel` a token that stops the search. Numbers of tricks are clamped to the range from `min_tricks`
        to `max_tricks`. The bounds after each card are computed only if `with_cards`.
        """
        prefix, kernels, over = self._message_prefix(SOLVE, nodes), _loaded_kernels(), _over(seconds, cancel)

        def build_question(batch: Sequence[Position]) -> bytes:
            return (
                prefix
                + _encode_integers(with_cards, min_tricks, max_tricks, len(batch))
                + b"".join(position.words for position in batch)
            )

        if nodes is None and kernels.threads > 1 and len(positions) >= WORTH_SHARING:
            answer = kernels.share(self.make_message, [build_question([position]) for position in positions], over)
        else:
            answer = kernels.ask(build_question(positions), over)
        words = _read(answer)
        rows = []
        for _ in positions:
            bounds, nodes_there = (next(words), next(words)), _nodes(words)
            cards = [(next(words), (next(words), next(words))) for _ in range(next(words))]
            rows.append((bounds, cards, nodes_there))
        return rows

    def max_n(
        self, position: Position, with_cards: bool, nodes: int | None, seconds: float | None, cancel: Cancel | None, /
    ) -> tuple[list[int] | None, list[tuple[int, list[int]]], int]:
        """Return each taker's tricks if every seat plays for itself, the tricks after each card, and the node count.

        Takers are the seats in play and the talon's dealer (the seat that wins tricks with undealt cards). The first
        item is None if the search was stopped by `cancel` or by the limits `nodes` (positions searched) and `seconds`.
        The tricks after each card are computed only if `with_cards`.
        """
        words = self._answer(MAX_N, nodes, seconds, cancel, _encode_integers(with_cards) + position.words)
        nodes_there, takers = _nodes(words), next(words)
        if not takers:
            return None, [], nodes_there
        return (
            _read_words(words, takers),
            [(next(words), _read_words(words, takers)) for _ in range(next(words))],
            nodes_there,
        )

    def playouts(self, positions: Sequence[Position], no_partners: bool, /) -> list[list[tuple[int, list[int]]]]:
        """Return, for each position, each taker's tricks after each legal card, if a heuristic plays all later cards.

        The heuristic sees only the hand of the player whose turn it is. With `no_partners`, it treats no seats as
        partners.

        Takers are the seats in play and the talon's dealer (the seat that wins tricks with undealt cards).
        """
        arguments = _encode_integers(no_partners, len(positions)) + b"".join(position.words for position in positions)
        words = self._answer(PLAYOUTS, None, None, None, arguments)
        rows = []
        for _ in positions:
            takers = next(words)
            rows.append([(next(words), _read_words(words, takers)) for _ in range(next(words))])
        return rows

    def surprises(self, position: Position, no_partners: bool, cards: Sequence[int], own_index: int, /) -> int:
        """Return how many of `cards`, played from a position on, the playout heuristic would not have played.

        Playouts use the heuristic to play deals to the end; it sees only the hand of the player whose turn it is. With
        `no_partners`, it treats no seats as partners. Cards of the seat with index `own_index` in playing order are not
        counted.
        """
        arguments = _encode_integers(no_partners, own_index) + position.words + _encode_integers(len(cards), *cards)
        return next(self._answer(SURPRISES, None, None, None, arguments))

    def _answer(
        self, request_type: int, nodes: int | None, seconds: float | None, cancel: Cancel | None, arguments: bytes
    ) -> Iterator[int]:
        """Send a request to this solver on the first kernel, and return the words of the answer.

        A kernel is an instance of the solver. `request_type` is one of the numbers such as SOLVE, `arguments` are the
        encoded arguments, and the request ends at the limit of `nodes` (positions) or `seconds`, or by `cancel`.
        """
        return _answer(self._message_prefix(request_type, nodes) + arguments, seconds, cancel)

    def _message_prefix(self, request_type: int, nodes: int | None) -> bytes:
        """Return the first words of a message: the `request_type`, this solver's number and the limit of `nodes`.

        Nodes are the positions that a search visits; None means no limit.
        """
        return _encode_integers(request_type, self.number, *_halves(NO_NODE_LIMIT if nodes is None else nodes))


def _loaded_kernels() -> Kernels:
    if _kernels is None:
        raise ImportError("the kernel has not been loaded")
    return _kernels


def _over(seconds: float | None, cancel: Cancel | None) -> Over:
    """Return a function that tells whether a search should stop: after `seconds`, or once `cancel` is set."""
    until = None if seconds is None else time.monotonic() + seconds
    return lambda: (cancel is not None and cancel.cancelled) or (until is not None and time.monotonic() > until)


def _answer(question: bytes, seconds: float | None, cancel: Cancel | None) -> Iterator[int]:
    """Send the message `question` to the first kernel (instance of the solver), and return the words of its answer.

    The kernel stops after `seconds`, or once `cancel` is set. Raise ValueError on an error code.
    """
    return _read(_loaded_kernels().ask(question, _over(seconds, cancel)))


def _read(answer: KernelAnswer) -> Iterator[int]:
    """Return the 32-bit words of the answer of a kernel (an instance of the solver).

    Raise ValueError if the answer is an error code.
    """
    if isinstance(answer, int):
        raise ValueError(REFUSALS[answer])
    return iter(memoryview(answer).cast("i"))


def _encode_integers(*words: Any) -> bytes:
    """Encode integers as 32-bit words. Raise ValueError if one is out of range, TypeError if one is not an integer."""
    try:
        return array("i", words).tobytes()
    except OverflowError as wrong:
        raise ValueError(REFUSALS[-1]) from wrong


def _halves(number: int) -> tuple[int, int]:
    """Return the lower and the upper 32-bit word of a 64-bit number, both as signed integers."""
    return _to_signed(number & 0xFFFF_FFFF), _to_signed(number >> 32)


def _to_signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


def _nodes(words: Iterator[int]) -> int:
    """Return the number of searched nodes (positions), which the next two words encode, the lower word first."""
    low, high = next(words) & 0xFFFF_FFFF, next(words) & 0xFFFF_FFFF
    return high << 32 | low


def _read_words(words: Iterator[int], count: int) -> list[int]:
    return [next(words) for _ in range(count)]
