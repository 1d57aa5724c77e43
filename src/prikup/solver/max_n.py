"""What everybody takes where nobody plays for anybody else, as in raspasy and in 3-5-8."""

from msgspec.structs import replace

from prikup.cards import Card
from prikup.solver.exact import Limits, Search, solve_many
from prikup.solver.position import Position
from prikup.state import Seat

__all__ = ["Taken", "max_n", "max_n_cards", "paranoid"]

Taken = dict[Seat, int]
"""Tricks by seat: of those who play, and of the talon's dealer where there is one."""


def max_n(position: Position, *, limits: Limits = Limits()) -> Taken:
    """The tricks that each takes from now on, the unfinished one too, when everybody plays for himself alone.

    Everybody wants the position's `goal` of his own tricks, the most or the fewest; its `side` says nothing here. Of
    cards that are as good for himself he plays that which is worst for the next seat in playing order, of those that
    which is worst for the one after him, and so on; the talon's dealer, who does not play, comes last. So there is one
    answer, whatever the suits are called.

    It is what comes of it if everybody plays so and knows it of the others, and promises nobody anything if they play
    otherwise. Raises BadPosition, and NotSolved where a limit was reached: then all it says is "from none to all".
    """
    return Search(1, limits).max_n(position, each=False)[0]


def max_n_cards(position: Position, *, limits: Limits = Limits()) -> dict[Card, Taken]:
    """The same after each card that may be played now, when everybody plays so from there on."""
    return Search(1, limits).max_n(position, each=True)[1]


def paranoid(position: Position, *, limits: Limits = Limits()) -> Taken:
    """What each takes, the talon's dealer too, when all others play together against him alone.

    Each number is a bound of its own: where the goal is most, a seat can take at least so many tricks whatever the
    others do, and with fewest need not take more. Together they are no outcome of any play. Raises BadPosition, and
    NotSolved with the bounds of the first that is not known; the limit of nodes is for each.
    """
    takers = position.takers
    answers = solve_many([replace(position, side=frozenset({taker})) for taker in takers], limits=limits)
    return {taker: answer.value for taker, answer in zip(takers, answers, strict=True)}
