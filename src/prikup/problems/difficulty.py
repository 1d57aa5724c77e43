"""The difficulty of a problem: how often computer players with a player's view fail."""

from collections.abc import Callable
from typing import Any

from prikup.bots import player
from prikup.problems.open_problem import PLAYERS, TRIES, discard_text
from prikup.rules.cards import BIT
from prikup.rules.game import AnyGame, play
from prikup.rules.state import State, view

__all__ = ["failing_cards", "failing_counts", "failing_discards"]

Attempt = Callable[[str, int], bool]
"""An attempt by a named player with a seed: returns whether it finds the answer."""


ONCE = 2
"""The number of attempts that one counts for when a whole deal is played, which is slow."""


def _failing(attempt: Attempt, counts: int = 1) -> tuple[int, ...]:
    return tuple(counts * sum(not attempt(name, seed) for seed in range(TRIES // counts)) for name in PLAYERS)


def failing_cards(rules: AnyGame, state: State[Any], right: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each player the number of attempts that choose another card than those in `right`."""
    actor_view = view(state, state.public.actor)
    return _failing(lambda name, seed: player(name, rules, seed)(actor_view) in right)


def failing_counts(rules: AnyGame, state: State[Any], side: frozenset[int], tricks: int) -> tuple[int, ...]:
    """Return for each player the number of deals in which the side does not take `tricks` more tricks.

    The player occupies every seat; each deal counts as `ONCE` attempts.
    """
    tricks_before = _tricks_won(state, side)

    def attempt(name: str, seed: int) -> bool:
        end = play(rules, state, tuple(player(name, rules, seed) for _ in range(rules.seats)))
        return _tricks_won(end, side) - tricks_before == tricks

    return _failing(attempt, ONCE)


def _tricks_won(state: State[Any], side: frozenset[int]) -> int:
    tricks_by_seat: tuple[int, ...] = state.public.tricks.won
    return sum(tricks_by_seat[seat] for seat in side)


def failing_discards(rules: AnyGame, state: State[Any], cards: int, right: tuple[str, ...]) -> tuple[int, ...]:
    """Return for each player the number of attempts that discard other cards; `cards` is the size of the discard."""

    def attempt(name: str, seed: int) -> bool:
        choose_action, discard, current_state = player(name, rules, seed), 0, state
        for _ in range(cards):
            action = choose_action(view(current_state, current_state.public.actor))
            if action >= 52:  # the player concedes instead
                return False
            discard, current_state = discard | BIT[action], rules.apply(current_state, action)
        return discard_text(discard) in right

    return _failing(attempt)
