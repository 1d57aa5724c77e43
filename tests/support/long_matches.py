"""Find house rules under which a match has several deals, for tests that play on after a deal."""

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

from msgspec.structs import replace
from support.random_walk import walk

from prikup.games import GAMES
from prikup.rules.errors import BadOptions
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.options import ALWAYS, HouseRules, options_text, single_changes

__all__ = ["MATCHES", "count_one_deal_matches", "find_long_rules"]

MATCHES = 100
"""The number of matches of random players that are tried to find out whether one deal can end a match."""


@cache
def find_long_rules(game: str) -> str:
    """Return house rules of a game under which one deal does not end the match, "" for the default ones.

    They are the first ones under which no match of random players ends with its first deal: those of a preset, or with
    one option changed that affects the course of the match. If a deal can end a match under all of them, they are those
    under which it does so most rarely.
    """
    kind = GAMES[game]
    count_by_options = dict[HouseRules, int]()
    for options in _possible_rules(kind):
        count_by_options[options] = count_one_deal_matches(kind, options)
        if not count_by_options[options]:
            break
    long_options = min(count_by_options, key=count_by_options.__getitem__)
    is_default = long_options == next(iter(kind.presets.values()))
    return "" if is_default else options_text(kind.presets, long_options)


def _possible_rules(kind: GameDefinition) -> Iterator[HouseRules]:
    """Yield the presets of a game, and then each with one option changed that affects the course of the match."""
    yield from kind.presets.values()
    for preset in kind.presets.values():
        for option, value in single_changes(preset):
            if preset.uses.get(option, ALWAYS).touches == "course":
                with suppress(BadOptions):
                    yield replace(preset, **{option: value})


def count_one_deal_matches(kind: GameDefinition, options: HouseRules) -> int:
    """Return how many of `MATCHES` matches of random players end with their first deal."""
    rules, rng = kind.build(options), random.Random(1)
    return sum(_play_first_deal(Match.begin(rules), rng).over for _ in range(MATCHES))


def _play_first_deal(match: Match, rng: random.Random) -> Match:
    *_, last = walk(match.game, match.deal_random(rng), rng)
    return match.close(match.game.outcome(last.state))
