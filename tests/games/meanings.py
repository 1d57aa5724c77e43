"""Deals settled at random, to compare the explanations of calls with the scores."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from prikup.rules.game import AgreedEnd, AnyGame
from prikup.rules.match import Match
from prikup.rules.state import State, view

__all__ = ["deals", "explanation_numbers", "finish_deal", "settle_randomly", "take_random_action"]


def deals(rules: AnyGame, rng: random.Random, count: int, deals_per_match: int) -> Iterator[State[Any]]:
    """Yield the starts of `count` random deals, `deals_per_match` to a match."""
    match = Match.begin(rules)
    for n in range(count):
        if match.over or n % deals_per_match == 0:
            match = Match.begin(rules)
        state = match.deal_random(rng)
        yield state
        match = match.close(rules.outcome(finish_deal(rules, state, rng)))


def take_random_action(
    rules: AnyGame, state: State[Any], rng: random.Random, call_limits: Sequence[int] = (2, 3, 12, 40)
) -> State[Any]:
    """Take a legal action; among many calls often a low one, so that all levels are played."""
    legal = rules.legal(view(state, state.public.actor))
    return rules.apply(state, rng.choice(legal[: rng.choice(call_limits)]))


def finish_deal(rules: AnyGame, state: State[Any], rng: random.Random) -> State[Any]:
    """Finish a deal at random, with a random agreed split once cards are played."""
    while state.public.actor is not None:
        settled_state = settle_randomly(rules, state, rng) if state.public.phase == "play" else None
        state = settled_state if isinstance(settled_state, State) else take_random_action(rules, state, rng)
    return state


def settle_randomly(rules: AnyGame, state: State[Any], rng: random.Random, tricks: int = 10) -> Any:
    """Settle with a random uneven split of the tricks; return the reason if the rules refuse it."""
    seats = state.public.tricks.seats
    tricks_by_seat = Counter(rng.choices(seats, [rng.random() ** 2 for _ in seats], k=tricks))
    return rules.settle(state, AgreedEnd(tricks=tuple(tricks_by_seat[seat] for seat in range(rules.seats))))


def explanation_numbers(rules: AnyGame, state: State[Any], call: int) -> dict[str, dict[str, Any]]:
    """Return the explanation of a call by the actor: its numbers by message key."""
    return {
        explanation.key: dict(explanation.numbers)
        for explanation in rules.explanations.explain_call(view(state, state.public.actor), call)
    }
