"""Evaluation of calls and discards by simulating them in many worlds (possible deals of the hidden cards).

A plan is a call, or all cards to discard or give. In each world the simulator applies the plan, and rule-based players
make all further calls and discards. The card play that follows is valued by the solver where it is applicable,
otherwise by a heuristic playout.
"""

import random
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations, product
from math import fsum
from statistics import fmean, stdev
from typing import Any, NamedTuple

from prikup.bots.call_rates import call_parts, call_rates
from prikup.bots.cardplay import has_two_sides, position, solvable
from prikup.bots.payoff import Payoff, SidePoints, payoff_of, tricks_left
from prikup.rules.action_text import action_text
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
    "widest_call",
]

EXTRA_TRICKS = ((0, 0.65), (1, 0.35))
"""Tricks that a soloist takes in addition to the solver's number, each with the share of deals in which that happens.

A soloist plays alone against all others. The solver lets the soloist's opponents see each other's cards, which they do
not at a table. Measured between players who solve 40 possible deals for each decision, the soloist takes 0.26 extra
tricks in one game of 32 cards and 0.42 in two others.
"""
TIMID = 0.1
"""The probability with which an opponent or a partner passes in a simulated auction, regardless of the hand.

Otherwise a bid would seem to cost nothing if the rule-based player overbids it in every possible deal.
"""
CLEAR = 2.0
"""The number of standard errors above which the mean difference between two plans counts as clear.

The difference is taken deal by deal between plans tried in the same deals.
"""
MAX_CARDS_FREELY_COMBINED = 2
"""The maximum number of cards to discard or give for which `plans` returns every combination."""

Plan = tuple[Action, ...]
"""Consecutive actions of one player, starting with the next action.

A plan is a call, a card to play, or all cards to discard or give.
"""
PlanEvaluator = Callable[[Plan, int, int], Sequence[float]]
"""A function `(plan, start, stop)` that returns the plan's value in each of the possible deals `start` … `stop - 1`.

A plan is a call, or all cards to discard or give; its value is in points of the player's side.
"""


class Advice(NamedTuple):
    """A recommended plan, with the expected points of all plans that were considered.

    - `plan` has one action, or all cards to discard or give.
    - `worth` maps each plan to the expected change of the settlement (the points won or lost) of the player's side; it
      is empty if only the rule-based player was consulted.
    - `why` is a reason for the plan that is certain to be true; it is None if no such reason was requested or found.
    """

    plan: tuple[Action, ...]
    worth: dict[tuple[Action, ...], float]
    why: Reason | None = None


def plans(game: AnyGame, view: View[Any]) -> tuple[Plan, ...]:
    """Return the plans to compare now: the legal actions, or combinations of the cards that the player gives up.

    `view` is what the player to act may know of the deal. All cards of a discard form one plan. So do the cards for
    another seat, if the player must choose all of them before any card comes back.

    If one or two cards are to be chosen, every combination is a plan: there are 66 ways to discard two of twelve cards.
    Four of twenty cards can be discarded in 4,845 ways, so for more than two cards only the combinations of
    `_suit_end_plans` are plans. A caller that wants to compare another combination adds it with `include_plan`.
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
    """Return the plans of `count` cards that take the lowest cards of each suit, or the highest cards of each suit.

    A plan is here a set of cards to discard or give, chosen from `legal`. The number of cards given up in each suit
    matters most: it decides which suits become void or unguarded, and how long the others remain. A hand that wants
    tricks gives up the lowest cards of a suit; a hand that avoids tricks gives up the highest. With four cards from
    long suits this makes 35 + 35 plans, about as many as for two of twelve cards.
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
    """Return the plans `options`, with `plan` appended if it is not among them, so that it is compared too.

    A plan is a call, or all cards to discard or give.
    """
    return options if plan in options else (*options, plan)


def widest_call(game: AnyGame, world: State[Any], call: Action, rule: Player) -> Action:
    """Return the call of the same level as `call` after which the seat to act can name the most contracts.

    The seat may end the auction with `call` and name its contract later. If another call of the same level ends the
    auction too, and leaves open all contracts that `call` leaves open and more, the seat loses nothing by making that
    call instead. Return `call` itself if there is no such call. `world` is a possible deal, and `rule` the rule-based
    player.

    Example: in an auction that ends with 6 of clubs, 6 of spades can no longer be named. With 6 of spades both can.
    """
    contracts = game.analysis.contracts
    widest, most = call, _nameable_contracts(game, world, call, rule)
    if most:
        for other_call in game.legal(view(world, world.public.actor)):
            if other_call in contracts and contracts[other_call][1] == contracts[call][1]:
                nameable = _nameable_contracts(game, world, other_call, rule)
                if nameable > most:
                    widest, most = other_call, nameable
    return widest


def _nameable_contracts(game: AnyGame, world: State[Any], call: Action, rule: Player) -> frozenset[Action]:
    """Return the contracts that the seat to act can name later if `call` ends the auction; none if it does not.

    It makes no difference which cards the seat discards before it names its contract. The seat's other choices are
    those of the rule-based player.
    """
    seat, contracts = world.public.actor, game.analysis.contracts
    if call not in contracts or game.phases[world.public.phase].kind != "auction":
        return frozenset()
    state = game.apply_unchecked(world, call)
    while state.public.actor == seat and state.public.phase not in (world.public.phase, "play"):
        seat_view = view(state, seat)
        legal = game.legal(seat_view)
        if not contracts.keys().isdisjoint(legal):
            return frozenset(contracts.keys() & set(legal))
        state = game.apply_unchecked(state, rule(seat_view) if is_call(legal[-1]) else legal[0])
    return frozenset()


class PlanSimulator:
    """A simulator of plans in possible deals: rule-based players finish the calls, then the card play is evaluated.

    A plan is a call, or all cards to discard or give. `rule` is the rule-based player, `search` is the solver, and
    `payoff` converts tricks into points. `wavering` is the probability that a defender who decides whether to play
    against the contract deviates from the rule-based player's choice.

    Different bids often lead to the same play of the same cards. The simulator evaluates such a play once and caches
    the result, so one simulator should serve one decision only.
    """

    def __init__(self, game: AnyGame, rule: Player, search: Search, payoff: Payoff, wavering: float = 0.0) -> None:
        self._game, self._rule, self._search, self._payoff = game, rule, search, payoff
        self._wavering = wavering
        self._points_by_play: dict[Hashable, SidePoints] = {}

    def points(self, worlds: Sequence[State[Any]], plan: Plan, first: int = 0) -> list[SidePoints]:
        """Return the points by side that a plan yields in each of `worlds` (possible deals of the hidden cards).

        `first` is the number of the first of these worlds, and the following worlds have the next numbers. A world's
        number seeds the simulated choices of the other seats, so these choices use the same random numbers for all
        plans.
        """
        ends = [self._finish_calls(world, plan, random.Random(first + index)) for index, world in enumerate(worlds)]
        plays = [state for state in ends if state.public.actor is not None]
        points_by_play = iter(self._points_of_plays(plays))
        return [
            self._payoff.finished_deal_value(state) if state.public.actor is None else next(points_by_play)
            for state in ends
        ]

    def _finish_calls(self, state: State[Any], plan: Plan, rng: random.Random) -> State[Any]:
        """Apply a plan to `state` and let rule-based players make the remaining calls and discards.

        `rng` decides when other seats deviate from the rule-based player. Return the state in which card play starts,
        or the final state if the deal ends without card play.
        """
        own_seat = state.public.actor
        for action in plan:
            state = self._game.apply_unchecked(state, action)
        while (seat := state.public.actor) is not None and state.public.phase != "play":
            seat_view = view(state, seat)
            action = self._rule(seat_view) if seat == own_seat else self._simulated_call(seat_view, rng)
            state = self._game.apply_unchecked(state, action)
        return state

    def _simulated_call(self, view: View[Any], rng: random.Random) -> Action:
        """Return the simulated call of another seat, usually the rule-based player's call.

        Sometimes the seat passes in an auction (`TIMID`), or deviates when it decides whether to play against a
        contract (`wavering`). If its stake was doubled, it answers as often as players with such a hand do.
        """
        kind = self._game.phases[view.public.phase].kind
        if kind == "doubling":
            return self._simulated_answer(view, rng)
        if kind == "auction" and rng.random() < TIMID:
            return self._game.legal(view)[0]
        rule_call = self._rule(view)
        if self._wavering and kind == "defence" and rng.random() < self._wavering:
            return rng.choice([answer for answer in self._game.legal(view) if answer != rule_call] or [rule_call])
        return rule_call

    def _simulated_answer(self, view: View[Any], rng: random.Random) -> Action:
        """Return the simulated answer of another seat to a doubling of the stake.

        The seat doubles again as often as players with such a hand do (`prikup.bots.call_rates`), else it answers as
        the rule-based player. If no rate was counted for doubling again, the rule-based player decides.
        """
        rule_call, rates = self._rule(view), call_rates(self._game.name).calls
        for call in self._game.legal(view)[1:]:
            rate = rates.get(action_text(self._game.calls, call))
            if rate is not None:
                share = rate.fitting if call == rule_call else rate.unexpected(call_parts(self._game, view, call))
                return call if rng.random() < share else self._game.legal(view)[0]
        return rule_call

    def _points_of_plays(self, states: Sequence[State[Any]]) -> list[SidePoints]:
        """Return the points by side of deals in which card play is about to start, in the order of `states`.

        Deals with the same play of the same cards are evaluated once.
        """
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
    """Return a function that evaluates the viewer's plans (calls, or all cards to discard or give) in `worlds`.

    - `view` is what the player to act may know of the deal.
    - `worlds` are possible deals, numbered from `first`, and `weights` has a number for each of them.
    - `rule` is the rule-based player, which finishes the calls, and `search` is the solver.
    - `wavering` is the probability that a defender deviates from the rule-based player when deciding whether to play
      against the contract.
    """
    payoff = payoff_of(game, view.public)
    side, mean = payoff.side(view.seat), fmean(weights)
    simulator = PlanSimulator(game, rule, search, payoff, wavering)
    prepared_worlds = [add_sealed_actions(game, world, rule) for world in worlds]

    def evaluate(plan: Plan, start: int, stop: int) -> Sequence[float]:
        """Return the points of the viewer's side after `plan` in the possible deals `start` to `stop - 1`.

        The points in each deal are multiplied by its weight relative to the mean weight.
        """
        points_by_world = simulator.points(prepared_worlds[start:stop], plan, first + start)
        return [
            weight / mean * points[side] for weight, points in zip(weights[start:stop], points_by_world, strict=True)
        ]

    return evaluate


def _play_values(
    plays: Sequence[tuple[State[Any], Objective]], rule: Player, search: Search, payoff: Payoff
) -> list[SidePoints]:
    """Return the points by side of deals in which card play is about to start.

    `plays` has each deal's state with its objective, which tells who plays against whom, and for many or few tricks.
    `rule` is the rule-based player, and `search` is the solver; `payoff` converts tricks into points. States with equal
    tricks, equal objective and equal deciding range of tricks (`Payoff.deciding_tricks`) are solved in one batch.
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
    """Return the points by side of a deal, estimated by playouts in which a heuristic plays the cards.

    There is one playout for each card that the leader may play; the result is that of the card that is best for the
    leader's side. `search` is the solver, and `payoff` converts tricks into points. `objective` tells who plays against
    whom.
    """
    (cards,) = search.playouts([position(state, objective)], no_partners=not has_two_sides(objective))
    side = payoff.side(state.public.turn)
    splits = [
        tuple(tricks_by_seat.get(seat, 0) for seat in range(len(state.hands))) for tricks_by_seat in cards.values()
    ]
    return max(payoff.split_values(state, splits), key=lambda points: points[side])


def _hidden_hands_value(
    state: State[Any], objective: Objective, tricks: int, rule: Player, search: Search, payoff: Payoff
) -> SidePoints:
    """Return the points by side of a deal in which it matters that the soloist's opponents hide their cards.

    A soloist plays alone against all others. It matters if the opponents count their tricks separately, or if they must
    force a trick on the soloist without seeing each other's hands, which the solver lets them see. `tricks` is the
    soloist's number of tricks according to the solver. `rule` is the rule-based player. The result is the mean of two
    values: that of a heuristic playout, and that computed from `tricks`. `search` is the solver, and `payoff` converts
    tricks into points. `objective` tells who plays against whom.
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
    """Return the points by side of a deal in which a soloist's two opponents count their tricks separately.

    The soloist plays alone against both. It takes `tricks`, the number that the solver found, plus the extra tricks of
    `EXTRA_TRICKS`; the result is the mean over these, weighted by their shares. The two opponents divide the other
    tricks in the ratio of their `playout_tricks`, the tricks by seat of a heuristic playout. `objective` tells who
    plays against whom, and `payoff` converts tricks into points.
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
    candidates: Sequence[Plan], default_plan: Plan, evaluate: PlanEvaluator, max_worlds: int, first: int
) -> dict[Plan, list[float]]:
    """Evaluate the plans `candidates` by successive halving.

    Return for each plan a list of its values by world (possible deal). `evaluate` values a plan in a range of worlds.
    All plans are tried in the first `first` worlds, the better half in twice as many, and so on up to `max_worlds`; the
    `default_plan` is never eliminated. With eight plans, `first` = 5 and `max_worlds` = 20, all eight are tried in
    worlds 1 to 5, the best four in worlds 6 to 10 and the best two in worlds 11 to 20: 8 * 5 + 4 * 5 + 2 * 10 = 80
    trials instead of 160.
    """
    values_by_plan: dict[Plan, list[float]] = {plan: [] for plan in candidates}
    alive, start, stop = list(candidates), 0, min(first, max_worlds)
    while True:
        for plan in alive:
            values_by_plan[plan] += evaluate(plan, start, stop)
        if stop >= max_worlds:
            return values_by_plan
        alive.sort(key=lambda plan: (plan == default_plan, fmean(values_by_plan[plan])), reverse=True)
        alive = alive[: max(2, (len(alive) + 1) // 2)]
        start, stop = stop, min(2 * stop, max_worlds)


def settle_race(
    values_by_plan: dict[Plan, list[float]],
    default_plan: Plan | None,
    make_evaluator: Callable[[int, int], PlanEvaluator],
    max_worlds: int,
    *,
    together: bool = False,
) -> None:
    """Try the best plan and `default_plan` in more worlds (possible deals) until a paired test separates them.

    `values_by_plan` has the values of each plan in the worlds in which it was tried; new values are appended to it. If
    `default_plan` is not among the plans tried in all worlds, the best two plans are compared. `make_evaluator(first,
    count)` returns an evaluator for `count` new worlds numbered from `first`. The number of worlds doubles each time,
    up to `max_worlds`. With `together`, one evaluation of a world values all plans, so all of them are tried further.

    Example: after 40 worlds a plan is 3 points better than the default plan, with a standard error of 2. Both are tried
    in 40 more. Now the difference is 1 point with an error of 1.4, so 80 more follow. If `max_worlds` is 160, the plan
    with the better mean then wins.
    """
    world_count = max(map(len, values_by_plan.values()))
    while world_count < max_worlds:
        finalists = [plan for plan, values in values_by_plan.items() if len(values) == world_count]
        pair = _unclear_pair({plan: values_by_plan[plan] for plan in finalists}, default_plan)
        if not pair:
            return
        count = min(world_count, max_worlds - world_count)
        evaluate = make_evaluator(world_count, count)
        for plan in finalists if together else pair:
            values_by_plan[plan] += evaluate(plan, 0, count)
        world_count += count


def _unclear_pair(values_by_plan: dict[Plan, list[float]], default_plan: Plan | None) -> tuple[Plan, ...]:
    """Return the two plans to compare in more worlds (possible deals), or () if it is clear which of them is better.

    They are `default_plan` and the best other plan, or the best two if `default_plan` is not in `values_by_plan`. A
    plan whose values equal those of the first of the two in every world is passed over: more worlds would hardly
    separate them.
    """
    first, *others = sorted(
        values_by_plan, key=lambda plan: (plan == default_plan, fmean(values_by_plan[plan])), reverse=True
    )
    rival = next((plan for plan in others if values_by_plan[plan] != values_by_plan[first]), None)
    if rival is None or _is_clear(values_by_plan[first], values_by_plan[rival]):
        return ()
    return first, rival


def _is_clear(first_values: Sequence[float], second_values: Sequence[float]) -> bool:
    """Return whether one of two plans is clearly better, given the values of both, by possible deal.

    A plan is clearly better if the two differ by more than `CLEAR` standard errors on average, or by the same amount in
    every deal.
    """
    gains = [first - second for first, second in zip(first_values, second_values, strict=True)]
    error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
    return error == 0 or abs(fmean(gains)) > CLEAR * error


def best_plan(values_by_plan: dict[Plan, list[float]], default_plan: Plan) -> Plan:
    """Return the plan with the best mean among those tried in the most possible deals; ties go to `default_plan`.

    `values_by_plan` has the values of each plan in the deals in which it was tried.
    """
    world_count = max(map(len, values_by_plan.values()))
    return max(
        (plan for plan in values_by_plan if len(values_by_plan[plan]) == world_count),
        key=lambda plan: (fmean(values_by_plan[plan]), plan == default_plan),
    )
