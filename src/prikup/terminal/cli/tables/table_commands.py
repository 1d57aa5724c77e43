"""`prikup play`, `prikup join`, and the program without a command, which starts with a menu.

As in `app.py`, the docstring of a command is the key of its help.
"""

import os
from pathlib import Path
from typing import Annotated

import typer

from prikup.bots import LEVELS, PLAYERS
from prikup.locale import Words
from prikup.terminal.cli.command_setup import command_words, open_screen, preset_text, raise_complaints
from prikup.terminal.cli.common_options import (
    FourColourOption,
    GameArgument,
    LanguageOption,
    PlainOption,
    PresetOption,
    SetOption,
)
from prikup.terminal.cli.data_folder import data_folder, new_path
from prikup.terminal.cli.tables.menu import menu, resume_label
from prikup.terminal.cli.tables.new_match import (
    USUAL,
    Wish,
    note_missing_solver,
    player_name,
    settings_of,
    unfinished_matches,
)
from prikup.terminal.cli.tables.table_options import JoinWish, PlayWish
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.render.screen import Screen
from prikup.terminal.words import words_of

__all__ = ["join", "play", "start_from_menu"]

PaceOption = Annotated[float, typer.Option("--pace", metavar="SECONDS", help="opt-pace")]
DEFAULT_PACE = 0.6
"""Seconds that a computer player takes to act on a screen that draws the table, so that each action can be seen."""


def start_from_menu(words: Words, screen: Screen) -> None:
    """Show the start menu on `screen`, and play the match that the user chooses.

    `words` are the messages in the user's language.
    """
    folder = data_folder(os.environ)
    last = next(unfinished_matches(folder), None) if folder.exists() else None
    name = last[1].begin.names[0] if last else _your_name(words)
    note_missing_solver(words)
    try:
        choice = menu(screen, words.language, resume_label(last[1]) if last else None, name)
    except (EOFError, KeyboardInterrupt):
        screen.events([""])
        return
    if last and not choice.wish:
        _play(words_of(choice.language, last[1].begin.game), screen, last[0], PlayWish(pace=_pace(screen)))
    elif choice.wish:
        words = words_of(choice.language, choice.wish.game)
        _play(
            words, screen, new_path(_create_folder(folder), choice.wish.game), _play_options(choice.wish, words, screen)
        )


def _your_name(words: Words) -> str:
    login = os.environ.get("USER", "")
    return login.capitalize() if login.isalpha() and login != "root" and len(login) < 13 else words("player")


def _create_folder(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def play(
    game: GameArgument,
    preset: PresetOption = "",
    set_: SetOption = None,
    deals: Annotated[int, typer.Option("--deals", metavar="N", help="opt-deals")] = 0,
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT", help="opt-seed")] = "",
    log: Annotated[Path | None, typer.Option("--log", metavar="FILE", help="opt-log")] = None,
    level: Annotated[str, typer.Option("--level", metavar="|".join(LEVELS), help="opt-level")] = USUAL,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="opt-name")] = "",
    auto: Annotated[bool, typer.Option("--auto", help="opt-auto")] = False,
    coach: Annotated[bool, typer.Option("--coach", help="opt-coach")] = False,
    pace: PaceOption = DEFAULT_PACE,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
) -> int:
    """help-of-play"""
    words = command_words(tongue, game)
    if level not in PLAYERS:
        raise Complaint(words("error-level", level=level, allowed=" ".join(LEVELS)))
    screen = open_screen(words, plain, four_colour)
    value_by_option = {"--preset": preset, "--set": set_, "--deals": deals, "--seed": seed, "--level": level != USUAL}
    if coach and (changed_option := next((option for option, value in value_by_option.items() if value), "")):
        raise Complaint(words("error-coach-option", option=changed_option))
    wish = Wish(game, preset_text(preset, set_), name or _your_name(words), level, max(deals, 0), seed, coach)
    with raise_complaints(words.reason):
        play_options = _play_options(wish, words, screen, pace, auto=auto)
    note_missing_solver(words)
    return _play(words, screen, log or new_path(_create_folder(data_folder(os.environ)), game), play_options)


def _play(words: Words, screen: Screen, path: Path, wish: PlayWish) -> int:
    from prikup.terminal.cli.tables.play import play_match  # slow: it imports asyncio and the table

    return play_match(words, screen, path, wish)


def _play_options(
    wish: Wish, words: Words, screen: Screen, pace: float = DEFAULT_PACE, *, auto: bool = False
) -> PlayWish:
    """Return the options for playing a new match with the choices in `wish`.

    Raise BadOptions if the house rules are invalid. `pace` is the delay of computer players in seconds. `auto` is True
    if a card is played automatically when it is the only legal one.
    """
    settings = settings_of(wish, words)
    options = settings.options if wish.options else ""
    return PlayWish(settings, player_name(wish, words), wish.game, options, _pace(screen, pace), auto)


def _pace(screen: Screen, pace: float = DEFAULT_PACE) -> float:
    """Return the delay of computer players in seconds: `pace`, or 0 if the screen prints plain text."""
    return 0.0 if screen.spoken else max(pace, 0.0)


def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="opt-url")],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="opt-name")] = "",
    seat: Annotated[int | None, typer.Option("--seat", metavar="N", help="opt-seat")] = None,
    cut: Annotated[bool, typer.Option("--cut", help="opt-cut")] = False,
    auto: Annotated[bool, typer.Option("--auto", help="opt-auto")] = False,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
) -> int:
    """help-of-join"""
    from prikup.terminal.cli.tables.join import join as join_table  # slow: it imports websockets

    words = command_words(tongue)
    if seat is not None and seat < 1:
        raise Complaint(words("usage-bad-value", name="--seat"))
    seat_index = None if seat is None else seat - 1
    wish = JoinWish(url, name or _your_name(words), words.language, seat_index, cut, auto)
    return join_table(wish, open_screen(words, plain, four_colour))
