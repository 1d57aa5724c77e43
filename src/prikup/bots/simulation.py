"""Evaluate calls and discards by simulating them in many worlds.

In each world the plan is carried out and rule-based players finish the calls and discards. Card play is then valued by
the solver where it is applicable, otherwise by a heuristic playout.
"""

import random
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations, product
from math import fsum
from statistics import fmean, stdev
from typing import Any, NamedTuple

from prikup.bots.cardplay import has_two_sides, position, solvable
from prikup.bots.payoff import Payoff, SidePoints, payoff_of, tricks_left
from prikup.rules.cards import SUITS, Card, is_call
from prikup.rules.errors import Reason
from prikup.rules.exchange import DISCARD, Exchange
from prikup.rules.game import AnyGame, Player
from prikup.rules.objective import Objective
from prikup.rules.state import Action, Seat, State, View, view
from prikup.solver import Search
from prikup.worlds.possible_worlds import add_sealed_actions

__all__ = [
    "Advice",
    "Plan",
    "PlanEvaluator",
    "PlanSimulator",
    "best_plan",
    "include_plan",
    "plan_values",
    "plans",
    "race_plans",
    "settle_race",
]

EXTRA_TRICKS = ((0, 0.65), (1, 0.35))
"""Tricks that a lone player takes beyond the solver's number, each with its share of deals.

The solver lets the opponents see each other's cards, which they do not. Measured between players who solve 40 worlds:
0.26 extra tricks in one game of 32 cards, 0.42 in two others.
"""
TIMID = 0.1
"""Probability that another seat makes the lowest legal call of an auction, which is pass.

It overrides the rule player's call. Without it a bid that the rule player overcalls in every world would cost nothing.
"""
CLEAR = 2.0
"""Number of standard errors of a paired difference above which two plans count as different."""
MAX_CARDS_FREELY_COMBINED = 2
"""Maximum number of cards to discard or give of which every combination is a plan; see `plans`."""

Plan = tuple[Action, ...]
"""Consecutive actions of one player, starting now."""
PlanEvaluator = Callable[[Plan, int, int], Sequence[float]]
"""A function `(plan, start, stop)` that returns the plan's value in each of the worlds `start` … `stop - 1`."""


class Advice(NamedTuple):
    """A recommended plan, with the expected points of all plans considered.

    `plan` has one action, or all cards to discard or give. `worth` maps plans to the expected settlement of the seat's
    side; it is empty if only the rule player was asked. `why` is a fact about the plan that is certain, where one was
    requested and found.
    """

    plan: tuple[Action, ...]
    worth: dict[tuple[Action, ...], float]
    why: Reason | None = None


def plans(game: AnyGame, view: View[Any]) -> tuple[Plan, ...]:
    """Return the plans to compare now: the legal actions, or combinations of the cards that a player parts with.

    A discard is one plan, and so are the cards for another seat that are all chosen before any comes back. Of one or
    two cards every combination is a plan: 66 if two of twelve are discarded. Four of twenty can be discarded in 4,845
    ways, so of more cards only those of `_suit_end_plans` are plans; a caller with another one adds it
    (`include_plan`).
    """
    exchange: Exchange | None = getattr(view.public, "exchange", None)
    legal = game.legal(view)
    if exchange is None or exchange.over or is_call(legal[-1]):
        return tuple((action,) for action in legal)
    if exchange.current_debt.receiver is not DISCARD and not game.phases[view.public.phase].batch:
        return tuple((card,) for card in legal)
    count = exchange.current_debt.count
    return tuple(combinations(legal, count)) if count <= MAX_CARDS_FREELY_COMBINED else _suit_end_plans(legal, count)


def _suit_end_plans(legal: Sequence[Card], count: int) -> tuple[Plan, ...]:
    """Return the plans of `count` cards that take the lowest cards of each suit, or the highest of each suit.

    What matters is how many cards of each suit go, which decides the voids, the guards and the lengths that remain. To
    win tricks a hand gives up the lowest cards of a suit, to avoid them the highest. So four cards of long suits have
    35 + 35 plans, about as many as two of twelve cards have.
    """
    suits = [[card for card in legal if card // 13 == suit] for suit in range(len(SUITS))]
    suit_end_plans: set[Plan] = set()
    for numbers in product(range(count + 1), repeat=len(suits)):
        if sum(numbers) == count and all(number <= len(suit) for number, suit in zip(numbers, suits, strict=True)):
            counts = list(zip(suits, numbers, strict=True))
            suit_end_plans.add(tuple(card for suit, number in counts for card in suit[:number]))
            suit_end_plans.add(tuple(card for suit, number in counts for card in suit[len(suit) - number :]))
    return tuple(sorted(suit_end_plans))


def include_plan(options: tuple[Plan, ...], plan: Plan) -> tuple[Plan, ...]:
    """Return the plans with `plan` among them."""
    return options if plan in options else (*options, plan)


class PlanSimulator:
    """The values of plans, by simulation: rule players finish the calls, then the play is evaluated.

    Each decision of the defence whether to play differs from the rule player's with probability `wavering`. Different
    bids often lead to the same play of the same cards, which is evaluated once; so a simulator is for one decision.
    """

    def __init__(self, game: AnyGame, rule: Player, search: Search, payoff: Payoff, wavering: float = 0.0) -> None:
        self._game, self._rule, self._search, self._payoff = game, rule, search, payoff
        self._wavering = wavering
        self._points_by_play: dict[Hashable, SidePoints] = {}

    def points(self, worlds: Sequence[State[Any]], plan: Plan, first: int = 0) -> list[SidePoints]:
        """Return the points by side that a plan yields in each world.

        `first` is the number of the first world; it seeds the other seats' choices, so they are the same for all plans.
        """
        ends = [self._finish_calls(world, plan, random.Random(first + index)) for index, world in enumerate(worlds)]
        plays = [state for state in ends if state.public.actor is not None]
        points_by_play = iter(self._points_of_plays(plays))
        return [
            self._payoff.finished_deal_value(state) if state.public.actor is None else next(points_by_play)
            for state in ends
        ]

    def _finish_calls(self, state: State[Any], plan: Plan, rng: random.Random) -> State[Any]:
        """Return the state in which the play begins or the deal is over, after a plan and the rule players' calls."""
        own_seat = state.public.actor
        for action in plan:
            state = self._game.apply(state, action)
        while (seat := state.public.actor) is not None and state.public.phase != "play":
            seat_view = view(state, seat)
            action = self._rule(seat_view) if seat == own_seat else self._simulated_call(seat_view, rng)
            state = self._game.apply(state, action)
        return state

    def _simulated_call(self, view: View[Any], rng: random.Random) -> Action:
        """Return the simulated call of another seat, usually that of the rule player."""
        kind = self._game.phases[view.public.phase].kind
        if kind == "auction" and rng.random() < TIMID:
            return self._game.legal(view)[0]
        rule_call = self._rule(view)
        if self._wavering and kind == "defence" and rng.random() < self._wavering:
            return rng.choice([answer for answer in self._game.legal(view) if answer != rule_call] or [rule_call])
        return rule_call

    def _points_of_plays(self, states: Sequence[State[Any]]) -> list[SidePoints]:
        """Return the points by side of deals in which the play begins, in the order of `states`."""
        objectives = [self._game.objective(state.public) for state in states]
        keys = [
            (state.hands, state.stock, state.public.shown, self._payoff.play_values(state, objective))
            for state, objective in zip(states, objectives, strict=True)
        ]
        new_plays = {
            key: (state, objective)
            for key, state, objective in zip(keys, states, objectives, strict=True)
            if key not in self._points_by_play
        }
        points = _play_values(list(new_plays.values()), self._rule, self._search, self._payoff)
        self._points_by_play.update(zip(new_plays, points, strict=True))
        return [self._points_by_play[key] for key in keys]


def plan_values(
    game: AnyGame,
    view: View[Any],
    worlds: Sequence[State[Any]],
    weights: Sequence[float],
    rule: Player,
    search: Search,
    first: int = 0,
    wavering: float = 0.0,
) -> PlanEvaluator:
    """Return an evaluator of plans for the viewer, in weighted worlds numbered from `first`.

    `wavering` is the probability of a deviating decision of the defence, as in `PlanSimulator`.
    """
    payoff = payoff_of(game, view.public)
    side, mean = payoff.side(view.seat), fmean(weights)
    simulator = PlanSimulator(game, rule, search, payoff, wavering)
    prepared_worlds = [add_sealed_actions(game, world, rule) for world in worlds]

    def worth(plan: Plan, start: int, stop: int) -> Sequence[float]:
        """Return the viewer's points in worlds `start` to `stop - 1`, times the normalised weight of the world."""
        points_by_world = simulator.points(prepared_worlds[start:stop], plan, first + start)
        return [
            weight / mean * points[side] for weight, points in zip(weights[start:stop], points_by_world, strict=True)
        ]

    return worth


def _play_values(
    plays: Sequence[tuple[State[Any], Objective]], rule: Player, search: Search, payoff: Payoff
) -> list[SidePoints]:
    """Return the values of deals in which card play begins, each with the objective of the play.

    States with equal tricks, objective and deciding range of tricks are solved in one batch.
    """
    values: list[SidePoints] = [()] * len(plays)
    batches: dict[Any, list[int]] = {}
    for index, (state, objective) in enumerate(plays):
        if solvable(objective, state):
            tricks_range = payoff.deciding_tricks(state, objective)
            batches.setdefault((state.public.tricks, objective, tricks_range), []).append(index)
        else:
            values[index] = _playout_value(state, objective, search, payoff)
    for (_, objective, tricks_range), indices in batches.items():
        states = [plays[index][0] for index in indices]
        answers = search.answers([position(state, objective) for state in states], "value", tricks_range)
        for index, state, answer in zip(indices, states, answers, strict=True):
            if (
                objective.soloist is None
                or objective.open_hands
                or (len(objective.sides) == 2 and objective.goal == "most")
            ):
                values[index] = payoff.tricks_value(state, objective, answer.value)
            else:
                values[index] = _hidden_hands_value(state, objective, answer.value, rule, search, payoff)
    return values


def _playout_value(state: State[Any], objective: Objective, search: Search, payoff: Payoff) -> SidePoints:
    """Return the value of a deal by playouts, if the leader plays the card that is best for its side."""
    (cards,) = search.playouts([position(state, objective)], no_partners=not has_two_sides(objective))
    side = payoff.side(state.public.turn)
    splits = [
        tuple(tricks_by_seat.get(seat, 0) for seat in range(len(state.hands))) for tricks_by_seat in cards.values()
    ]
    return max(payoff.split_values(state, splits), key=lambda points: points[side])


def _hidden_hands_value(
    state: State[Any], objective: Objective, tricks: int, rule: Player, search: Search, payoff: Payoff
) -> SidePoints:
    """Return the value of a deal in which it matters that the opponents do not see each other's cards.

    It matters where they count their tricks separately, or must give the lone player a trick with closed hands. The
    value is the mean of a heuristic playout and of the solver's result.
    """
    (cards,) = search.playouts([position(state, objective)], no_partners=False)
    tricks_by_seat = cards[rule(view(state, state.public.actor))]
    playout_points = payoff.split_value(state, tuple(tricks_by_seat.get(seat, 0) for seat in range(len(state.hands))))
    if len(objective.sides) == 2:
        solver_points = payoff.tricks_value(state, objective, tricks)
    else:
        solver_points = _separate_opponents_value(state, objective, tricks, tricks_by_seat, payoff)
    return tuple(
        (playout_value + solver_value) / 2
        for playout_value, solver_value in zip(playout_points, solver_points, strict=True)
    )


def _separate_opponents_value(
    state: State[Any], objective: Objective, tricks: int, playout_tricks: dict[Seat, int], payoff: Payoff
) -> SidePoints:
    """Return the value of a deal if the lone player takes the solver's tricks plus those of `EXTRA_TRICKS`.

    The opponents share the remaining tricks in the ratio of the playout.
    """
    remaining_tricks = tricks_left(state)
    soloist, first_opponent, second_opponent = (side[0] for side in objective.sides)
    opponents_tricks = playout_tricks[first_opponent] + playout_tricks[second_opponent]
    worth = []
    for extra_tricks, weight in EXTRA_TRICKS:
        split = [0] * len(state.hands)
        split[soloist] = min(remaining_tricks, tricks + extra_tricks)
        rest = remaining_tricks - split[soloist]
        split[first_opponent] = (
            round(rest * playout_tricks[first_opponent] / opponents_tricks) if opponents_tricks else rest // 2
        )
        split[second_opponent] = rest - split[first_opponent]
        worth.append((weight, payoff.split_value(state, tuple(split))))
    return tuple(fsum(weight * points[side] for weight, points in worth) for side in range(len(worth[0][1])))


def race_plans(
    candidates: Sequence[Plan], default_plan: Plan, worth: PlanEvaluator, max_worlds: int, first: int
) -> dict[Plan, list[float]]:
    """Evaluate all plans by successive halving; return the values of each plan by world.

    All plans are tried in the first `first` worlds, the better half in twice as many, and so on up to `max_worlds`; the
    `default_plan` plan is never eliminated. With eight plans, `first` = 5 and `max_worlds` = 20, all eight are tried in
    worlds 1 to 5, the best four in 6 to 10 and the best two in 11 to 20: 8 * 5 + 4 * 5 + 2 * 10 = 80 trials instead of
    160.
    """
    values_by_plan: dict[Plan, list[float]] = {plan: [] for plan in candidates}
    alive, start, stop = list(candidates), 0, min(first, max_worlds)
    while True:
        for plan in alive:
            values_by_plan[plan] += worth(plan, start, stop)
        if stop >= max_worlds:
            return values_by_plan
        alive.sort(key=lambda plan: (plan == default_plan, fmean(values_by_plan[plan])), reverse=True)
        alive = alive[: max(2, (len(alive) + 1) // 2)]
        start, stop = stop, min(2 * stop, max_worlds)


def settle_race(
    values_by_plan: dict[Plan, list[float]],
    default_plan: Plan,
    make_evaluator: Callable[[int, int], PlanEvaluator],
    max_worlds: int,
) -> None:
    """Try the best plan and the usual one in more worlds until a paired test separates them.

    If the usual plan is not among those tried in all worlds, the best two are compared. `lot(first, count)` returns an
    evaluator for `count` new worlds numbered from `first`. The number of worlds doubles each time, up to `max_worlds`.
    Results are appended to `values_by_plan`.

    Example: after 40 worlds a plan is 3 points better than the usual one, with a standard error of 2. Both are tried in
    40 more. Now the difference is 1 point with an error of 1.4, so 80 more follow. If `max_worlds` is 160, the mean
    then decides.
    """
    world_count = max(map(len, values_by_plan.values()))
    finalists = [plan for plan, worth in values_by_plan.items() if len(worth) == world_count]
    pair = sorted(finalists, key=lambda plan: (plan == default_plan, fmean(values_by_plan[plan])), reverse=True)[:2]
    while len(pair) == 2 and world_count < max_worlds and not _is_clear(*(values_by_plan[plan] for plan in pair)):
        count = min(world_count, max_worlds - world_count)
        worth = make_evaluator(world_count, count)
        for plan in pair:
            values_by_plan[plan] += worth(plan, 0, count)
        world_count += count


def _is_clear(first_values: Sequence[float], second_values: Sequence[float]) -> bool:
    """Return whether the plans differ by more than `CLEAR` standard errors, or by the same amount in every world."""
    gains = [first - second for first, second in zip(first_values, second_values, strict=True)]
    error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
    return error == 0 or abs(fmean(gains)) > CLEAR * error


def best_plan(values_by_plan: dict[Plan, list[float]], default_plan: Plan) -> Plan:
    """Return the best plan among those tried in the most worlds; ties go to the usual plan."""
    world_count = max(map(len, values_by_plan.values()))
    return max(
        (plan for plan in values_by_plan if len(values_by_plan[plan]) == world_count),
        key=lambda plan: (fmean(values_by_plan[plan]), plan == default_plan),
    )
