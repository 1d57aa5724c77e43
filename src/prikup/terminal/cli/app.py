"""The command-line program: its list of commands, and what it prints for an error.

All texts that users read are translated messages. Therefore `help=` and the docstring of a command contain only the key
of a message.
"""

import io
import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_command

from prikup.games import GAMES
from prikup.locale import Words
from prikup.rules.errors import PrikupError
from prikup.rules.options import parse_options
from prikup.terminal.cli.arena import arena, leaderboard
from prikup.terminal.cli.command_setup import command_words, open_screen, preset_text, raise_complaints
from prikup.terminal.cli.common_options import (
    FourColourOption,
    GameArgument,
    JsonOption,
    LanguageOption,
    PlainOption,
    PresetOption,
    SetOption,
)
from prikup.terminal.cli.database import DatabaseOption, audit, backup, database_url, restore
from prikup.terminal.cli.dataset import dataset
from prikup.terminal.cli.match_commands import notation, replay, review, verify
from prikup.terminal.cli.notices import notices
from prikup.terminal.cli.position_commands import problems, solve
from prikup.terminal.cli.ratings import ratings_commands
from prikup.terminal.cli.scorer.score_command import score
from prikup.terminal.cli.serve import serve
from prikup.terminal.cli.statistics import statistics
from prikup.terminal.cli.table_checks import tables, turns
from prikup.terminal.cli.tables.table_commands import join, play, start_from_menu
from prikup.terminal.cli.typer_help import Group, TranslatedCommand, complaint, requested_language
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.render.rules_page import rules_page
from prikup.terminal.words import words_of

__all__ = ["app", "run"]

app = typer.Typer(
    cls=Group, add_completion=False, rich_markup_mode=None, invoke_without_command=True, no_args_is_help=False
)


def _version(is_requested: bool) -> None:
    """Print the version and exit if `--version` was given."""
    if is_requested:
        typer.echo(f"prikup {version('prikup')}")
        raise typer.Exit


VersionOption = Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="opt-version")]


def run(arguments: Sequence[str]) -> int:
    """Run the program with these command-line arguments, and return its exit code.

    An error that the user can correct is printed on stderr as one line, without a traceback.
    """
    words = words_of(requested_language(arguments))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # invalid input bytes or unsupported characters must not end a game
    try:
        return _program()(args=list(arguments), prog_name="prikup", standalone_mode=False, obj=words) or 0
    except PrikupError as error:
        return _fail(words.reason(error.reason))
    except Complaint as error:
        return _fail(str(error), error.code)
    except OSError as error:
        return _fail(_os_error(words, error))
    except typer.Abort:  # Ctrl+C
        return 130
    except Exception as error:
        sentence = complaint(words, error)
        if sentence is None:
            raise
        return _fail(sentence)


@cache
def _program() -> Callable[..., int | None]:
    """Return the whole program as a command with subcommands. To build it from the functions takes 10 ms."""
    return get_command(app)


def _fail(text: str, code: int = 2) -> int:
    print(text, file=sys.stderr)
    return code


def _os_error(words: Words, error: OSError) -> str:
    key_by_error = {
        FileNotFoundError: "file-missing",
        PermissionError: "file-forbidden",
        IsADirectoryError: "file-folder",
    }
    key = key_by_error.get(type(error), "file-error") if error.filename else "system-error"
    return words(f"error-{key}", file=str(error.filename or ""), error=error.strerror or str(error))


@app.callback()
def main(
    context: typer.Context,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
    _: VersionOption = False,
) -> None:
    """help-of-program"""
    if not context.invoked_subcommand:
        words = command_words(tongue)
        start_from_menu(words, open_screen(words, plain, four_colour))


def rules(
    game: GameArgument,
    preset: PresetOption = "",
    set_: SetOption = None,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
) -> None:
    """help-of-rules"""
    words = command_words(tongue, game)
    kind = GAMES[game]
    with raise_complaints(words.reason):
        options = kind.build(parse_options(kind.presets, preset_text(preset, set_))).options
    open_screen(words, plain).page(rules_page(words, game, options))


def reports(
    database: DatabaseOption = "",
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="opt-reports-out")] = None,
    as_json: JsonOption = False,
    tongue: LanguageOption = "",
) -> None:
    """help-of-reports"""
    from prikup.terminal.cli.reported_moves import load_reports, report_line, report_record, write_logs

    words = command_words(tongue)
    with raise_complaints(words.reason):
        stored_reports = load_reports(database_url(database))
    files = write_logs(stored_reports, out) if out else []
    for number, report in enumerate(stored_reports):
        print(json.dumps(report_record(report)) if as_json else report_line(words, report))
        if files and not as_json:
            print(f"  {files[number]}")
    if not stored_reports and not as_json:
        print(words("reported-none"))


# In the order of the help page.
for _command in (
    serve,
    backup,
    restore,
    audit,
    tables,
    turns,
    notices,
    arena,
    leaderboard,
    dataset,
    statistics,
    play,
    join,
    rules,
    replay,
    review,
    verify,
    notation,
    solve,
    reports,
    problems,
    score,
):
    app.command(cls=TranslatedCommand)(_command)
app.add_typer(ratings_commands, name="ratings")
