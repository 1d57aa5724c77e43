"""The best response of one seat to fixed players, which measures how exploitable these players are.

The action of every other seat depends only on its View (what that seat may know of the deal), or is drawn with
probabilities that depend only on its View. So the responding seat is uncertain only about the world (the deal of the
hidden cards), and each action of another seat makes worlds less likely or rules them out. The best response is computed
exactly: every choice of the seat is tried in every set of worlds that the seat cannot tell apart.

Example with two equally likely worlds: the seat must say yes or no after another seat has acted. If the other seat acts
differently in each world, the responding seat knows the world and is right in both. If the other seat acts alike in
both worlds, the responding seat is right in one of them. The difference is what the other seat's action reveals.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from math import fsum
from typing import Any

from prikup.bots.payoff import Payoff
from prikup.bots.sampling import randomness
from prikup.bots.simulation import Plan, PlanEvaluator, best_plan, race_plans, settle_race
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import Action, Seat, State, View, view
from prikup.worlds.possible_worlds import add_sealed_actions, worlds_with_own_discards

__all__ = [
    "CachedPlayers",
    "CachedPolicies",
    "FixedPlayers",
    "Policy",
    "WeightedWorld",
    "best_response",
    "exploiting_player",
    "value_of_play",
]

WORLDS, FIRST_WORLDS, GROWTH_FACTOR = 16, 4, 4
"""The parameters of `exploiting_player`: numbers of possible deals that are sampled for a decision.

All actions are tried in `FIRST_WORLDS` deals, and the better ones in up to `WORLDS`. While it remains unclear whether
another action beats the action of `players[seat]`, the number of deals grows, at most by the factor `GROWTH_FACTOR`.
"""

WeightedWorld = tuple[float, State[Any]]
StateEvaluator = Callable[[State[Any]], float]
Choices = tuple[tuple[float, Action], ...]
"""The actions that a player may take, each with its probability, which is not 0."""
Policy = Callable[[View[Any]], Mapping[Action, float]]
"""A function from a View (what a player may know of the deal) to the probabilities of the player's actions."""


class CachedPlayers:
    """Deterministic players, one for each seat; each View is decided only once, and the action is cached.

    A View is what a seat may know of the deal.
    """

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players
        self._decided: dict[View[Any], Action] = {}

    def decide(self, state: State[Any]) -> Action:
        """Return the action that the player of the seat to act in `state` takes."""
        return self.player(view(state, state.public.actor))

    def choices(self, state: State[Any]) -> Choices:
        """Return the action of the seat to act in `state`, with the probability 1."""
        return ((1.0, self.decide(state)),)

    def player(self, view: View[Any]) -> Action:
        """Return the action that the viewing seat's player takes; the action is cached for each View.

        A View is what a seat may know of the deal.
        """
        action = self._decided.get(view)
        if action is None:
            assert view.seat is not None
            action = self._decided[view] = self._players[view.seat](view)
        return action


class CachedPolicies:
    """Players that draw their actions with probabilities, one for each seat; each View is evaluated only once.

    `policies` are functions from a View (what a seat may know of the deal) to the probabilities of its actions.
    """

    def __init__(self, policies: Sequence[Policy]) -> None:
        self._policies = policies
        self._choices: dict[View[Any], Choices] = {}

    def choices(self, state: State[Any]) -> Choices:
        """Return the actions that the seat to act in `state` may take, with their probabilities."""
        actor_view = view(state, state.public.actor)
        choices = self._choices.get(actor_view)
        if choices is None:
            assert actor_view.seat is not None
            probabilities = self._policies[actor_view.seat](actor_view)
            choices = self._choices[actor_view] = tuple((p, action) for action, p in probabilities.items() if p > 0)
        return choices


FixedPlayers = CachedPlayers | CachedPolicies


def value_of_play(game: AnyGame, worlds: Iterable[WeightedWorld], seat: Seat, fixed_players: FixedPlayers) -> float:
    """Return the points that the side of `seat` scores if all seats play as `fixed_players` do.

    Each of `worlds` is a possible deal with its weight. The result is the sum over them of the weight times the points.
    """
    final_points = _final_state_evaluator(game, seat)
    values, open_worlds = [], list(worlds)
    while open_worlds:
        weight, state = open_worlds.pop()
        if state.public.actor is None:
            values.append(weight * final_points(state))
        else:
            open_worlds += _successors(game, weight, state, fixed_players)
    return fsum(values)


def best_response(game: AnyGame, worlds: Iterable[WeightedWorld], seat: Seat, fixed_players: FixedPlayers) -> float:
    """Return the maximum points that the side of `seat` can score if all other seats play as `fixed_players` do.

    Each of `worlds` is a possible deal with its weight. The result is the sum over them of the weight times the points.
    The worlds are states of one deal, or of deals with equal score sheets. The responding seat can tell two worlds
    apart only if its View (what it may know of the deal) differs between them.
    """
    return _best_value(game, list(worlds), seat, fixed_players, _final_state_evaluator(game, seat))


def exploiting_player(game: AnyGame, players: Sequence[Player], seat: Seat, seed: int, worlds: int = WORLDS) -> Player:
    """Return a player for `seat` that exploits its knowledge of how the other seats decide.

    `players` has a player for each seat. For each decision the returned player averages over `worlds` possible deals,
    sampled uniformly; `seed` determines which. It takes the best action, assuming that afterwards all seats, its own
    included, continue as `players` would. So the points that it gains over `players[seat]` are a lower bound of what
    the best response gains.
    """
    fixed_players, final_points = CachedPlayers(players), _final_state_evaluator(game, seat)

    def play(view: View[Any]) -> Action:
        usual_action = players[seat](view)
        options = [(action,) for action in game.legal(view)]
        if len(options) == 1:
            return usual_action
        sampled_worlds = worlds_with_own_discards(game, view, randomness(seed, view))

        def make_evaluator(_: int, count: int) -> PlanEvaluator:
            prepared_worlds = [
                add_sealed_actions(game, world, fixed_players.player) for world in islice(sampled_worlds, count)
            ]

            def evaluate(plan: Plan, start: int, stop: int) -> list[float]:
                return [
                    final_points(_play_out(game, game.apply_unchecked(world, plan[0]), fixed_players))
                    for world in prepared_worlds[start:stop]
                ]

            return evaluate

        values_by_plan = race_plans(options, (usual_action,), make_evaluator(0, worlds), worlds, FIRST_WORLDS)
        settle_race(values_by_plan, (usual_action,), make_evaluator, GROWTH_FACTOR * worlds)
        return best_plan(values_by_plan, (usual_action,))[0]

    return play


def _successors(game: AnyGame, weight: float, state: State[Any], fixed_players: FixedPlayers) -> list[WeightedWorld]:
    """Return each state that an action of the seat to act leads to, with `weight` times the action's probability."""
    return [(weight * p, game.apply_unchecked(state, action)) for p, action in fixed_players.choices(state)]


def _play_out(game: AnyGame, state: State[Any], fixed_players: CachedPlayers) -> State[Any]:
    """Play a deal from `state` to its end, with every seat played by `fixed_players`, and return the final state."""
    while state.public.actor is not None:
        state = game.apply_unchecked(state, fixed_players.decide(state))
    return state


def _final_state_evaluator(game: AnyGame, seat: Seat) -> StateEvaluator:
    payoffs: dict[Any, Payoff] = {}

    def final_points(state: State[Any]) -> float:
        payoff = payoffs.setdefault(state.public.match, Payoff(game, state.public))
        return payoff.finished_deal_value(state)[payoff.side(seat)]

    return final_points


def _best_value(
    game: AnyGame, worlds: list[WeightedWorld], seat: Seat, fixed_players: FixedPlayers, final_points: StateEvaluator
) -> float:
    """Return the maximum points of the side of `seat`, as a weighted sum over the possible deals `worlds`.

    `fixed_players` decide for all other seats. Each deal is first played from its current state up to the seat's next
    decision or to its end. `final_points` returns the points of a finished deal for the side of `seat`.
    """
    ends: list[float] = []
    worlds_by_view: dict[View[Any], list[WeightedWorld]] = {}
    open_worlds = worlds.copy()
    while open_worlds:
        weight, state = open_worlds.pop()
        if state.public.actor is None:
            ends.append(weight * final_points(state))
        elif state.public.actor == seat:
            worlds_by_view.setdefault(view(state, seat), []).append((weight, state))
        else:
            open_worlds += _successors(game, weight, state, fixed_players)
    for seat_view, indistinct_worlds in worlds_by_view.items():
        ends.append(
            max(
                _best_value(
                    game,
                    [(weight, game.apply_unchecked(state, action)) for weight, state in indistinct_worlds],
                    seat,
                    fixed_players,
                    final_points,
                )
                for action in game.legal(seat_view)
            )
        )
    return fsum(ends)
