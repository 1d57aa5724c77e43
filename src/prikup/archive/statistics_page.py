"""The statistics page: a person's statistics by game, and those of computer players by level."""

from collections.abc import Iterable, Mapping
from math import inf
from typing import NamedTuple

from msgspec import Struct

from prikup.bots import LEVELS
from prikup.games import GAMES, game
from prikup.statistics.statistics import Statistics, statistics
from prikup.statistics.tally import Tally, sum_tallies

__all__ = ["GameStatistics", "LevelStatistics", "StatisticsPage", "StatisticsScope", "statistics_page"]


class StatisticsScope(NamedTuple):
    """A group of matches: a game, the preset of its house rules, and a player.

    `level` is that of a computer player, "" for a person.
    """

    game: str
    preset: str
    level: str


class LevelStatistics(Struct, frozen=True):
    """The statistics of the computer players of a level in a game, without private matches."""

    level: str
    statistics: Statistics


class GameStatistics(Struct, frozen=True):
    """The statistics of a game: the user's own (null: none), and those of computer players by level."""

    game: str
    you: Statistics | None
    levels: tuple[LevelStatistics, ...]


class StatisticsPage(Struct, frozen=True):
    """The statistics of all games that have any, in the order in which games are offered."""

    games: tuple[GameStatistics, ...]


def statistics_page(
    user_tallies: Mapping[StatisticsScope, Tally],
    levels: Mapping[StatisticsScope, Tally],
    name: str = "",
    preset: str = "",
) -> StatisticsPage:
    """Return the page of one game or all (""), restricted to matches with a preset or to none ("")."""
    games = (_game_statistics(entry, preset, user_tallies, levels) for entry in GAMES if name in ("", entry))
    return StatisticsPage(tuple(entry for entry in games if entry.you or entry.levels))


def _game_statistics(
    name: str, preset: str, user_tallies: Mapping[StatisticsScope, Tally], levels: Mapping[StatisticsScope, Tally]
) -> GameStatistics:
    def statistics_or_none(tallies: Iterable[Tally]) -> Statistics | None:
        total = sum_tallies(tallies)
        return statistics(total, game(name).explanations.roles) if total.points.count else None

    def is_included(scope: StatisticsScope) -> bool:
        return scope.game == name and preset in ("", scope.preset)

    by_level = {
        level: statistics_or_none(
            tally for scope, tally in levels.items() if is_included(scope) and scope.level == level
        )
        for level in sorted({scope.level for scope in levels}, key=_strength)
    }
    return GameStatistics(
        name,
        statistics_or_none(tally for scope, tally in user_tallies.items() if is_included(scope)),
        tuple(
            LevelStatistics(level, level_statistics) for level, level_statistics in by_level.items() if level_statistics
        ),
    )


def _strength(level: str) -> tuple[int, float, str]:
    """Return the sort key of a level: the weakest first, levels that people cannot choose last.

    A reduced level, which considers fewer worlds on a slow device, counts as a player of its own and comes before the
    full level.
    """
    base_level, _, worlds = level.partition(":")
    rank = LEVELS.index(base_level) if base_level in LEVELS else len(LEVELS)
    return rank, int(worlds) if worlds.isdecimal() else inf, level
