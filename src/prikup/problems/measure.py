"""The difficulty of a problem: how often computer players fail, who see no more than at a table."""

from collections.abc import Callable
from typing import Any

from prikup.bots import player
from prikup.cards import BIT
from prikup.game import AnyGame, play
from prikup.problems.problem import PLAYERS, TRIES, laid_text
from prikup.state import State, view

__all__ = ["failing_cards", "failing_counts", "failing_discards"]

Tried = Callable[[str, int], bool]
"""A try of a player of this name with this seed: whether it finds the answer."""


ONCE = 2
"""The tries for which one counts where a whole deal is played, which takes long."""


def _failing(tried: Tried, counts: int = 1) -> tuple[int, ...]:
    return tuple(counts * sum(not tried(name, seed) for seed in range(TRIES // counts)) for name in PLAYERS)


def failing_cards(rules: AnyGame, state: State[Any], right: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many tries of each player lead to another card than one of these."""
    seen = view(state, state.public.actor)
    return _failing(lambda name, seed: player(name, rules, seed)(seen) in right)


def failing_counts(rules: AnyGame, state: State[Any], side: frozenset[int], tricks: int) -> tuple[int, ...]:
    """Return how many deals end otherwise than with this number of further tricks of a side.

    In each of them one player sits on every seat; each counts for `ONCE` tries.
    """
    before = _won(state, side)

    def tried(name: str, seed: int) -> bool:
        end = play(rules, state, tuple(player(name, rules, seed) for _ in range(rules.seats)))
        return _won(end, side) - before == tricks

    return _failing(tried, ONCE)


def _won(state: State[Any], side: frozenset[int]) -> int:
    won: tuple[int, ...] = state.public.tricks.won
    return sum(won[seat] for seat in side)


def failing_discards(rules: AnyGame, state: State[Any], cards: int, right: tuple[str, ...]) -> tuple[int, ...]:
    """Return how many tries of each player lay away other cards; `cards` is how many."""

    def tried(name: str, seed: int) -> bool:
        thinks, laid, now = player(name, rules, seed), 0, state
        for _ in range(cards):
            action = thinks(view(now, now.public.actor))
            if action >= 52:  # gives up instead
                return False
            laid, now = laid | BIT[action], rules.apply(now, action)
        return laid_text(laid) in right

    return _failing(tried)
