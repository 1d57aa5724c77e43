"""The strongest player: evaluates every call, discard and card in many sampled worlds.

Worlds are sampled by how well they explain the other seats' calls and cards (`prikup.bots.belief`).
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import fsum
from statistics import fmean
from typing import Any, NamedTuple

from prikup.bots.belief import FEW, Belief
from prikup.bots.cardplay import points_after_each, solvable
from prikup.bots.payoff import Payoff, payoff_of
from prikup.bots.sampling import randomness, sample
from prikup.bots.simulation import (
    Advice,
    Plan,
    PlanEvaluator,
    best_plan,
    plans,
    race_plans,
    settle_race,
    worth_of_plans,
)
from prikup.bots.thread_solver import search
from prikup.games import GAMES
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import Action, State, View, view
from prikup.worlds.possible_worlds import count_placements

__all__ = ["advice", "player"]

WORLDS = 40
"""Number of worlds that are sampled for a decision."""
MORE = 4
"""Factor by which the number of worlds may grow while the best call or discard is unclear."""
EQUAL = 1e-9
"""Difference in points below which two values count as equal."""
WAVERING = 0.15
"""Probability that another seat does not follow the rule player when it decides whether to whist.

If a co-defender were certain to whist, passing would be free and still earn a share of a beaten declarer's payment.
"""
FIRST = 5
"""Number of worlds in which every plan is tried."""
FELLOW = 0.8
"""Value of a co-defender's point relative to a point of its own.

It decides between cards that leave the declarer equally many tricks: a trick may be taken from a co-defender who does
not need it, but not if the co-defender then pays more than this seat gains.
"""


def player(game: AnyGame, seed: int, worlds: int = WORLDS, *, infers: bool = True, fellow: float = FELLOW) -> Player:
    """Return a player that samples `worlds` worlds for each decision.

    It samples none if only one action is legal, and up to `MORE` times as many if the best call or discard is unclear.
    Worlds depend on `seed` and the View only, so decisions are reproducible. With `infers` they are sampled by their
    likelihood given the other seats' calls and cards, otherwise uniformly. Between cards that leave the single opponent
    equally many tricks, a co-defender's point counts `fellow` times a point of its own.
    """

    def play(seen: View[Any]) -> Action:
        legal = game.legal(seen)
        if len(legal) == 1:
            return legal[0]
        thought = _thought(game, seen, seed, worlds, infers=infers)
        return (_card(thought, fellow).plan if seen.public.phase == "play" else _raced(thought)[0])[0]

    return play


class Thought(NamedTuple):
    """The input of one decision: the View, its weighted worlds and the rule player.

    `draw(n)` samples `n` more worlds, of equal weight.
    """

    game: AnyGame
    seen: View[Any]
    worlds: Sequence[State[Any]]
    weights: Sequence[float]
    rule: Player
    draw: Callable[[int], Sequence[State[Any]]]


def advice(game: AnyGame, seen: View[Any], seed: int, worlds: int = WORLDS, *, infers: bool = True) -> Advice:
    """Return the action that this player would take, with the expected points of all alternatives."""
    thought = _thought(game, seen, seed, worlds, infers=infers)
    return _card(thought) if seen.public.phase == "play" else _told(thought)


def _thought(game: AnyGame, seen: View[Any], seed: int, worlds: int, *, infers: bool) -> Thought:
    """Sample the worlds of a decision and collect its input."""
    rule, rng = GAMES[game.name].rule(game, seed), randomness(seed, seen)
    if infers:
        belief = Belief(game, seen, rule, search(), rng)
        found, weights = belief.worlds(worlds)
        return Thought(game, seen, found, weights, rule, lambda many: belief.worlds(many)[0])
    found = sample(game, seen, worlds, rng)
    return Thought(game, seen, found, [1.0] * len(found), rule, lambda many: sample(game, seen, many, rng))


def _card(thought: Thought, fellow: float = FELLOW) -> Advice:
    """Return the best card, with the expected points of all legal cards.

    Cards of equal solved value are compared by heuristic playouts, in which opponents may err; there a co-defender's
    points count too, weighted by `fellow`.
    """
    game, seen, worlds, weights, *_ = thought
    payoff = payoff_of(game, seen.public)
    side = payoff.side(seen.seat)
    found = points_after_each(game, worlds, weights, search(), payoff)
    worth: dict[Plan, float] = {(card,): points[side] for card, points in found.items()}
    most = max(worth.values())
    equal = [plan for plan in worth if worth[plan] > most - EQUAL]
    if len(equal) == 1 or not solvable(game.contest(seen.public), worlds[0]):
        return Advice(min(equal), worth)
    guessed = points_after_each(game, worlds, weights, search(), payoff, exact=False)
    fellows = _fellow_sides(game, seen, payoff)

    def liked(plan: Plan) -> float:
        points = guessed[plan[0]]
        return points[side] + fellow * fsum(points[other] for other in fellows)

    return Advice(max(equal, key=lambda plan: (liked(plan), -plan[0])), worth)


def _fellow_sides(game: AnyGame, seen: View[Any], payoff: Payoff) -> tuple[int, ...]:
    """Return the co-defenders' sides, if the viewer is one of several who play against a single seat."""
    contest = game.contest(seen.public)
    if contest.one in (None, seen.seat):
        return ()
    sides = {payoff.side(seat) for seat in seen.public.tricks.seats if seat not in (contest.one, seen.seat)}
    return tuple(sides - {payoff.side(contest.one), payoff.side(seen.seat)})


def _told(thought: Thought) -> Advice:
    """Return the best call or discard, with the expected points of all plans.

    The chosen plan's level is measured in new worlds where there are enough: the worlds in which it won the selection
    are biased in its favour.
    """
    chosen, found = _raced(thought)
    mine, most = found[chosen], _most(thought)
    level = fmean(_worth(thought, len(mine), most)(chosen, 0, most) if most > len(thought.worlds) else mine)
    # Compare with the chosen plan over shared worlds only: weak plans were tried in fewer.
    return Advice(
        chosen, {plan: level + fmean(a - b for a, b in zip(gains, mine, strict=False)) for plan, gains in found.items()}
    )


def _raced(thought: Thought) -> tuple[Plan, dict[Plan, list[float]]]:
    """Return the best call or discard, and the points of every plan tried, by world."""
    game, seen, worlds, weights, rule, _ = thought
    options = plans(game, seen)
    usual = _usual(game, seen, rule, len(options[0]))
    worth = worth_of_plans(game, seen, worlds, weights, rule, search(), wavering=WAVERING)
    found = race_plans(options, usual, worth, len(worlds), FIRST)
    settle_race(found, usual, partial(_worth, thought), _most(thought))
    return best_plan(found, usual), found


def _most(thought: Thought) -> int:
    """Return the maximum number of worlds for a decision; it does not grow if all worlds were enumerated."""
    most = MORE * len(thought.worlds)
    return most if count_placements(thought.game, thought.seen) > max(most, FEW) else len(thought.worlds)


def _worth(thought: Thought, first: int, many: int) -> PlanEvaluator:
    """Return an evaluator of plans in `many` newly sampled worlds, numbered from `first`."""
    game, seen, _, _, rule, draw = thought
    return worth_of_plans(game, seen, draw(many), [1.0] * many, rule, search(), first, WAVERING)


def _usual(game: AnyGame, seen: View[Any], rule: Player, actions: int) -> Plan:
    """Return the rule player's plan: its next `actions` actions, sorted."""
    assert seen.seat is not None
    state = State(
        seen.public,
        tuple(seen.hand if seat == seen.seat else 0 for seat in range(game.seats)),
        tuple(seen.notes if seat == seen.seat else () for seat in range(game.seats)),
        (),
    )
    done = [rule(seen)]
    while len(done) < actions:
        state = game.apply(state, done[-1])
        done.append(rule(view(state, seen.seat)))
    return tuple(sorted(done))
