"""The difficulty of problems: how often computer players that see only one player's view fail, and what they lose."""

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
"""The type of a function that lets a computer player attempt a problem and returns whether it finds the answer.

The arguments are the name of the player, and the seed that determines its random choices.
"""


ONCE = 2
"""The number of attempts that one play of a whole deal counts as.

Each computer player plays such a deal only once, because that takes long.
"""


def _failing(attempt: Attempt, counts: int = 1) -> tuple[int, ...]:
    return tuple(counts * sum(not attempt(name, seed) for seed in range(TRIES // counts)) for name in PLAYERS)


def failing_cards(rules: AnyGame, actor_view: View[Any], right: tuple[Card, ...]) -> tuple[int, ...]:
    """Return for each player in `PLAYERS` how many of its attempts choose a card that is not in `right`.

    `rules` is the game, `actor_view` is what the seat to act can see, and `right` are the best cards. `PLAYERS` are
    names of computer players.
    """
    return _failing(lambda name, seed: player(name, rules, seed)(actor_view) in right)


def failing_counts(rules: AnyGame, state: State[Any], side: frozenset[int], tricks: int) -> tuple[int, ...]:
    """Return for each computer player in `PLAYERS` how often it fails to take a given number of tricks.

    Copies of the player occupy all seats and play the deal from `state` to its end. They fail if the seats of `side` do
    not take exactly `tricks` more tricks. A failure counts as `ONCE` failed attempts, because the deal is played only
    once: that takes long.
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
    """Return for each player in `PLAYERS` how many of its attempts end with a discard that is not in `right`.

    `PLAYERS` are names of computer players. `state` is the state before the discard, `cards` is the number of cards to
    discard, and `right` are the best discards as text.
    """

    def attempt(name: str, seed: int) -> bool:
        choose_action, discard, current_state = player(name, rules, seed), 0, state
        for _ in range(cards):
            action = choose_action(view(current_state, current_state.public.actor))
            if is_call(action):  # the player concedes instead
                return False
            discard, current_state = discard | BIT[action], rules.apply_unchecked(current_state, action)
        return discard_text(discard) in right

    return _failing(attempt)


# Scores


class PlayerScore(Struct, frozen=True, rename={"solved_count": "solved", "average_loss": "lost"}):
    """A computer player's result on the problems of one game in which some hands are hidden.

    - `player`, `game`: the names of the player and of the game.
    - `problems`: the number of problems.
    - `solved_count`: the number of problems that the player solves.
    - `average_loss`: the mean, over all of the problems, of the points that the player's choices lose.
    """

    player: str
    game: str
    problems: int
    solved_count: int
    average_loss: float


def score_player(name: str, problems: Sequence[HiddenProblem]) -> PlayerScore:
    """Return the result of the computer player `name` on problems with hidden hands, which must all be of one game."""
    losses = [max(problem.worth.values()) - problem.worth[choose_card(name, problem)] for problem in problems]
    return PlayerScore(name, problems[0].game, len(problems), losses.count(0.0), fmean(losses))


def choose_card(name: str, problem: HiddenProblem) -> str:
    """Return the card that the computer player `name` chooses for a problem with hidden hands.

    For the same problem it is always the same card.
    """
    return card_text(player(name, problem.rules, 0)(problem.parsed_view))
