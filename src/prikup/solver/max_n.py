"""Max^n search: each seat's tricks if every seat plays for itself."""

from msgspec.structs import replace

from prikup.rules.cards import Card, Seat
from prikup.solver.exact import Limits, Search, solve_many
from prikup.solver.position import Position

__all__ = ["TricksBySeat", "max_n", "max_n_cards", "paranoid"]

TricksBySeat = dict[Seat, int]
"""The number of tricks of each seat in play.

If cards of the talon (undealt cards) are led to some tricks and can win them, there is a further seat, the talon's
dealer, which gets the tricks that these cards win.
"""


def max_n(position: Position, *, limits: Limits = Limits()) -> TricksBySeat:
    """Return how many tricks each seat takes from the unfinished trick on, if each seat plays for itself.

    Every seat pursues the position's `goal` for its own tricks; `side` is ignored. Among cards that are equally good
    for itself a seat plays the one that is worst for the next seat in playing order, then for the one after that, and
    so on. The talon's dealer, a seat that does not play but wins tricks with undealt cards, comes last. So the result
    is unique and independent of the names of the suits.

    In the example seat 0 takes no trick: if it leads spades, seat 1 takes both tricks, and if it leads clubs, seat 2
    takes both. The latter is worse for seat 1, which comes next in playing order, so seat 0 leads clubs. If the two
    other seats cooperate against each seat in turn (`paranoid`), no seat is sure of a trick:

        >>> from prikup.rules.cards import parse_mask
        >>> hands = tuple(map(parse_mask, ("7.7..", "AJ...", ".J9..")))
        >>> position = Position(hands=hands, seats=(0, 1, 2), leader=0)
        >>> max_n_cards(position)
        {5: {0: 0, 1: 2, 2: 0}, 18: {0: 0, 1: 0, 2: 2}}
        >>> max_n(position), paranoid(position)
        ({0: 0, 1: 0, 2: 2}, {0: 0, 1: 0, 2: 0})

    The result assumes that all seats play this way and know that the others do; otherwise it guarantees nothing. Raise
    BadPosition if the position is impossible, and NotSolved (with the trivial bounds, none to all tricks) if a limit
    was reached.
    """
    return Search(1, limits).max_n(position, with_cards=False)[0]


def max_n_cards(position: Position, *, limits: Limits = Limits()) -> dict[Card, TricksBySeat]:
    """Return how many tricks each seat takes after each legal card of `position`.

    `max_n` explains the counts and errors.
    """
    return Search(1, limits).max_n(position, with_cards=True)[1]


def paranoid(position: Position, *, limits: Limits = Limits()) -> TricksBySeat:
    """Return how many tricks each taker gets if all other seats cooperate against it.

    Takers are the seats in play and the talon's dealer (the seat that wins tricks with undealt cards). Each number is a
    separate bound: with goal "most" the seat can take at least that many tricks whatever the other seats do; with
    "fewest" it need not take more. Together the numbers are not the result of any line of play. Raise BadPosition if
    the position is impossible, and NotSolved with the bounds of the first unsolved taker if a limit was reached; the
    limit of nodes applies to each taker separately.
    """
    takers = position.takers
    answers = solve_many([replace(position, side=frozenset({taker})) for taker in takers], limits=limits)
    return {taker: answer.value for taker, answer in zip(takers, answers, strict=True)}
