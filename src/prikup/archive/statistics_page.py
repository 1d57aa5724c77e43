"""The statistics page: a user's own statistics for each game, and those of the computer players by level."""

from collections.abc import Iterable, Mapping
from math import inf
from typing import NamedTuple

from msgspec import Struct

from prikup.bots import LEVELS, BotLevel
from prikup.games import GAMES, game
from prikup.statistics.statistics import Statistics, statistics
from prikup.statistics.tally import Tally, sum_tallies

__all__ = ["GameStatistics", "LevelStatistics", "StatisticsPage", "StatisticsScope", "statistics_page"]


class StatisticsScope(NamedTuple):
    """A group of matches for which results are summed: a game, a preset of its house rules, and a kind of player.

    `level` is the level (strength) of a computer player, "" for a human player.
    """

    game: str
    preset: str
    level: str


class LevelStatistics(Struct, frozen=True):
    """The statistics of all computer players of one level (strength) in a game. Private matches are not included."""

    level: str
    statistics: Statistics


class GameStatistics(Struct, frozen=True):
    """The statistics of one game.

    `you` are the statistics of the user, null if there are none. `levels` are those of each level (strength) of
    computer players.
    """

    game: str
    you: Statistics | None
    levels: tuple[LevelStatistics, ...]


class StatisticsPage(Struct, frozen=True):
    """The statistics of each game that has results to show, in the order in which the games are offered."""

    games: tuple[GameStatistics, ...]


def statistics_page(
    user_tallies: Mapping[StatisticsScope, Tally],
    levels: Mapping[StatisticsScope, Tally],
    name: str = "",
    preset: str = "",
) -> StatisticsPage:
    """Return the statistics page, for one game or for all games.

    - `user_tallies`: the sums over the user's own deals, by group of matches.
    - `levels`: the sums over the deals of computer players, by group of matches.
    - `name`: the name of the game, "" for all games.
    - `preset`: the preset (named set of house rules) of the matches to include, "" for all matches.
    """
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
    """Return a sort key by which levels of computer players go from weakest to strongest.

    Levels that users cannot choose come last. A reduced level, which considers fewer possible deals on a slow device,
    is a level of its own and comes before the full level.
    """
    name, worlds = BotLevel.parse(level)
    return LEVELS.index(name) if name in LEVELS else len(LEVELS), inf if worlds is None else worlds, level
