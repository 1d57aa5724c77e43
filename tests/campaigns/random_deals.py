"""Play random deals of each game by the hundred thousand, and check general laws of the rules.

Run `python tests/campaigns/random_deals.py --deals 300000`. Each match has its own random valid options. In half of the
matches every action is a random legal one; in the others the rule-based player chooses, so that matches of every game
reach their end. Cards must be conserved, every deal must be scored, every settlement must sum to zero, and no exception
may occur.
"""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from support.command_line import parse_command_line
from support.random_walk import KINDS, cards_by_location, choose_action, random_deal, random_game

from prikup.rules.game import Player
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.state import view

LONGEST = 100
"""The number of deals after which a new match starts."""


def stress(kind: GameDefinition, deals: int, seed: int) -> tuple[int, int]:
    """Play `deals` deals, which `seed` determines; return the numbers of decisions and of finished matches."""
    rng = random.Random(seed)
    decisions = finished_matches = 0
    match, choose = _start_match(kind, rng)
    for n in range(1, deals + 1):
        state = random_deal(match, rng)
        while (actor := state.public.actor) is not None:
            state = match.game.apply_unchecked(state, choose(view(state, actor)))
            decisions += 1
        places = cards_by_location(state)
        assert sum(p.bit_count() for p in places) == sum(places).bit_count() == len(match.game.pack)
        match = match.close(match.game.outcome(state))
        assert sum(match.game.scoring.settlement(match.sheet.totals)) == 0
        if match.over or n % LONGEST == 0:
            finished_matches += match.over
            match, choose = _start_match(kind, rng)
    return decisions, finished_matches


def _start_match(kind: GameDefinition, rng: random.Random) -> tuple[Match, Player]:
    """Return a new match, and the player who has all its seats."""
    game = random_game(kind, rng)
    match = Match.begin(game, rng.randrange(game.seats))
    if rng.random() < 0.5:
        return match, kind.rule(game, 1)
    return match, lambda seat_view: choose_action(rng, game.legal(seat_view))


def main() -> None:
    """Run the campaign from the command line."""
    arguments = parse_command_line(__doc__, deals=300_000, seed=1)
    for name, kind in KINDS:
        start = time.perf_counter()
        decisions, finished_matches = stress(kind, arguments.deals, arguments.seed)
        seconds = time.perf_counter() - start
        summary = f"{arguments.deals} deals, {decisions} decisions, {finished_matches} matches ended"
        print(f"{name}: {summary}, {seconds:.0f} s, no exception")


if __name__ == "__main__":
    main()
