"""The settings of a new match, the name of its player, and the matches that are not finished yet."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from prikup.bots import PLAYERS, SOLVING
from prikup.games import GAMES
from prikup.history.events import HUMAN
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.locale import Words
from prikup.rules.errors import BadText, PrikupError, reason
from prikup.rules.options import options_text, parse_options
from prikup.table.table_settings import TableSettings
from prikup.terminal.host.local_settings import lesson_settings, local_settings

__all__ = [
    "USUAL",
    "Wish",
    "note_missing_solver",
    "player_name",
    "settings_of",
    "unfinished_matches",
]

USUAL = "rule"
"""The default level of computer players."""
LONGEST_NAME = 20
RECENT = 50
"""The number of most recent logs that are searched for an unfinished match."""


class Wish(Struct, frozen=True):
    """The options that the user has chosen for a new match.

    - `game`: the name of the game.
    - `options`: the house rules as text.
    - `name`: the player's name.
    - `level`: the level of the computer players.
    - `deals`: the number of deals after which the match ends (0: it ends when its rules say so).
    - `seed`: the text from which all decks follow, "" for random decks.
    - `coach`: True for the first deal with the coach (who teaches the game).
    """

    game: str
    options: str = ""
    name: str = ""
    level: str = USUAL
    deals: int = 0
    seed: str = ""
    coach: bool = False


def note_missing_solver(words: Words) -> None:
    """Print a note on stderr if some computer players are not available because the solver is missing.

    The solver is the compiled module that computes best play.
    """
    if not set(SOLVING) <= set(PLAYERS):
        print(words("note-no-solver"), file=sys.stderr)


def settings_of(wish: Wish, words: Words) -> TableSettings:
    """Return the settings of the table for a new match with the options `wish`.

    `words` are the messages in the user's language, which have the names of the computer players. Raise BadText if the
    game is unknown or has no coach (who teaches the game), and BadOptions if the house rules are invalid.
    """
    if wish.game not in GAMES:
        raise BadText(reason("game-unknown", game=wish.game, allowed=" ".join(GAMES)))
    player_names = tuple(words("player-names").split())
    if wish.coach:
        return lesson_settings(wish.game, player_names)
    kind = GAMES[wish.game]
    options = parse_options(kind.presets, wish.options)
    kind.build(options)
    return local_settings(
        wish.game, options_text(kind.presets, options), wish.level, player_names, wish.deals, wish.seed
    )


def player_name(wish: Wish, words: Words) -> str:
    """Return the player's name without unprintable characters, and with at most `LONGEST_NAME` characters.

    If the name is then empty, return the word for "player" in the user's language.
    """
    return "".join(filter(str.isprintable, wish.name)).strip()[:LONGEST_NAME] or words("player")


def unfinished_matches(folder: Path) -> Iterator[tuple[Path, Log]]:
    """Yield the path and the log of each unfinished match in `folder`, the most recent first.

    Files that cannot be loaded are skipped.
    """
    paths = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in paths[:RECENT]:
        try:
            log = Log.replay(read_events(path.read_bytes())[0], checked=False)
        except (PrikupError, OSError, msgspec.MsgspecError):
            continue
        if not log.over and HUMAN in log.begin.players:
            yield path, log
