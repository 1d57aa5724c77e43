"""Measure how many points `master` would gain if it saw the hidden cards: the most that better inference could bring.

Run `python -m bench.strength.headroom --game NAME [--deals 300] [--against rule] [--json]`.

Four versions of `master` play the same deals against the same opponents, once for every side of the table: the one
that is offered, one that sees all cards while it plays its cards, one that sees them while it calls and discards, and
one that always sees them. Whoever sees the cards decides as `master` does, but in the true deal instead of possible
ones. The opponents are styled players of the open styles in turn, or the player named by `--against`.

The program prints the points of each version per deal, and what it gains over `master` in the same deals, with 95 %
intervals (Student's t). The gain of seeing the cards contains what nobody can know, so no player reaches it.
"""

import argparse
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from statistics import fmean
from typing import Any, NamedTuple

from bench.figures import mean_row, show
from prikup.bots import master, player
from prikup.bots.styled_opponent import FIRST_HELD_OUT_STYLE
from prikup.games import GAMES, game
from prikup.rules.game import AnyGame, play
from prikup.rules.match import Match
from prikup.rules.state import Action, State, view

CALL_WORLDS = 20
"""The number of times that a call is tried in the true deal, because the calls that follow are partly random."""


class Version(NamedTuple):
    """A version of `master`: what it is called in the table, and in which of its decisions it sees the hidden cards."""

    title: str
    sees_in_play: bool
    sees_in_calls: bool


VERSIONS = (
    Version("master", sees_in_play=False, sees_in_calls=False),
    Version("sees all cards in the play", sees_in_play=True, sees_in_calls=False),
    Version("sees all cards in calls", sees_in_play=False, sees_in_calls=True),
    Version("always sees all cards", sees_in_play=True, sees_in_calls=True),
)

Decide = Callable[[State[Any]], Action]
"""A function that returns the action of the seat to act; it is given the whole deal, with the hidden cards."""


def measured_player(rules: AnyGame, version: Version) -> Decide:
    """Return the decisions of a version of `master`; `rules` are those of the game."""
    rule, honest = GAMES[rules.name].rule(rules, 0), player("master", rules, 0)

    def decide(state: State[Any]) -> Action:
        seat_view = view(state, state.public.actor)
        legal = rules.legal(seat_view)
        in_play = state.public.phase == "play"
        if len(legal) == 1:
            return legal[0]
        if not (version.sees_in_play if in_play else version.sees_in_calls):
            return honest(seat_view)
        worlds = [state] * (1 if in_play else CALL_WORLDS)
        return master.best_action(
            master.DecisionInput(rules, seat_view, worlds, [1.0] * len(worlds), rule, lambda count: [state] * count, 1)
        )

    return decide


def play_versions(name: str, options: str, opponent: str, seed: str, deal: int) -> list[float]:
    """Return the points of each of `VERSIONS` in one deal: the mean over the sides at which it plays.

    `name` is the game, `options` are its house rules, and `seed` and `deal` (the number of the deal) determine the
    cards. `opponent` is the player at all other seats.
    """
    rules = game(name, options)
    return [
        fmean(_points(rules, version, opponent, seed, deal, side) for side in range(len(rules.sides)))
        for version in VERSIONS
    ]


def _points(rules: AnyGame, version: Version, opponent: str, seed: str, deal: int, side: int) -> float:
    """Return the points of a version of `master` that has the seats of `side`, in the second deal of a match.

    The first deal was played by rule-based players, so that the second includes what one deal carries over to the next.
    """
    rule, other = player("rule", rules, 0), player(opponent, rules, 0)
    new_match = Match.begin(rules, deal % rules.seats)
    first_end = play(rules, new_match.deal_random(random.Random(f"{seed} {deal} 0")), (rule,) * rules.seats)
    match = new_match.close(rules.outcome(first_end))
    if match.over:
        match = new_match
    decide, state = measured_player(rules, version), match.deal_random(random.Random(f"{seed} {deal} 1"))
    while (seat := state.public.actor) is not None:
        action = decide(state) if seat in rules.sides[side] else other(view(state, seat))
        state = rules.apply(state, action)
    old, new = (
        rules.scoring.settlement(each.sheet.totals)[side] for each in (match, match.close(rules.outcome(state)))
    )
    return float(new - old)


def main() -> None:
    """Parse the command line, play the deals, and print the points."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=tuple(GAMES), required=True)
    parser.add_argument("--options", default="")
    parser.add_argument("--against", default="", help="a player, instead of styled opponents")
    parser.add_argument("--seed", default="headroom")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    deals = range(arguments.deals)
    opponents = [arguments.against or f"stranger:{1 + deal % (FIRST_HELD_OUT_STYLE - 1)}" for deal in deals]
    fixed = repeat(arguments.game), repeat(arguments.options)
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as pool:
        points_by_deal = list(pool.map(play_versions, *fixed, opponents, repeat(arguments.seed), deals))
    columns = list(zip(*points_by_deal, strict=True))
    lines = [mean_row(version.title, column) for version, column in zip(VERSIONS, columns, strict=True)]
    for version, column in zip(VERSIONS[1:], columns[1:], strict=True):
        gains = [points - honest for points, honest in zip(column, columns[0], strict=True)]
        lines.append(mean_row(f"{version.title}: gain", gains))
    show({f"{arguments.game} against {arguments.against or 'open styles'}": lines}, as_json=arguments.json)


if __name__ == "__main__":
    main()
