"""Check that every action of the computer players is legal.

    python tests/campaigns/bot_soak.py --decisions 1000000 [--player rule] [--game NAME …]

Each match has random house rules, and the same player makes the decisions at every seat. In every other match random
actions are carried out instead of the player's choices, so that the player also meets positions that it would never
reach. Illegal actions and exceptions are printed with everything needed to reproduce them: the command, the house rules
and the view.
"""

import random
import sys
import time
import traceback
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from support.command_line import parse_command_line
from support.random_walk import choose_action, random_deal, random_game

from prikup.bots import player
from prikup.games import GAMES
from prikup.rules.game import Player, illegal
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.options import options_text
from prikup.rules.state import Action, View, view
from prikup.rules.text_format import view_text

__all__ = ["Asked", "Soaked", "soak"]

LONGEST = 20
"""The number of deals after which a new match starts."""


class Soaked(NamedTuple):
    """The result of a run: the numbers of matches and decisions, and a text for each failure."""

    matches: int
    decisions: int
    failures: tuple[str, ...]


class Asked:
    """The player of all seats of a match, with the number of its decisions and the last view it got.

    A call raises IllegalAction if the decision is illegal.
    """

    def __init__(self, match: Match, decide: Player) -> None:
        self.match, self.decide, self.decisions = match, decide, 0
        self.last_view: View[Any] | None = None

    def __call__(self, seat_view: View[Any]) -> Action:
        self.last_view, self.decisions = seat_view, self.decisions + 1
        action = self.decide(seat_view)
        if action not in self.match.game.legal(seat_view):
            raise illegal(self.match.game, seat_view, action)
        return action


def soak(kind: GameDefinition, level: str, decisions: int, *, seed: int = 1, first: int = 0) -> Soaked:
    """Play matches, starting with number `first`, until `decisions` decisions have been made.

    `level` is the player at all seats, and `seed` determines the matches. A match ends at its first failure.
    """
    decisions_made, number, failures = 0, first, []
    while decisions_made < decisions:
        rng = random.Random(f"{seed} {number}")
        match = Match.begin(random_game(kind, rng), 0)
        checked_player = Asked(match, player(level, match.game, number))
        try:
            _play(match, checked_player, decisions - decisions_made, rng, wild=number % 2 == 1)
        except Exception:
            rules, last_view = match.game, checked_player.last_view
            failures.append(
                f"--game {rules.name} --player {level} --seed {seed} --first {number} --decisions "
                f"{checked_player.decisions}\n"
                f"{options_text(kind.presets, rules.options)}\n"
                f"{view_text(rules, last_view) if last_view else 'before the first decision'}\n{traceback.format_exc()}"
            )
        decisions_made, number = decisions_made + max(1, checked_player.decisions), number + 1
    return Soaked(number - first, decisions_made, tuple(failures))


def _play(match: Match, checked_player: Asked, max_decisions: int, rng: random.Random, *, wild: bool) -> None:
    """Play a match until it is over, or has `LONGEST` deals, or `max_decisions` decisions have been made.

    If `wild` is True, random actions are carried out instead of the player's choices.
    """
    rules = match.game
    while not match.over and match.deals < LONGEST:
        state = random_deal(match, rng)
        while (seat := state.public.actor) is not None:
            if checked_player.decisions >= max_decisions:
                return
            seat_view = view(state, seat)
            action = checked_player(seat_view)
            state = rules.apply_unchecked(state, choose_action(rng, rules.legal(seat_view)) if wild else action)
        match = match.close(rules.outcome(state))


def main() -> None:
    """Play each game in turn, and print the failures."""
    arguments = parse_command_line(__doc__, decisions=1_000_000, player="rule", game=tuple(GAMES), seed=1, first=0)
    failure_count = 0
    for name in arguments.game:
        start, share = time.perf_counter(), -(-arguments.decisions // len(arguments.game))
        totals = soak(GAMES[name], arguments.player, share, seed=arguments.seed, first=arguments.first)
        seconds, failure_count = time.perf_counter() - start, failure_count + len(totals.failures)
        print(*totals.failures, sep="\n", end="")
        summary = f"{totals.matches} matches, {totals.decisions} decisions, {len(totals.failures)} failures"
        print(f"{name}, {arguments.player}: {summary}, {seconds:.0f} s", flush=True)
    sys.exit(failure_count > 0)


if __name__ == "__main__":
    main()
