"""The messages and the screen of a command, and the complaints about errors of the rules."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from prikup.games import GAMES
from prikup.locale import LANGUAGES, Words, language
from prikup.rules.errors import BadLog, BadText, PrikupError, Reason, reason
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.render.screen import Plain, Screen
from prikup.terminal.words import words_of

__all__ = ["command_words", "open_screen", "preset_text", "raise_complaints"]


def command_words(tongue: str, game: str = "") -> Words:
    """Return the program's messages in the language `tongue`, and also the messages of the game `game` unless it is "".

    `tongue` is the code of a language, such as `en`. If it is "", the language is that of the environment. Raise
    Complaint for an unknown language, and BadText for an unknown game.
    """
    language_code = tongue or language(os.environ)
    if language_code not in LANGUAGES:
        raise Complaint(words_of("en")("error-language", language=language_code, allowed=" ".join(LANGUAGES)))
    if game and game not in GAMES:
        raise BadText(reason("game-unknown", game=game, allowed=" ".join(GAMES)))
    return words_of(language_code, game)


def open_screen(words: Words, plain: bool, four_colour: bool = False) -> Screen:
    """Return a screen that draws tables and pages or, if it cannot or should not draw, one that prints plain text.

    `words` are the messages in the user's language. The screen cannot draw if the input or the output is not a
    terminal, and should not if `plain` is True. If `four_colour` is True, a screen that draws shows each suit in a
    colour of its own.
    """
    can_draw = not plain and sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"
    if not can_draw:
        return Plain(words)
    from prikup.terminal.render.rich_screen import RichScreen

    return RichScreen(words, four_colour=four_colour)


def preset_text(preset: str, settings: Iterable[str] | None) -> str:
    """Return house rules as one text: the name of a preset (named set of rules), then settings such as `target=61`."""
    return " ".join(filter(None, (preset, *(settings or ()))))


@contextmanager
def raise_complaints(describe: Callable[[Reason], str]) -> Iterator[None]:
    """Turn a PrikupError in a `with` block into a Complaint (an error that the user can correct).

    `describe` is called with the error's message and returns the text of the Complaint. It can use the messages of the
    game and the names of the players. A BadLog (an error in a match log) is raised unchanged.
    """
    try:
        yield
    except BadLog:
        raise
    except PrikupError as error:
        raise Complaint(describe(error.reason)) from None
