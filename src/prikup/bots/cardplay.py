"""The worth of each card, over worlds that a player thinks possible.

Where two sides play, or one against all others, each world is solved as if all cards lay open. What counts is the sum
of the *points* over the worlds, never how often a card is best: so a contract that may still be made is worth more than
an overtrick. Source: Ginsberg, "GIB: imperfect information in a computationally challenging game", 2001.

Where that would take too long, and where every seat plays for itself, a rule of thumb plays the worlds out. To solve
their endings as if all lay open was worse, but for the very last cards.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from prikup.bots.payoff import Payoff, Points, tricks_left
from prikup.cards import Card
from prikup.contest import Contest
from prikup.game import AnyGame
from prikup.solver import Position, Search
from prikup.state import Seat, State

__all__ = ["points_after_each", "points_in_each_world", "position", "solvable", "two_camps"]

HARDEST = {2: 16, 3: 13, 4: 9}
"""The cards a hand with which a position is solved, by how many play: with more it takes too long."""
HARDEST_LOSING = 7
"""The cards a hand with which a position is solved where four play to lose tricks."""
ENDING = 4
"""The cards a hand with which a deal of each seat for itself is solved as if all lay open."""
Split = tuple[int, ...]
"""Tricks by seat."""


def two_camps(contest: Contest) -> bool:
    """Return whether there are but two sides, or one against all others, who may still count their tricks apart."""
    return len(contest.sides) == 2 or contest.one is not None


def solvable(contest: Contest, state: State[Any]) -> bool:
    """Return whether the solver can tell what the cards of a deal are worth, and soon."""
    playing = len(state.public.tricks.seats)
    hardest = HARDEST_LOSING if contest.goal == "fewest" and playing == 4 else HARDEST[playing]
    return two_camps(contest) and tricks_left(state) <= hardest


def position(state: State[Any], contest: Contest) -> Position:
    """Return the position that the solver is asked about for a state."""
    return Position.of(
        state.public.tricks,
        state.hands,
        contest.sides[0],
        contest.goal,
        state.stock,
        leader_again=contest.leader_again,
    )


def points_after_each(
    game: AnyGame,
    worlds: Sequence[State[Any]],
    weights: Iterable[float],
    search: Search,
    payoff: Payoff,
    *,
    exact: bool = True,
) -> dict[Card, Points]:
    """Return the points to expect by side after each card that may be played now, over worlds of one View.

    They come from the solver as far as it can tell, if `exact`, else from a rule of thumb that plays on.
    """
    return _mean(weights, points_in_each_world(game, worlds, search, payoff, exact=exact))


def points_in_each_world(
    game: AnyGame, worlds: Sequence[State[Any]], search: Search, payoff: Payoff, *, exact: bool = True
) -> Iterable[dict[Card, Points]]:
    """Return the points by side after each card that may be played now, world by world, as `points_after_each`."""
    state = worlds[0]
    contest = game.contest(state.public)
    positions = [position(world, contest) for world in worlds]
    if exact and solvable(contest, state):
        return _solved(state, contest, positions, search, payoff)
    if exact and not two_camps(contest) and tricks_left(state) <= ENDING:
        rows = [search.max_n(at, each=True)[1] for at in positions]
    else:
        rows = search.playouts(positions, alone=not two_camps(contest))
    return _split(state, rows, payoff)


def _solved(
    state: State[Any], contest: Contest, positions: list[Position], search: Search, payoff: Payoff
) -> Iterable[dict[Card, Points]]:
    """Yield the points after each card in each world, if everybody played best."""
    worth = {tricks: payoff.of_tricks(state, contest, tricks) for tricks in range(tricks_left(state) + 1)}
    for answer in search.answers(positions, "cards", payoff.deciding_tricks(state, contest)):
        yield {card: worth[tricks] for card, tricks in answer.cards.items()}


def _split(
    state: State[Any], rows: Iterable[dict[Card, dict[Seat, int]]], payoff: Payoff
) -> Iterable[dict[Card, Points]]:
    """Yield the points after each card in each world, if the tricks fall as the rows say."""
    worth: dict[Split, Points] = {}
    for row in rows:
        splits = {card: tuple(taken.get(seat, 0) for seat in range(len(state.hands))) for card, taken in row.items()}
        for split in splits.values():
            if split not in worth:
                worth[split] = payoff.of_split(state, split)
        yield {card: worth[split] for card, split in splits.items()}


def _mean(weights: Iterable[float], worlds: Iterable[dict[Card, Points]]) -> dict[Card, Points]:
    """Return the points after each card, on the weighted average."""
    sums: dict[Card, list[float]] = {}
    whole = 0.0
    for weight, cards in zip(weights, worlds, strict=True):
        whole += weight
        for card, points in cards.items():
            found = sums.setdefault(card, [0.0] * len(points))
            for side, each in enumerate(points):
                found[side] += weight * each
    return {card: tuple(points / whole for points in found) for card, found in sums.items()}
