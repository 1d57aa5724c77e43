"""Settings of a table in this process, at which one person plays with computer players."""

from msgspec.structs import replace

from prikup.bots import PLAYERS
from prikup.games import GAMES
from prikup.history.events import HUMAN
from prikup.history.log import Log
from prikup.rules.options import options_text, parse_logged
from prikup.table.coach import script
from prikup.table.table_settings import TableSettings

__all__ = ["YOU", "lesson_settings", "local_settings", "settings_of_log"]

YOU = "you"
"""The user id of the player at this terminal."""


def local_settings(
    game: str, options: str, level: str, names: tuple[str, ...], deals: int = 0, seed: str = ""
) -> TableSettings:
    """Return the settings of a table at which one person plays the game `game` with computer players.

    `options` are the house rules as text, and `level` is the level of the computer players, who get their names from
    `names`. The match ends after `deals` deals; if `deals` is 0, it ends when its rules say so. All decks follow from
    the text `seed` unless it is "".
    """
    return _single_player_settings(
        TableSettings(game, options, level, deals=deals, bots=True, host=YOU, seed=seed), names
    )


def lesson_settings(game: str, names: tuple[str, ...]) -> TableSettings:
    """Return the settings of a table for a first deal of the game `game` with the coach (who teaches the game).

    The computer players get their names from `names`. Raise BadText if the game has no coach.
    """
    return _single_player_settings(script.lesson_settings(game, YOU), names)


def settings_of_log(log: Log) -> TableSettings:
    """Return the settings of a table at which the unfinished match in `log` is resumed."""
    begin = log.begin
    if script.is_lesson(log):
        return lesson_settings(begin.game, begin.names)
    level = next((player for player in begin.players if player != HUMAN), PLAYERS[0])
    presets = GAMES[begin.game].presets
    options = options_text(presets, parse_logged(presets, begin.options))
    return local_settings(begin.game, options, level, begin.names, begin.deals, begin.seed)


def _single_player_settings(settings: TableSettings, names: tuple[str, ...]) -> TableSettings:
    """Adapt settings to a table in this process. It has no spectators and no chat, and it waits for its only player.

    The computer players get their names from `names`.
    """
    return replace(settings, absent="wait", away_s=24 * 3600, spectators=False, chat=False, names=names)
