"""The values of positions, from the native search, which lets other threads run while it thinks."""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from prikup.cards import Card, Seat
from prikup.errors import PrikupError, reason
from prikup.solver.position import MOST_CARDS, Position

if TYPE_CHECKING:
    from prikup.solver.native import Cancel
    from prikup.solver.native import Position as NativePosition

__all__ = [
    "MEMORY",
    "PARTS",
    "Answer",
    "BestCard",
    "Bounds",
    "Limits",
    "NoSolver",
    "NotSolved",
    "Part",
    "Question",
    "Search",
    "best_line",
    "solve",
    "solve_cards",
    "solve_many",
]

MEMORY = 256 << 20
"""The bytes in which a search may remember things, if nothing else is said."""

Question = Literal["value", "cards"]

Part = Literal["table", "bounds", "skips", "hints"]
"""A part that makes the search fast.

`table`: what it remembers; `bounds`: what is certain before a trick begins; `skips`: cards that need no try because a
like one failed; `hints`: the card that was best in a like position.
"""

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
    """The knowledge of a search: the tricks that the side takes from now on, or that it takes after each card.

    `each` holds the cards that may be played now, if they were asked for. `nodes` counts how often a trick was about to
    begin.
    """

    tricks: Bounds
    each: dict[Card, Bounds]
    nodes: int

    @property
    def value(self) -> int:
        """The tricks of the side. Raise NotSolved where the search was stopped before."""
        least, most = self.tricks
        if least < most:
            raise NotSolved(self)
        return least

    @property
    def cards(self) -> dict[Card, int]:
        """The tricks of the side after each card. Raise NotSolved where the search was stopped before."""
        if any(least < most for least, most in self.each.values()):
            raise NotSolved(self)
        return {card: least for card, (least, _) in self.each.items()}


class Limits(Struct, frozen=True, kw_only=True):
    """The conditions under which a search gives up, and the memory that it may use.

    `nodes` are of each position; `seconds` and `memory` (bytes, at least a MiB) of all positions and threads together.
    `cancel` stops the search from another thread, by `cancel.cancel()`.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = MEMORY
    cancel: "Cancel | None" = None


NO_LIMITS = Limits()


def solve(position: Position, *, within: Bounds | None = None, limits: Limits = NO_LIMITS) -> int:
    """Return the tricks that the side takes from now on, the unfinished one too, when everybody plays best.

    A value outside `within` comes as its nearest end, and sooner: a contract of six is made if `solve(position,
    within=(5, 6)) == 6`. Raise BadPosition, and NotSolved where a limit was reached.
    """
    return solve_many([position], within=within, limits=limits)[0].value


def solve_cards(position: Position, *, within: Bounds | None = None, limits: Limits = NO_LIMITS) -> dict[Card, int]:
    """Return the tricks of the side, as `solve` does, after each card that may be played now."""
    return solve_many([position], "cards", within=within, limits=limits)[0].cards


def solve_many(
    positions: Iterable[Position],
    what: Question = "value",
    *,
    within: Bounds | None = None,
    threads: int = 1,
    limits: Limits = NO_LIMITS,
) -> list[Answer]:
    """Return the answers for many positions, in their order.

    Positions that follow each other and differ in their cards only, as the worlds of one deal do, share what a thread
    has found out. Raise BadPosition; where a limit was reached, the answers raise NotSolved when they are asked.
    """
    return Search(threads, limits).answers(positions, what, within)


class BestCard(Struct, frozen=True, gc=False):
    """A card of a line of play, and the tricks that the side takes from there on."""

    card: Card
    value: int


def best_line(position: Position, *, limits: Limits = NO_LIMITS) -> tuple[BestCard, ...]:
    """Return one line of best play to the end: of equally good cards the lowest."""
    return tuple(Search(limits=limits).best_line(position))


class Search:
    """The native search, which remembers what it has found out for the next positions that are like the last.

    `without` names parts to do without, which changes how long it takes and nothing else. The seconds of its limits
    begin when it is made. It is not for two threads at a time. Raise NoSolver where the native part is missing.
    """

    def __init__(self, threads: int = 1, limits: Limits = NO_LIMITS, without: Iterable[Part] = ()) -> None:
        try:  # not above: a package without it still plays, and says here what is missing
            import prikup.solver.native as native
        except ImportError as missing:
            raise NoSolver(reason("no-solver")) from missing
        if threads < 1 or limits.memory < 1 << 20:
            raise ValueError("at least one thread and a MiB of memory")
        self.position, self.limits = native.Position, limits
        self.until = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.solver = native.Solver(threads, limits.memory, sum(1 << PARTS.index(part) for part in set(without)))

    def answers(
        self, positions: Iterable[Position], what: Question = "value", within: Bounds | None = None
    ) -> list[Answer]:
        """Return the answers for many positions, as `solve_many` does."""
        asked = [self._asked(position) for position in positions]
        least, most = within or (0, MOST_CARDS)
        limits = self.limits
        rows = self.solver.solve(asked, what == "cards", least, most, limits.nodes, self._left(), limits.cancel)
        return [Answer(tricks, dict(cards), nodes) for tricks, cards, nodes in rows]

    def best_line(self, position: Position) -> Iterator[BestCard]:
        """Yield a line of best play, card by card. Raise NotSolved where a limit is reached."""
        value = self.answers([position])[0].value
        while position.left:
            # Which cards keep the value is soon found out; what the others are worth does not matter.
            within = (value - 1, value) if position.wants_many(position.tricks.turn) else (value, value + 1)
            cards = self.answers([position], "cards", within)[0].cards
            card = min(card for card, tricks in cards.items() if tricks == value)
            taken, position = position.after(card)
            value -= taken
            yield BestCard(card, value)

    def max_n(self, position: Position, *, each: bool) -> tuple[dict[Seat, int], dict[Card, dict[Seat, int]]]:
        """Return the tricks of every seat that plays for itself alone, and (`each`) those after each card.

        Nothing is remembered. Raise NotSolved where a limit is reached.
        """
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
        """Return the tricks of every seat from now on, after each card that may be played now, for each position.

        All then go on by a rule of thumb that sees only its own hand. `alone`: no seat plays for another.
        """
        asked = list(positions)
        rows = self.solver.playouts([self._asked(position) for position in asked], alone)
        return [
            {card: dict(zip(position.takers, taken, strict=True)) for card, taken in row}
            for position, row in zip(asked, rows, strict=True)
        ]

    def surprises(self, position: Position, cards: Sequence[Card], own: Seat | None, *, alone: bool) -> int:
        """Return how many of these cards, played from a position on, that rule of thumb would not have played.

        The cards of the seat `own` do not count.
        """
        at = -1 if own is None or own not in position.seats else position.seats.index(own)
        return self.solver.surprises(self._asked(position), alone, cards, at)

    def _left(self) -> float | None:
        """Return the seconds that are left, None without a limit."""
        return None if self.until is None else max(0.0, self.until - time.monotonic())

    def _asked(self, position: Position) -> "NativePosition":
        """Return a position in the search's terms: seats by their place in playing order."""
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
