"""Settings of a table for one player with computer players in this process."""

from prikup.bots import PLAYERS
from prikup.games import GAMES
from prikup.history.log import HUMAN, Begin
from prikup.options import options_text, parse_logged
from prikup.table.table_settings import TableSettings

__all__ = ["YOU", "local_settings", "settings_of_log"]

YOU = "you"
"""The user id of the player at this terminal."""


def local_settings(
    game: str, options: str, level: str, names: tuple[str, ...], deals: int = 0, seed: str = ""
) -> TableSettings:
    """Return the settings of a table for one player with computer players of these names."""
    return TableSettings(
        game,
        options,
        level,
        absent="wait",
        away_s=24 * 3600,
        spectators=False,
        chat=False,
        deals=deals,
        bots=True,
        host=YOU,
        seed=seed,
        names=names,
    )


def settings_of_log(begin: Begin) -> TableSettings:
    """Return the table settings for resuming a log that starts with `begin`."""
    level = next((player for player in begin.players if player != HUMAN), PLAYERS[0])
    presets = GAMES[begin.game].presets
    options = options_text(presets, parse_logged(presets, begin.options))
    return local_settings(begin.game, options, level, begin.names, begin.deals, begin.seed)
