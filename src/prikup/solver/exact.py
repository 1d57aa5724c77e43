"""The values of positions, from the native search, which lets other threads run while it thinks."""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from prikup.cards import Card
from prikup.errors import PrikupError, reason
from prikup.solver.position import MOST_CARDS, Position
from prikup.state import Seat

if TYPE_CHECKING:
    from prikup.solver import native

__all__ = [
    "MEMORY",
    "PARTS",
    "Answer",
    "Bounds",
    "Limits",
    "NoSolver",
    "NotSolved",
    "Part",
    "Search",
    "Step",
    "What",
    "line",
    "solve",
    "solve_cards",
    "solve_many",
]

MEMORY = 256 << 20
"""How many bytes a search may remember things in, if nothing else is said."""

What = Literal["value", "cards"]

Part = Literal["table", "bounds", "skips", "hints"]
"""What makes the search fast: what it remembers, what is certain before a trick begins, cards that need no try because
a like one failed, and the card that was best in a like position."""

PARTS: tuple[Part, ...] = get_args(Part)

Bounds = tuple[int, int]
"""The least and the most tricks that can be."""


class NoSolver(PrikupError):
    """The native part is missing: the package was built without a C++ compiler."""


class NotSolved(PrikupError):
    """The search was stopped before it was sure; `answer` holds what is known."""

    def __init__(self, answer: "Answer") -> None:
        least, most = answer.tricks
        known = least == most  # then only what each card is worth is not
        super().__init__(
            reason("not-solved-cards", tricks=least) if known else reason("not-solved", least=least, most=most)
        )
        self.answer = answer


class Answer(Struct, frozen=True, gc=False):
    """What a search knows: the tricks that the side takes from now on, or that it takes after each card that may be
    played now. `nodes` counts how often a trick was about to begin."""

    tricks: Bounds
    each: dict[Card, Bounds]
    nodes: int

    @property
    def value(self) -> int:
        """The tricks of the side. Raises NotSolved where the search was stopped before."""
        least, most = self.tricks
        if least < most:
            raise NotSolved(self)
        return least

    @property
    def cards(self) -> dict[Card, int]:
        """The tricks of the side after each card. Raises NotSolved where the search was stopped before."""
        if any(least < most for least, most in self.each.values()):
            raise NotSolved(self)
        return {card: least for card, (least, _) in self.each.items()}


class Limits(Struct, frozen=True, kw_only=True):
    """When a search gives up, and what it may use.

    `nodes` are of each position; `seconds` and `memory` (bytes, at least a MiB) of all positions and threads together.
    `cancel` stops the search from another thread, by `cancel.cancel()`.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = MEMORY
    cancel: "native.Cancel | None" = None


NO_LIMITS = Limits()


def solve(position: Position, *, within: Bounds | None = None, limits: Limits = NO_LIMITS) -> int:
    """The tricks that the side takes from now on, the unfinished one too, when everybody plays best.

    A value outside `within` comes as its nearest end, and sooner: a contract of six is made if
    `solve(position, within=(5, 6)) == 6`. Raises BadPosition, and NotSolved where a limit was reached.
    """
    return solve_many([position], within=within, limits=limits)[0].value


def solve_cards(position: Position, *, within: Bounds | None = None, limits: Limits = NO_LIMITS) -> dict[Card, int]:
    """The same after each card that may be played now."""
    return solve_many([position], "cards", within=within, limits=limits)[0].cards


def solve_many(
    positions: Iterable[Position],
    what: What = "value",
    *,
    within: Bounds | None = None,
    threads: int = 1,
    limits: Limits = NO_LIMITS,
) -> list[Answer]:
    """The answers for many positions, in their order. Those that follow each other and differ in their cards only, as
    the worlds of one deal, share what a thread has found out."""
    return Search(threads, limits).answers(positions, what, within)


class Step(Struct, frozen=True, gc=False):
    """A card of a line of play, and what the side takes from there on."""

    card: Card
    value: int


def line(position: Position, *, limits: Limits = NO_LIMITS) -> tuple[Step, ...]:
    """One line of best play to the end: of equally good cards the lowest."""
    return tuple(Search(limits=limits).line(position))


class Search:
    """The native search. It remembers what it has found out for the next positions that are like the last; `without`
    names parts to do without, which changes how long it takes and nothing else. The seconds of its limits begin when it
    is made. Not for two threads at a time."""

    def __init__(self, threads: int = 1, limits: Limits = NO_LIMITS, without: Iterable[Part] = ()) -> None:
        try:
            from prikup.solver import native
        except ImportError as missing:
            raise NoSolver(reason("no-solver")) from missing
        if threads < 1 or limits.memory < 1 << 20:
            raise ValueError("at least one thread and a MiB of memory")
        self.position, self.limits = native.Position, limits
        self.until = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.solver = native.Solver(threads, limits.memory, sum(1 << PARTS.index(part) for part in set(without)))

    def answers(
        self, positions: Iterable[Position], what: What = "value", within: Bounds | None = None
    ) -> list[Answer]:
        """As `solve_many`."""
        asked = [self._asked(position) for position in positions]
        least, most = within or (0, MOST_CARDS)
        limits = self.limits
        rows = self.solver.solve(asked, what == "cards", least, most, limits.nodes, self._left(), limits.cancel)
        return [Answer(tricks, dict(cards), nodes) for tricks, cards, nodes in rows]

    def line(self, position: Position) -> Iterator[Step]:
        """A line of best play, card by card. Raises NotSolved where a limit is reached: what came before it stands."""
        value = self.answers([position])[0].value
        while position.left:
            # Which cards keep the value is soon found out; what the others are worth does not matter.
            within = (value - 1, value) if position.wants_many(position.tricks.turn) else (value, value + 1)
            cards = self.answers([position], "cards", within)[0].cards
            card = min(card for card, tricks in cards.items() if tricks == value)
            taken, position = position.after(card)
            value -= taken
            yield Step(card, value)

    def max_n(self, position: Position, *, each: bool) -> tuple[dict[Seat, int], dict[Card, dict[Seat, int]]]:
        """What everybody takes who plays for himself alone, and after each card, if asked for; nothing is remembered.
        Raises NotSolved."""
        asked, limits = self._asked(replace(position, side=frozenset(position.seats))), self.limits
        tricks, cards, nodes = self.solver.max_n(asked, each, limits.nodes, self._left(), limits.cancel)
        if tricks is None:
            raise NotSolved(Answer((0, position.left), {}, nodes))
        takers = position.takers
        return (
            dict(zip(takers, tricks, strict=True)),
            {card: dict(zip(takers, taken, strict=True)) for card, taken in cards},
        )

    def playouts(self, positions: Iterable[Position], *, alone: bool) -> list[dict[Card, dict[Seat, int]]]:
        """What everybody takes from now on after each card that may be played now, if all then go on by a rule of thumb
        that sees only its own hand. `alone`: nobody plays for anybody else."""
        asked = list(positions)
        rows = self.solver.playouts([self._asked(position) for position in asked], alone)
        return [
            {card: dict(zip(position.takers, taken, strict=True)) for card, taken in row}
            for position, row in zip(asked, rows, strict=True)
        ]

    def surprises(self, position: Position, cards: Sequence[Card], own: Seat | None, *, alone: bool) -> int:
        """How many of these cards, played from a position on, that rule of thumb would not have played; those of `own`
        do not count."""
        at = -1 if own is None or own not in position.seats else position.seats.index(own)
        return self.solver.surprises(self._asked(position), alone, cards, at)

    def _left(self) -> float | None:
        """The seconds that are left."""
        return None if self.until is None else max(0.0, self.until - time.monotonic())

    def _asked(self, position: Position) -> "native.Position":
        """A position in the search's terms: seats by their place in playing order."""
        _ = position.tricks  # raises BadPosition
        seats, order, dealer = position.seats, position.order, position.dealer
        side = sum(1 << at for at, seat in enumerate(seats) if seat in position.side)
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
