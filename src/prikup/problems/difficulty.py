"""The difficulty of a problem: how often computer players with a player's view fail, and how much they lose."""

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

from msgspec import Struct

from prikup.bots import player
from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.problem import PLAYERS, TRIES, discard_text
from prikup.rules.cards import BIT, Card, card_text, is_call
from prikup.rules.game import AnyGame, play
from prikup.rules.state import State, View, view

__all__ = ["PlayerScore", "choose_card", "failing_cards", "failing_counts", "failing_discards", "score_player"]

Attempt = Callable[[str, int], bool]
"""An attempt by a named player with a seed: returns whether it finds the answer."""


ONCE = 2
"""The number of attempts that one counts for when a whole deal is played, which is slow."""


def _failing(attempt: Attempt, counts: int = 1) -> tuple[int, ...]:
    return tuple(counts * sum(not attempt(name, seed) for seed in range(TRIES // counts)) for name in PLAYERS)


def failing_cards(rules: AnyGame, actor_view: View[Any], right: tuple[Card, ...]) -> tuple[int, ...]:
    """Return for each player the number of attempts that choose another card than those in `right`."""
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
            if is_call(action):  # the player concedes instead
                return False
            discard, current_state = discard | BIT[action], rules.apply(current_state, action)
        return discard_text(discard) in right

    return _failing(attempt)


# Scores


class PlayerScore(Struct, frozen=True, rename={"solved_count": "solved", "average_loss": "lost"}):
    """The number of a game's hidden problems that a player solves, and its average loss of points over all of them."""

    player: str
    game: str
    problems: int
    solved_count: int
    average_loss: float


def score_player(name: str, problems: Sequence[HiddenProblem]) -> PlayerScore:
    """Return a player's score on hidden problems of one game."""
    losses = [max(problem.worth.values()) - problem.worth[choose_card(name, problem)] for problem in problems]
    return PlayerScore(name, problems[0].game, len(problems), losses.count(0.0), fmean(losses))


def choose_card(name: str, problem: HiddenProblem) -> str:
    """Return the card that a player chooses for a hidden problem; deterministic."""
    return card_text(player(name, problem.rules, 0)(problem.parsed_view))
