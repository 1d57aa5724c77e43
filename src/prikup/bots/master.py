"""The strongest computer player: it evaluates every call, discard and card in many sampled worlds.

A world is a possible deal of the hidden cards. The better a world explains the other seats' calls and cards, the more
often it is sampled (`prikup.bots.belief`).
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import fsum
from statistics import fmean
from typing import Any, NamedTuple

from prikup.bots.belief import ENUMERATE_UP_TO, Belief
from prikup.bots.cardplay import points_after_each, points_in_each_world, solvable
from prikup.bots.payoff import Payoff, payoff_of
from prikup.bots.sampling import randomness, sample
from prikup.bots.simulation import (
    Advice,
    Plan,
    PlanEvaluator,
    best_plan,
    include_plan,
    plan_values,
    plans,
    race_plans,
    settle_race,
    widest_call,
)
from prikup.bots.thread_solver import search
from prikup.games import GAMES
from prikup.rules.cards import is_call
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import Action, State, View, view
from prikup.worlds.possible_worlds import count_placements

__all__ = ["DecisionInput", "advice", "best_action", "player"]

WORLDS = 40
"""The number of worlds (possible deals of the hidden cards) that are sampled for a decision."""
GROWTH_FACTOR = 4
"""The factor by which the number of sampled deals may grow while it is unclear which call, discard or card is best."""
EQUAL = 1e-9
"""The difference in points below which two cards count as equally good."""
WAVERING = 0.15
"""The probability that another seat deviates from the rule-based player's choice when it decides whether to whist.

To whist is to promise tricks as a defender. If the simulation took it for certain that the co-defender whists, passing
would seem free, and the passing seat would still earn a share of what a beaten declarer pays.
"""
FIRST_WORLDS = 5
"""The number of possible deals in which every call or discard is tried before the weaker ones are dropped."""
CO_DEFENDER_WEIGHT = 0.8
"""The value of a co-defender's point relative to a point of the player's own.

A co-defender plays against the same declarer. This weight matters only between cards that leave the declarer equally
many tricks. With it the player may take a trick that the co-defender does not need, but not if the co-defender then
pays more than the player gains.
"""


def player(
    game: AnyGame,
    seed: int,
    worlds: int = WORLDS,
    *,
    infers: bool = True,
    co_defender_weight: float = CO_DEFENDER_WEIGHT,
) -> Player:
    """Return a player that samples `worlds` worlds (possible deals of the hidden cards) for each decision.

    The player samples none if only one action is legal, and up to `GROWTH_FACTOR` times as many if it is unclear which
    action is best. The worlds depend only on `seed` and on what the player may know of the deal (the View), so
    decisions are reproducible. With `infers`, worlds are sampled by their likelihood given the other seats' calls and
    cards, otherwise uniformly.

    `co_defender_weight` matters when several players defend against one opponent. Between cards that leave this
    opponent equally many tricks, a co-defender's point counts `co_defender_weight` times a point of the player's own.
    """

    def play(view: View[Any]) -> Action:
        legal = game.legal(view)
        if len(legal) == 1:
            return legal[0]
        return best_action(_prepare_decision(game, view, seed, worlds, infers=infers), co_defender_weight)

    return play


class DecisionInput(NamedTuple):
    """The input of one decision of the player `master`.

    - `game` has the rules, and `view` is what the player may know of the deal.
    - `worlds` are the possible deals to try the actions in, and `weights` has a number for each of them.
    - `rule` is the rule-based player, which makes the other seats' calls in these deals.
    - `draw(n)` samples `n` more possible deals, all of equal weight.
    - `growth_factor` is the factor by which the number of deals may grow while it is unclear which action is best.
    """

    game: AnyGame
    view: View[Any]
    worlds: Sequence[State[Any]]
    weights: Sequence[float]
    rule: Player
    draw: Callable[[int], Sequence[State[Any]]]
    growth_factor: int = GROWTH_FACTOR


def best_action(decision_input: DecisionInput, co_defender_weight: float = CO_DEFENDER_WEIGHT) -> Action:
    """Return the action that the player `master` takes.

    `decision_input` has the player's view and the sampled deals. `co_defender_weight` is the value of a co-defender's
    point relative to a point of the player's own.
    """
    if decision_input.view.public.phase == "play":
        return _advise_card(decision_input, co_defender_weight).plan[0]
    return _select_plan(decision_input)[0][0]


def advice(
    game: AnyGame,
    view: View[Any],
    seed: int,
    worlds: int = WORLDS,
    *,
    infers: bool = True,
    growth_factor: int = GROWTH_FACTOR,
) -> Advice:
    """Return the action that the player `master` would take, with the expected points of every alternative.

    `view` is what the player may know of the deal. `worlds` is the number of possible deals to sample, and `seed`
    determines which. With `infers` they are sampled by their likelihood given the other seats' calls and cards,
    otherwise uniformly. `growth_factor` is the factor by which their number may grow while it is unclear which action
    is best.
    """
    decision_input = _prepare_decision(game, view, seed, worlds, infers=infers)._replace(growth_factor=growth_factor)
    return _advise_card(decision_input) if view.public.phase == "play" else _advise_plan(decision_input)


def _prepare_decision(game: AnyGame, view: View[Any], seed: int, worlds: int, *, infers: bool) -> DecisionInput:
    """Sample the possible deals for a decision and collect everything else that the decision needs.

    `worlds` is the number of deals to sample, and `seed` determines which. With `infers` they are sampled by their
    likelihood given the other seats' calls and cards, otherwise uniformly.
    """
    rule, rng = GAMES[game.name].rule(game, seed), randomness(seed, view)
    if infers:
        belief = Belief(game, view, rule, search(), rng)
        sampled_worlds, weights = belief.worlds(worlds)
        draw = belief.more_worlds if view.public.phase == "play" else lambda count: belief.worlds(count)[0]
        return DecisionInput(game, view, sampled_worlds, weights, rule, draw)
    sampled_worlds = sample(game, view, worlds, rng)
    return DecisionInput(
        game, view, sampled_worlds, [1.0] * len(sampled_worlds), rule, lambda count: sample(game, view, count, rng)
    )


def _advise_card(decision_input: DecisionInput, co_defender_weight: float = CO_DEFENDER_WEIGHT) -> Advice:
    """Return the best card, with the expected points of all legal cards.

    `decision_input` has the player's view and the sampled deals. While it is unclear which of the best two cards is
    better, all cards are tried in more deals. If the solver gives several cards the same value, playouts decide between
    them: a heuristic plays each deal to its end, and opponents may err in it. In the playouts the points of
    co-defenders count too, weighted by `co_defender_weight`.
    """
    game, view, worlds, weights, *_ = decision_input
    payoff = payoff_of(game, view.public)
    side = payoff.side(view.seat)
    values_by_card = _card_values(decision_input, worlds, weights)
    settle_race(
        values_by_card,
        None,
        partial(_new_card_evaluator, decision_input),
        _max_worlds(decision_input),
        together=True,
    )
    worth = {card: fmean(values) for card, values in values_by_card.items()}
    best_value = max(worth.values())
    equal = [plan for plan in worth if worth[plan] > best_value - EQUAL]
    if len(equal) == 1 or not solvable(game.objective(view.public), worlds[0]):
        return Advice(min(equal), worth)
    playout_points = points_after_each(game, worlds, weights, search(), payoff, exact=False)
    co_defender_sides = _co_defender_sides(game, view, payoff)

    def playout_value(plan: Plan) -> float:
        points = playout_points[plan[0]]
        return points[side] + co_defender_weight * fsum(
            points[co_defender_side] for co_defender_side in co_defender_sides
        )

    return Advice(max(equal, key=lambda plan: (playout_value(plan), -plan[0])), worth)


def _card_values(
    decision_input: DecisionInput, worlds: Sequence[State[Any]], weights: Sequence[float]
) -> dict[Plan, list[float]]:
    """Return, by legal card (a plan of one action), the points of the viewer's side in each of `worlds`.

    The worlds are possible deals that agree with what the player may know (`decision_input.view`). The points in each
    of them are multiplied by its weight relative to the mean of `weights`.
    """
    game, view, *_ = decision_input
    payoff, mean = payoff_of(game, view.public), fmean(weights)
    side = payoff.side(view.seat)
    values_by_card: dict[Plan, list[float]] = {}
    for weight, points_by_card in zip(weights, points_in_each_world(game, worlds, search(), payoff), strict=True):
        for card, points in points_by_card.items():
            values_by_card.setdefault((card,), []).append(weight / mean * points[side])
    return values_by_card


def _new_card_evaluator(decision_input: DecisionInput, _: int, count: int) -> PlanEvaluator:
    """Sample `count` new possible deals and return a function with the values of each legal card in them.

    The deals agree with what the player may know (`decision_input.view`). The second argument, the number of the first
    deal, is ignored, because no random choices are simulated here.
    """
    values_by_card = _card_values(decision_input, decision_input.draw(count), [1.0] * count)
    return lambda card, start, stop: values_by_card[card][start:stop]


def _co_defender_sides(game: AnyGame, view: View[Any], payoff: Payoff) -> tuple[int, ...]:
    """Return the sides (indices in `Game.sides`) of the viewer's co-defenders.

    `payoff` converts tricks into points and knows the side of each seat. Return () unless the viewer is one of several
    players who play against a single seat.
    """
    objective = game.objective(view.public)
    if objective.soloist in (None, view.seat):
        return ()
    sides = {payoff.side(seat) for seat in view.public.tricks.seats if seat not in (objective.soloist, view.seat)}
    return tuple(sides - {payoff.side(objective.soloist), payoff.side(view.seat)})


def _advise_plan(decision_input: DecisionInput) -> Advice:
    """Return the best plan (a call, or all cards to discard or give), with the expected points of all plans.

    `decision_input` has the player's view and the sampled deals. The plan was chosen because it did well in the sampled
    deals, so its mean over these deals is too high. Its expected points are therefore measured in newly sampled deals,
    if there are enough other possible deals.
    """
    chosen_plan, values_by_plan = _select_plan(decision_input)
    chosen_values, max_worlds = values_by_plan[chosen_plan], _max_worlds(decision_input)
    level = fmean(
        _new_worlds_evaluator(decision_input, len(chosen_values), max_worlds)(chosen_plan, 0, max_worlds)
        if max_worlds > len(decision_input.worlds)
        else chosen_values
    )
    # Compare each plan with the chosen one in the worlds of both only: weak plans were tried in fewer worlds.
    return Advice(
        chosen_plan,
        {
            plan: level + fmean(a - b for a, b in zip(gains, chosen_values, strict=False))
            for plan, gains in values_by_plan.items()
        },
    )


def _select_plan(decision_input: DecisionInput) -> tuple[Plan, dict[Plan, list[float]]]:
    """Return the best plan, and for every plan tried a list with its points in each sampled deal.

    A plan is a call, or all cards to discard or give. `decision_input` has the player's view and the sampled deals.
    """
    game, view, worlds, weights, rule, *_ = decision_input
    options = plans(game, view)
    rule_plan = _rule_plan(game, view, rule, len(options[0]))
    options = include_plan(options, rule_plan)
    evaluate = plan_values(game, view, worlds, weights, rule, search(), wavering=WAVERING)
    values_by_plan = race_plans(options, rule_plan, evaluate, len(worlds), FIRST_WORLDS)
    settle_race(values_by_plan, rule_plan, partial(_new_worlds_evaluator, decision_input), _max_worlds(decision_input))
    best = best_plan(values_by_plan, rule_plan)
    if len(best) > 1 or not is_call(best[0]):
        return best, values_by_plan
    plan = (widest_call(game, worlds[0], best[0], rule),)
    values_by_plan[plan] = values_by_plan[best]  # the seat can continue as it would have after the best call
    return plan, values_by_plan


def _max_worlds(decision_input: DecisionInput) -> int:
    """Return the maximum number of possible deals to consider for a decision.

    It is the `growth_factor` of `decision_input` times the number of its deals. If all possible deals were enumerated,
    there are no more to sample, so the maximum is their number.
    """
    limit = decision_input.growth_factor * len(decision_input.worlds)
    return (
        limit
        if count_placements(decision_input.game, decision_input.view) > max(limit, ENUMERATE_UP_TO)
        else len(decision_input.worlds)
    )


def _new_worlds_evaluator(decision_input: DecisionInput, first: int, count: int) -> PlanEvaluator:
    """Sample `count` new possible deals and return a function that evaluates plans in them.

    The deals agree with what the player may know (`decision_input.view`). `first` is the number of the first new deal;
    the numbers seed the random choices that are simulated in the deals.
    """
    game, view, _, _, rule, draw, _ = decision_input
    return plan_values(game, view, draw(count), [1.0] * count, rule, search(), first, WAVERING)


def _rule_plan(game: AnyGame, seat_view: View[Any], rule: Player, count: int) -> Plan:
    """Return the next `count` actions that the rule-based player would take for the viewing seat, sorted.

    They form a plan (a call, or all cards to discard or give) to compare with the other plans.
    """
    assert seat_view.seat is not None
    state = State(
        seat_view.public,
        tuple(seat_view.hand if seat == seat_view.seat else 0 for seat in range(game.seats)),
        tuple(seat_view.notes if seat == seat_view.seat else () for seat in range(game.seats)),
        (),
    )
    plan = [rule(seat_view)]
    while len(plan) < count:
        state = game.apply_unchecked(state, plan[-1])
        plan.append(rule(view(state, seat_view.seat)))
    return tuple(sorted(plan))
