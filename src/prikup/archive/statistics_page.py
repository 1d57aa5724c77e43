"""The page of statistics: those of a person by game, and those of computer players by level."""

from collections.abc import Iterable, Mapping
from math import inf
from typing import NamedTuple

from msgspec import Struct

from prikup.bots import LEVELS
from prikup.games import GAMES, game
from prikup.statistics.statistics import Statistics, statistics
from prikup.statistics.tally import Tally, added_up

__all__ = ["GameStatistics", "LevelStatistics", "Played", "StatisticsPage", "statistics_page"]


class Played(NamedTuple):
    """A part of what was played: a game by the house rules of a preset, and the level of a computer player, or ""."""

    game: str
    preset: str
    level: str


class LevelStatistics(Struct, frozen=True):
    """The statistics of the computer players of a level in a game, over all matches that are not private."""

    level: str
    statistics: Statistics


class GameStatistics(Struct, frozen=True):
    """The statistics of a game: the user's own, null where there are none, and those of computer players by level."""

    game: str
    you: Statistics | None
    levels: tuple[LevelStatistics, ...]


class StatisticsPage(Struct, frozen=True):
    """The statistics of all games in which there are any, in the order in which games are offered."""

    games: tuple[GameStatistics, ...]


def statistics_page(
    own: Mapping[Played, Tally], levels: Mapping[Played, Tally], name: str = "", preset: str = ""
) -> StatisticsPage:
    """Return the page: of one game or of all, of the matches by some house rules or by any ("")."""
    found = (_of_game(each, preset, own, levels) for each in GAMES if name in ("", each))
    return StatisticsPage(tuple(each for each in found if each.you or each.levels))


def _of_game(name: str, preset: str, own: Mapping[Played, Tally], levels: Mapping[Played, Tally]) -> GameStatistics:
    def said(tallies: Iterable[Tally]) -> Statistics | None:
        found = added_up(tallies)
        return statistics(found, game(name).roles) if found.points.count else None

    def wanted(played: Played) -> bool:
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
    """Return where a level stands among others: the weakest first, those that people do not choose last.

    One that thinks of fewer worlds than it does elsewhere is a player of its own, and stands before it.
    """
    idea, _, worlds = level.partition(":")
    known = LEVELS.index(idea) if idea in LEVELS else len(LEVELS)
    return known, int(worlds) if worlds.isdecimal() else inf, level
