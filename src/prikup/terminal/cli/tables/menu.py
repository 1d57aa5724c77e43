"""The start menu, in which the user resumes the last match or chooses a game and its rules."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from prikup.bots import LEVELS
from prikup.games import GAMES
from prikup.history.log import Log
from prikup.locale import LANGUAGES, Words
from prikup.locale.numbers import format_number
from prikup.locale.speech import Speech
from prikup.rules.errors import PrikupError
from prikup.rules.options import options_text, parse_options
from prikup.table.coach.script import coach_of
from prikup.terminal.cli.tables.new_match import USUAL, Wish
from prikup.terminal.client.input_parser import means
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.render.rules_page import rules_page
from prikup.terminal.render.screen import Screen
from prikup.terminal.words import normalise_text, words_of

__all__ = ["MenuChoice", "menu", "resume_label"]

COACH = "coach"
"""The result of `_options` if the user chooses the first deal with the coach (who teaches the game).

In that deal the user does not choose house rules.
"""


class MenuChoice(Struct, frozen=True):
    """The user's choice in the start menu.

    `language` is the language that the user chose. `wish` has the options of a new match; None means that the last
    match is resumed.
    """

    language: str
    wish: Wish | None


def menu(screen: Screen, language: str, last: Callable[[str], str] | None, name: str = "") -> MenuChoice:
    """Show the start menu on `screen` until the user chooses a match. Raise EOFError if the user leaves.

    `language` is the language (such as `en`) in which the menu is shown first. `last` is a function that describes the
    match which can be resumed, in the language of its argument; None means that there is no such match. `name` is a
    suggestion for the player's name. If it is "", the menu does not ask for a name.
    """
    while True:
        words = words_of(language)
        games = {game: words_of(language, game)("game") for game in GAMES}
        screen.page(_games(words, last))
        answer = normalise_text(screen.ask(words("menu-choose")))
        if means(words, "keys-quit", answer):
            raise EOFError
        if last and (not answer or means(words, "keys-go-on", answer)):
            return MenuChoice(language, None)
        if means(words, "keys-language", answer):
            language = _next_language(language)
        elif (game := _match_item(games, answer)) is None:
            screen.page([Paragraph(words("menu-unclear", text=answer))] if answer else [])
        elif wish := _wish(screen, language, game):
            return MenuChoice(language, replace(wish, name=name and _name(screen, words, name)))


def _next_language(language: str) -> str:
    """Return the language that follows in the list of languages; after the last comes the first."""
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]


def _match_item(name_by_key: Mapping[str, str], text: str) -> str | None:
    """Return the key of the menu item that the user typed.

    `name_by_key` has the name of each item. `text` can be the number of the item, or the start of its key or name.
    Return None if no item fits, or several.
    """
    if text.isdecimal():
        return list(name_by_key)[int(text) - 1] if 1 <= int(text) <= len(name_by_key) else None
    matches = [
        key for key, name in name_by_key.items() if key.startswith(text) or normalise_text(name).startswith(text)
    ]
    return matches[0] if text and len(matches) == 1 else None


def resume_label(log: Log) -> Callable[[str], str]:
    """Return a function that describes the match in `log`, which can be resumed.

    The argument of the function is the language of the description.
    """

    def describe(language: str) -> str:
        speech = Speech(words_of(language, log.begin.game), log.game, log.begin.names)
        score = ", ".join(f"{speech.side(side)} {format_number(n)}" for side, n in enumerate(log.match.sheet.totals[0]))
        return speech("menu-go-on", game=speech("game"), deal=log.match.standing.deal, score=score)

    return describe


def _games(words: Words, last: Callable[[str], str] | None) -> Iterator[Block]:
    yield Heading(words("menu-title"))
    if last:
        yield Paragraph(last(words.language), 2, words("keys-go-on").split()[0])
    for number, game in enumerate(GAMES, 1):
        of_game = words_of(words.language, game)
        yield Paragraph(f"{of_game('game')}. {of_game('about')}", 2, str(number))
    next_language = words_of(_next_language(words.language))("language-name")
    for key, text in (("language", next_language), ("quit", words("menu-quit"))):
        yield Paragraph(text, 2, words(f"keys-{key}").split()[0])


def _wish(screen: Screen, language: str, game: str) -> Wish | None:
    """Ask for the house rules and the level of the computer players, and return the options of the new match.

    The questions are asked on `screen`, in the language `language`. `game` is the name of the game. Return None if the
    user goes back to the list of games.
    """
    options = _options(screen, language, game)
    if options == COACH:
        return Wish(game, coach=True)
    level = None if options is None else _level(screen, words_of(language))
    return None if options is None or level is None else Wish(game, options, level=level)


def _options(screen: Screen, language: str, game: str) -> str | None:
    """Ask for the house rules of a new match of the game `game`, and return them as text.

    The questions are asked on `screen`, in the language `language`. Return `COACH` if the user chooses the first deal
    with the coach (who teaches the game). Return None if the user goes back to the list of games.
    """
    words, kind, has_coach = words_of(language, game), GAMES[game], coach_of(game) is not None
    presets = list(kind.presets)
    while True:
        screen.page(_presets(words, game, has_coach=has_coach))
        text = screen.ask(words("menu-choose-preset"))
        if means(words, "keys-back", text):
            return None
        if means(words, "keys-quit", text):
            raise EOFError
        if means(words, "keys-rules", text):
            screen.pause(rules_page(words, game, kind.presets[presets[0]]), words("prompt-back-menu"))
            continue
        if has_coach and means(words, "keys-coach", text):
            return COACH
        if text.isdecimal() and 1 <= int(text) <= len(presets):
            text = presets[int(text) - 1]
        try:
            return options_text(kind.presets, parse_options(kind.presets, text))
        except PrikupError as error:
            screen.page([Paragraph(words.reason(error.reason))])


def _presets(words: Words, game: str, *, has_coach: bool) -> Iterator[Block]:
    yield Heading(words("game"))
    rows = ((str(n), name, words(f"preset-{name}")) for n, name in enumerate(GAMES[game].presets, 1))
    yield TextTable(("", words("head-preset"), ""), tuple(rows))
    if has_coach:
        yield Paragraph(words("menu-coach", coach=words("keys-coach").split()[0]))
    yield Paragraph(
        words("menu-presets", game=game, key=words("keys-rules").split()[0], back=words("keys-back").split()[0])
    )


def _level(screen: Screen, words: Words) -> str | None:
    """Ask on `screen` for the level of the computer players, and return it.

    `words` are the messages in the user's language. Return None if the user goes back to the list of games.
    """
    levels = {level: words(f"level-{level}") for level in LEVELS}
    back = words("keys-back").split()[0]
    while True:
        screen.page(
            [
                Heading(words("menu-levels")),
                *(Paragraph(levels[level_key], 2, str(n)) for n, level_key in enumerate(levels, 1)),
            ]
        )
        answer = normalise_text(screen.ask(words("menu-choose-level", level=levels[USUAL], back=back)))
        if means(words, "keys-back", answer):
            return None
        if means(words, "keys-quit", answer):
            raise EOFError
        if level := _match_item(levels, answer) if answer else USUAL:
            return level
        screen.page([Paragraph(words("menu-unclear", text=answer))])


def _name(screen: Screen, words: Words, name: str) -> str:
    return screen.ask(words("menu-name", name=name)) or name
