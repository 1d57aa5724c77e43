"""The functions of the double-dummy solver: they compute how many tricks a side takes with all cards visible.

The search is native code, which releases the interpreter lock while it runs.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from prikup.rules.cards import Card, Seat
from prikup.rules.errors import PrikupError, reason
from prikup.solver.position import MAX_CARDS, Position

if TYPE_CHECKING:
    from prikup.solver.native import Cancel
    from prikup.solver.native import Position as NativePosition

__all__ = [
    "MEMORY",
    "PARTS",
    "BestCard",
    "Bounds",
    "Limits",
    "NoSolver",
    "NotSolved",
    "Part",
    "Search",
    "SearchGoal",
    "SearchResult",
    "best_line",
    "solve",
    "solve_cards",
    "solve_many",
]

MEMORY = 256 << 20
"""The default size in bytes of a search's transposition table (its cache of positions)."""

SearchGoal = Literal["value", "cards"]
"""The goal of a search: only the value of the position, or the value after each legal card too.

The value is the number of tricks that the position's side takes with best play.
"""

Part = Literal["table", "bounds", "skips", "hints"]
"""An optional technique of the search; without it, the results are the same but take longer.

`table` is the transposition table (a cache of positions). `bounds` are bounds on the number of tricks that can be
proved before a trick begins. `skips` leaves out cards because an equivalent card has failed. `hints` tries the best
card of a similar position first.
"""

PARTS: tuple[Part, ...] = get_args(Part)

Bounds = tuple[int, int]
"""The minimum and maximum number of tricks, both included."""


class NoSolver(PrikupError):
    """The error if the native module of the solver is missing: the package was built without a C++ compiler."""


class NotSolved(PrikupError):
    """The error if a search was stopped before it found the exact value; `answer` has the bounds found so far."""

    def __init__(self, answer: "SearchResult") -> None:
        min_tricks, max_tricks = answer.tricks
        is_exact = min_tricks == max_tricks  # then only the values of the cards are missing
        super().__init__(
            reason("not-solved-cards", tricks=min_tricks)
            if is_exact
            else reason("not-solved", least=min_tricks, most=max_tricks)
        )
        self.answer = answer


class SearchResult(Struct, frozen=True, gc=False):
    """The result of a search: bounds on the number of tricks that the position's side takes from now on.

    The side is the seats of `Position.side`, whose tricks count together. `tricks` has the bounds for best play by all
    seats. `bounds_by_card` has the bounds after each legal card if they were requested, else nothing. `nodes` counts
    the positions at the start of a trick that the search visited.
    """

    tricks: Bounds
    bounds_by_card: dict[Card, Bounds]
    nodes: int

    @property
    def value(self) -> int:
        """The number of tricks that the side of the position (`Position.side`) takes.

        Raise NotSolved if the search was stopped too early.
        """
        min_tricks, max_tricks = self.tricks
        if min_tricks < max_tricks:
            raise NotSolved(self)
        return min_tricks

    @property
    def cards(self) -> dict[Card, int]:
        """The number of tricks that the side of the position (`Position.side`) takes after each legal card.

        Raise NotSolved if the search was stopped too early.
        """
        if any(min_tricks < max_tricks for min_tricks, max_tricks in self.bounds_by_card.values()):
            raise NotSolved(self)
        return {card: min_tricks for card, (min_tricks, _) in self.bounds_by_card.items()}


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of a search; None means no limit.

    `nodes` is the number of positions that the search may visit to solve one position; `seconds` and `memory` (bytes,
    at least 1 MiB) apply to all positions and threads together. Another thread can stop the search by calling
    `cancel.cancel()`.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = MEMORY
    cancel: "Cancel | None" = None


NO_LIMITS = Limits()


def solve(position: Position, *, window: Bounds | None = None, limits: Limits = NO_LIMITS) -> int:
    """Return how many tricks `position.side` takes from the unfinished trick on, with best play by all seats.

    If the value is outside the range `window` (a minimum and a maximum), the nearest end of the range is returned,
    which is faster to compute: a contract of six tricks is made if `solve(position, window=(5, 6)) == 6`. `limits` are
    the limits of the search. Raise BadPosition if the position is impossible, and NotSolved if a limit was reached.
    """
    return solve_many([position], window=window, limits=limits)[0].value


def solve_cards(position: Position, *, window: Bounds | None = None, limits: Limits = NO_LIMITS) -> dict[Card, int]:
    """Return how many tricks `position.side` takes, as `solve` counts them, after each legal card.

    Numbers outside the range `window` are replaced by its nearest end, which is faster to compute. Raise the errors of
    `solve`, such as NotSolved if one of the `limits` was reached.
    """
    return solve_many([position], "cards", window=window, limits=limits)[0].cards


def solve_many(
    positions: Iterable[Position],
    search_goal: SearchGoal = "value",
    *,
    window: Bounds | None = None,
    threads: int = 1,
    limits: Limits = NO_LIMITS,
) -> list[SearchResult]:
    """Return the search results for many positions, in their order.

    `search_goal` tells whether the values of the legal cards are wanted too. Numbers of tricks outside the range
    `window` are replaced by its nearest end.

    `threads` is the number of threads to use. Consecutive positions that differ only in their cards, such as worlds of
    one deal, share a thread's transposition table (a cache of positions). Raise BadPosition if a position is
    impossible. If a limit was reached, the results still have bounds, but their `value` or `cards` raise NotSolved.
    """
    return Search(threads, limits).answers(positions, search_goal, window)


class BestCard(Struct, frozen=True, gc=False):
    """A card of a line of best play, and how many tricks (`value`) the position's side still takes after it.

    A trick that this card completes is not counted.
    """

    card: Card
    value: int


def best_line(position: Position, *, limits: Limits = NO_LIMITS) -> tuple[BestCard, ...]:
    """Return one line of best play from `position`, card by card, to the end of the deal.

    Among equally good cards the lowest is played. Raise NotSolved if one of the `limits` was reached.
    """
    return tuple(Search(limits=limits).best_line(position))


class Search:
    """The native search with its transposition table (a cache of positions), reused for similar positions.

    `threads` is the maximum number of threads. `disabled_parts` are techniques that the search does without; this
    changes its run time only. `limits.seconds` counts from the construction of the Search. Two threads must not use one
    Search at the same time. Without `check`, positions are not validated, so they have to come from states of a game,
    which are always valid. Raise NoSolver if the native module is missing.
    """

    def __init__(
        self, threads: int = 1, limits: Limits = NO_LIMITS, disabled_parts: Iterable[Part] = (), *, check: bool = True
    ) -> None:
        try:  # imported here, because most of the package works without it
            import prikup.solver.native as native
        except ImportError as missing:
            raise NoSolver(reason("no-solver")) from missing
        if threads < 1 or limits.memory < 1 << 20:
            raise ValueError("at least one thread and a MiB of memory")
        self.position, self.limits, self.check = native.Position, limits, check
        self.until = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.solver = native.Solver(threads, limits.memory, sum(1 << PARTS.index(part) for part in set(disabled_parts)))

    def answers(
        self, positions: Iterable[Position], search_goal: SearchGoal = "value", window: Bounds | None = None
    ) -> list[SearchResult]:
        """Return the search results for many positions, in their order, as `solve_many` does.

        `search_goal` tells whether the value of each card is wanted too; numbers of tricks outside the range `window`
        are replaced by its nearest end.
        """
        native_positions = [self._native_position(position) for position in positions]
        min_tricks, max_tricks = window or (0, MAX_CARDS)
        limits = self.limits
        rows = self.solver.solve(
            native_positions,
            search_goal == "cards",
            min_tricks,
            max_tricks,
            limits.nodes,
            self._remaining_seconds(),
            limits.cancel,
        )
        return [SearchResult(tricks, dict(cards), nodes) for tricks, cards, nodes in rows]

    def best_line(self, position: Position) -> Iterator[BestCard]:
        """Yield one line (sequence of cards) of best play from a position on, card by card.

        Raise NotSolved if a limit is reached.
        """
        value = self.answers([position])[0].value
        while position.remaining_tricks:
            # A narrow window is enough and fast, because only the cards that keep the value are of interest.
            window = (value - 1, value) if position.wants_many(position.turn) else (value, value + 1)
            cards = self.answers([position], "cards", window)[0].cards
            card = min(card for card, tricks in cards.items() if tricks == value)
            tricks_taken, position = position.after(card)
            value -= tricks_taken
            yield BestCard(card, value)

    def max_n(self, position: Position, *, with_cards: bool) -> tuple[dict[Seat, int], dict[Card, dict[Seat, int]]]:
        """Return the tricks of every seat from `position` on if each plays for itself, and the same after each card.

        The tricks after each card are computed only if `with_cards`. Nothing is cached between calls. Raise NotSolved
        if a limit is reached.
        """
        native_position, limits = self._native_position(replace(position, side=frozenset(position.seats))), self.limits
        tricks, cards, nodes = self.solver.max_n(
            native_position, with_cards, limits.nodes, self._remaining_seconds(), limits.cancel
        )
        if tricks is None:
            raise NotSolved(SearchResult((0, position.remaining_tricks), {}, nodes))
        takers = position.takers
        return (
            dict(zip(takers, tricks, strict=True)),
            {card: dict(zip(takers, card_tricks, strict=True)) for card, card_tricks in cards},
        )

    def playouts(self, positions: Iterable[Position], *, no_partners: bool) -> list[dict[Card, dict[Seat, int]]]:
        """Return for each position how many tricks every seat takes from now on, after each legal card.

        This is a playout: after the card, each seat plays by a heuristic that sees only this seat's hand. With
        `no_partners`, the heuristic treats no seats as partners.
        """
        position_list = list(positions)
        rows = self.solver.playouts([self._native_position(position) for position in position_list], no_partners)
        return [
            {card: dict(zip(position.takers, card_tricks, strict=True)) for card, card_tricks in row}
            for position, row in zip(position_list, rows, strict=True)
        ]

    def count_deviations(
        self, position: Position, cards: Sequence[Card], own_seat: Seat | None, *, no_partners: bool
    ) -> int:
        """Return how many of `cards`, played from `position` on, the playout heuristic would not have played.

        Playouts use the heuristic to play deals to the end; it sees only the hand of the player whose turn it is. Bots
        use the number to judge how likely a possible deal is. Cards of the seat `own_seat` are not counted. With
        `no_partners`, the heuristic assumes that no seats are partners.
        """
        own_index = -1 if own_seat is None or own_seat not in position.seats else position.seats.index(own_seat)
        return self.solver.surprises(self._native_position(position), no_partners, cards, own_index)

    def _remaining_seconds(self) -> float | None:
        """Return the seconds that remain of the time limit; None without a limit."""
        return None if self.until is None else max(0.0, self.until - time.monotonic())

    def _native_position(self, position: Position) -> "NativePosition":
        """Convert a position to the native format, in which seats are numbered in playing order."""
        if self.check:
            _ = position.tricks  # raises BadPosition
        seats, order, dealer = position.seats, position.order, position.dealer
        side = sum(1 << index for index, seat in enumerate(seats) if seat in position.side)
        every = (1 << len(seats)) - 1
        return self.position(
            tuple(position.hands[seat] for seat in seats),
            seats.index(position.leader),
            -1 if order.trump is None else order.trump,
            order.ace_low,
            position.follow == "must_trump",
            -1 if position.last is None else seats.index(position.last),
            side | (1 << 4 if dealer is not None and dealer in position.side else 0),
            side if position.goal == "most" else every & ~side,
            position.table,
            position.talon,
            dealer is not None,
            position.leader_again,
        )
