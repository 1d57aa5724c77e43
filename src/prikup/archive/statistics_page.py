"""The statistics page: a person's statistics by game, and those of computer players by level."""

from collections.abc import Iterable, Mapping
from math import inf
from typing import NamedTuple

from msgspec import Struct

from prikup.bots import LEVELS
from prikup.games import GAMES, game
from prikup.statistics.statistics import Statistics, statistics
from prikup.statistics.tally import Tally, added_up

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
    own: Mapping[StatisticsScope, Tally], levels: Mapping[StatisticsScope, Tally], name: str = "", preset: str = ""
) -> StatisticsPage:
    """Return the page of one game or all (""), restricted to matches with a preset or to none ("")."""
    found = (_of_game(each, preset, own, levels) for each in GAMES if name in ("", each))
    return StatisticsPage(tuple(each for each in found if each.you or each.levels))


def _of_game(
    name: str, preset: str, own: Mapping[StatisticsScope, Tally], levels: Mapping[StatisticsScope, Tally]
) -> GameStatistics:
    def said(tallies: Iterable[Tally]) -> Statistics | None:
        found = added_up(tallies)
        return statistics(found, game(name).roles) if found.points.count else None

    def wanted(played: StatisticsScope) -> bool:
        return played.game == name and preset in ("", played.preset)

    by_level = {
        level: said(tally for played, tally in levels.items() if wanted(played) and played.level == level)
        for level in sorted({played.level for played in levels}, key=_strength)
    }
    return GameStatistics(
        name,
        said(tally for played, tally in own.items() if wanted(played)),
        tuple(LevelStatistics(level, found) for level, found in by_level.items() if found),
    )


def _strength(level: str) -> tuple[int, float, str]:
    """Return the sort key of a level: the weakest first, levels that people cannot choose last.

    A reduced level, which considers fewer worlds on a slow device, counts as a player of its own and comes before the
    full level.
    """
    idea, _, worlds = level.partition(":")
    known = LEVELS.index(idea) if idea in LEVELS else len(LEVELS)
    return known, int(worlds) if worlds.isdecimal() else inf, level
