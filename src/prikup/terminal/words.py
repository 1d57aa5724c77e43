"""The words that a person reads in the terminal."""

from pathlib import Path

from prikup.games import GAMES
from prikup.locale import Words

__all__ = ["words_of"]

ROOMS = ("table", "server", "terminal")
"""The rooms below and beside this one that talk to people, each with words of its own."""


def words_of(language: str, game: str = "") -> Words:
    """Return the words of the terminal, of a table, of a server, and of a game if one is named."""
    package = Path(__file__).parents[1]
    return Words(language, *(package / room for room in ROOMS), *((GAMES[game].folder,) if game else ()))
