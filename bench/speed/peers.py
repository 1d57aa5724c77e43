"""Measure other engines at random deals through their Python interfaces: OpenSpiel (C++) and RLCard (Python).

In one thread, whole deals are played until `seconds` have passed. The time for loading an engine does not count. A
decision is a player's choice (a bid, a discard, a card), not a chance move. Every choice is `actions[int(random() *
len(actions))]`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any, Literal

SKAT = "skat"
BRIDGE = "bridge(use_double_dummy_result=false)"  # by default the deal would end with the auction
Clock = Callable[[], float]
_State = Literal["observation_tensor", "observation_string", "information_state_tensor", "information_state_string"]
Look = Literal["none", "observer", _State]


@dataclass(frozen=True, slots=True)
class Rate:
    """The speed of one measurement: the numbers of deals and decisions, and the seconds that they took.

    `name` is the printed name. `dealing` is the part of `seconds` that was spent on dealing, before the first decision
    of each deal.
    """

    name: str
    deals: int
    decisions: int
    seconds: float
    dealing: float

    @property
    def deals_per_second(self) -> float:
        """The number of deals per second, dealing included."""
        return self.deals / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """The number of decisions per second, dealing included."""
        return self.decisions / self.seconds

    @property
    def microseconds_a_decision(self) -> float:
        """The microseconds per decision, dealing included."""
        return self.seconds / self.decisions * 1e6

    @property
    def microseconds_a_decision_once_dealt(self) -> float:
        """The microseconds per decision, without dealing but with scoring.

        The time runs from the first decision of a deal to its end.
        """
        return (self.seconds - self.dealing) / self.decisions * 1e6


def open_spiel(
    game: str, seconds: float, seed: int, look: Look = "none", *, masks: bool = False, clock: Clock = perf_counter
) -> Rate:
    """Play random deals of `game` (`SKAT` or `BRIDGE`) through `pyspiel` and return their rate.

    A decision consists of `current_player()`, the observation, `legal_actions()`, the choice and `apply_action()`; a
    deal ends with `returns()`. `seed` determines the deals. `look` names the kind of observation: "none", the `State`
    method with this name (skat has no information states), or "observer", which is the cheaper
    `open_spiel.python.observation` and fills one numpy array with the observation tensor. With `masks` each decision
    calls `legal_actions_mask()` too. `clock` returns the time in seconds. Dealing consists of `new_initial_state()` and
    one chance node per card, whose outcomes, from `chance_outcomes()`, are all equally likely here.
    """
    pyspiel, random = import_module("pyspiel"), Random(seed).random
    spiel_game = pyspiel.load_game(game)
    see = None if look in {"none", "observer"} else getattr(pyspiel.State, look)
    if look == "observer":
        see = import_module("open_spiel.python.observation").make_observation(spiel_game).set_from

    def deal() -> Any:
        state = spiel_game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(random() * len(outcomes))][0])
        return state

    def play(state: Any) -> int:
        decisions = 0
        current_player, legal_actions, apply_action = state.current_player, state.legal_actions, state.apply_action
        while (player := current_player()) >= 0:
            if see is not None:
                see(state, player)
            if masks:
                state.legal_actions_mask()
            actions = legal_actions()
            apply_action(actions[int(random() * len(actions))])
            decisions += 1
        if not state.is_terminal():
            raise ValueError(f"{game}: chance moves after the deal, which is not measured here")
        state.returns()
        return decisions

    return _rate(f"OpenSpiel {game.partition('(')[0]}, look: {look}", seconds, deal, play, clock)


def rlcard(seconds: float, seed: int, game: str = "bridge") -> Rate:
    """Play random deals of RLCard's `game` through its environment (`rlcard.make`) and return their rate.

    The deals last `seconds` seconds, and `seed` determines them. A decision consists of `is_over()`, the choice from
    `raw_legal_actions` (the keys of `legal_actions` as a list), and `step()`, which always builds the next state with
    its legal actions and observation array. A deal ends with `get_payoffs()`. Dealing is `reset()`, which builds the
    first state as well.
    """
    env, random = import_module("rlcard").make(game, config={"seed": seed}), Random(seed).random

    def play(first: Any) -> int:
        state, decisions = first[0], 0
        while not env.is_over():
            actions = state["raw_legal_actions"]
            state, _ = env.step(actions[int(random() * len(actions))])
            decisions += 1
        env.get_payoffs()
        return decisions

    return _rate(f"RLCard {game}", seconds, env.reset, play)


def _rate(
    name: str, seconds: float, deal: Callable[[], Any], play: Callable[[Any], int], clock: Clock = perf_counter
) -> Rate:
    """Play deals until `seconds` have passed on `clock`, and return their rate under the printed name `name`.

    `deal` returns a new deal; `play` plays it to its end and returns the number of decisions.
    """
    deals, decisions, dealing = 0, 0, 0.0
    start = last_time = clock()
    while last_time - start < seconds:
        deal_state = deal()
        dealing += clock() - last_time
        deals, decisions = deals + 1, decisions + play(deal_state)
        last_time = clock()
    return Rate(name, deals, decisions, last_time - start, dealing)
