"""Max^n: the tricks of every seat where no seat plays for another."""

from msgspec.structs import replace

from prikup.cards import Card, Seat
from prikup.solver.exact import Limits, Search, solve_many
from prikup.solver.position import Position

__all__ = ["Taken", "max_n", "max_n_cards", "paranoid"]

Taken = dict[Seat, int]
"""Tricks by seat: of those who play, and of the talon's dealer where there is one."""


def max_n(position: Position, *, limits: Limits = Limits()) -> Taken:
    """Return the tricks that each seat takes from now on, the unfinished one too, when every seat plays for itself.

    Every seat wants the position's `goal` of its own tricks, the most or the fewest; its `side` says nothing here. Of
    cards that are as good for itself a seat plays that which is worst for the next seat in playing order, of those that
    which is worst for the one after that, and so on; the talon's dealer, who does not play, comes last. So there is one
    answer, whatever the suits are called.

    Seat 0 takes no trick here: if it leads spades, seat 1 takes both, if it leads clubs, seat 2. It is worse for seat
    1, which comes next, to take none, so seat 0 leads clubs. If the two others play together against each seat, none is
    sure of a trick:

        >>> from prikup.cards import parse_mask
        >>> hands = tuple(map(parse_mask, ("7.7..", "AJ...", ".J9..")))
        >>> position = Position(hands=hands, seats=(0, 1, 2), leader=0)
        >>> max_n_cards(position)
        {5: {0: 0, 1: 2, 2: 0}, 18: {0: 0, 1: 0, 2: 2}}
        >>> max_n(position), paranoid(position)
        ({0: 0, 1: 0, 2: 2}, {0: 0, 1: 0, 2: 0})

    It is what comes of it if every seat plays so and knows it of the others, and promises nothing if they play
    otherwise. Raise BadPosition, and NotSolved where a limit was reached: then all it says is "from none to all".
    """
    return Search(1, limits).max_n(position, each=False)[0]


def max_n_cards(position: Position, *, limits: Limits = Limits()) -> dict[Card, Taken]:
    """Return the tricks of each seat, as `max_n` does, after each card that may be played now."""
    return Search(1, limits).max_n(position, each=True)[1]


def paranoid(position: Position, *, limits: Limits = Limits()) -> Taken:
    """Return what each seat takes, the talon's dealer too, when all others play together against it alone.

    Each number is a bound of its own: where the goal is most, a seat can take at least that many tricks whatever the
    others do, and with fewest need not take more. Together they are no outcome of any play. Raise BadPosition, and
    NotSolved with the bounds of the first that is not known; the limit of nodes is for each.
    """
    takers = position.takers
    answers = solve_many([replace(position, side=frozenset({taker})) for taker in takers], limits=limits)
    return {taker: answer.value for taker, answer in zip(takers, answers, strict=True)}
