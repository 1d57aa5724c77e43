"""Expected points after each legal card, averaged over worlds (possible deals of the hidden cards).

If two sides play, or one seat against all others, each world is solved with all cards visible (double dummy). The score
of a card is the sum of its *points* over the worlds, not the number of worlds in which it is best: so a contract that
can still be made outweighs an overtrick. Source: Ginsberg, "GIB: imperfect information in a computationally challenging
game", 2001.

If solving would take too long, or if every seat plays for itself, a heuristic plays each world to its end. We also
tried solving the last tricks of these playouts. The results were worse, except for the very last cards.
"""

from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import Any

from prikup.bots.payoff import Payoff, SidePoints, tricks_left
from prikup.rules.cards import Card
from prikup.rules.game import AnyGame
from prikup.rules.objective import Objective
from prikup.rules.state import Seat, State
from prikup.solver import Position, Search

__all__ = ["has_two_sides", "points_after_each", "points_in_each_world", "position", "solvable"]

HARDEST = {2: 16, 3: 13, 4: 9}
"""The maximum number of cards per hand for which a position is solved, by number of players.

Positions with more cards would take too long.
"""
HARDEST_LOSING = 7
"""The maximum number of cards per hand for which a position of four players who avoid tricks is solved."""
ENDING = 4
"""The maximum number of cards per hand for which a deal without partners is solved by max^n search.

In a max^n search every seat maximises its own result.
"""
TricksBySeat = tuple[int, ...]
"""The number of tricks that each seat takes, indexed by seat."""


def has_two_sides(objective: Objective) -> bool:
    """Return whether the trick play has two opposing camps: two sides, or one seat against all other seats.

    In the second case the other seats may count their tricks separately. `objective` says which seats count their
    tricks together and whether they want many or few.
    """
    return len(objective.sides) == 2 or objective.soloist is not None


def solvable(objective: Objective, state: State[Any]) -> bool:
    """Return whether the solver can evaluate the cards that may be played in `state` in reasonable time.

    It can if `objective` has two opposing camps and the hands have few enough cards (`HARDEST`, `HARDEST_LOSING`).
    """
    playing = len(state.public.tricks.seats)
    hardest = HARDEST_LOSING if objective.goal == "fewest" and playing == 4 else HARDEST[playing]
    return has_two_sides(objective) and tricks_left(state) <= hardest


def position(state: State[Any], objective: Objective) -> Position:
    """Convert the state of a deal to the solver's input.

    `objective` says which seats count their tricks together and whether they want many or few.
    """
    return Position.of(
        state.public.tricks,
        state.hands,
        objective.sides[0],
        objective.goal,
        state.stock,
        leader_again=objective.leader_again,
    )


def points_after_each(
    game: AnyGame,
    worlds: Sequence[State[Any]],
    weights: Iterable[float],
    search: Search,
    payoff: Payoff,
    *,
    exact: bool = True,
) -> dict[Card, SidePoints]:
    """Return the expected points after each legal card, as a mapping from cards to points by side.

    - `worlds` are possible deals that agree with one View (what the player to act may know of the deal).
    - `weights` has a number for each world; the points are the weighted mean over the worlds.
    - `search` is the solver.
    - `payoff` converts tricks into points.
    - With `exact`, the solver computes the points if it is applicable. If it is not, or without `exact`, heuristic
      playouts do.
    """
    return _weighted_mean(weights, points_in_each_world(game, worlds, search, payoff, exact=exact))


def points_in_each_world(
    game: AnyGame, worlds: Sequence[State[Any]], search: Search, payoff: Payoff, *, exact: bool = True
) -> Iterable[dict[Card, SidePoints]]:
    """Return the points by side after each legal card, one mapping for each of `worlds`, the deals that are possible.

    `search` is the solver; `payoff` converts tricks into points. With `exact`, the solver computes the points if it is
    applicable. If it is not, or without `exact`, heuristic playouts do.
    """
    state = worlds[0]
    objective = game.objective(state.public)
    positions = [position(world, objective) for world in worlds]
    if exact and solvable(objective, state):
        return _points_by_solver(worlds, objective, positions, search, payoff)
    if exact and not has_two_sides(objective) and tricks_left(state) <= ENDING:
        rows = [search.max_n(solver_position, with_cards=True)[1] for solver_position in positions]
    else:
        rows = search.playouts(positions, no_partners=not has_two_sides(objective))
    return _points_by_tricks(worlds, rows, payoff)


def _points_by_solver(
    worlds: Sequence[State[Any]], objective: Objective, positions: list[Position], search: Search, payoff: Payoff
) -> Iterable[dict[Card, SidePoints]]:
    """Yield, for each possible deal, the points by side after each card if all seats play their best from there on.

    `worlds` are the possible deals, `objective` says who plays against whom, and `positions` has one position for each
    deal. `payoff` converts tricks into points. `search` is the solver.
    """
    valued_worlds = _valued_worlds(worlds, payoff)
    ranges = [payoff.deciding_tricks(world, objective) for world in valued_worlds]
    window = min(lower for lower, _ in ranges), max(upper for _, upper in ranges)
    worth_by_world = [payoff.tricks_values(world, objective) for world in valued_worlds]
    for answer, worth in zip(search.answers(positions, "cards", window), cycle(worth_by_world), strict=False):
        yield {card: worth[tricks] for card, tricks in answer.cards.items()}


def _points_by_tricks(
    worlds: Sequence[State[Any]], rows: Iterable[dict[Card, dict[Seat, int]]], payoff: Payoff
) -> Iterable[dict[Card, SidePoints]]:
    """Yield, for each possible deal, the points by side after each card, computed from numbers of tricks.

    `rows` has one mapping per possible deal, from each card to the number of tricks that each seat takes after it.
    `worlds` are these deals. `payoff` converts tricks into points.
    """
    valued_worlds = _valued_worlds(worlds, payoff)
    worth_by_world: list[dict[TricksBySeat, SidePoints]] = [{} for _ in valued_worlds]
    for row, world, worth in zip(rows, cycle(valued_worlds), cycle(worth_by_world), strict=False):
        splits = {
            card: tuple(tricks_by_seat.get(seat, 0) for seat in range(len(world.hands)))
            for card, tricks_by_seat in row.items()
        }
        for split in splits.values():
            if split not in worth:
                worth[split] = payoff.split_value(world, split)
        yield {card: worth[split] for card, split in splits.items()}


def _valued_worlds(worlds: Sequence[State[Any]], payoff: Payoff) -> Sequence[State[Any]]:
    """Return the possible deals in which tricks have to be valued: all of `worlds`, or only the first of them.

    One is enough unless outcomes depend on cards dealt (`GameScoring.counts_cards`), because tricks then have the same
    value in all deals. `payoff` converts tricks into points.
    """
    return worlds if payoff.game.scoring.counts_cards else worlds[:1]


def _weighted_mean(weights: Iterable[float], worlds: Iterable[dict[Card, SidePoints]]) -> dict[Card, SidePoints]:
    """Return the points after each card, averaged over `worlds` (one mapping per possible deal) with `weights`."""
    sums: dict[Card, list[float]] = {}
    total_weight = 0.0
    for weight, cards in zip(weights, worlds, strict=True):
        total_weight += weight
        for card, points in cards.items():
            totals = sums.setdefault(card, [0.0] * len(points))
            for side, side_points in enumerate(points):
                totals[side] += weight * side_points
    return {card: tuple(points / total_weight for points in totals) for card, totals in sums.items()}
