"""Find the commands that a text of the project tells its reader to run, and say which of them do not exist."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import typer
from typer.main import get_command

from prikup.games import GAMES
from prikup.terminal.cli.app import app

__all__ = ["command_faults", "command_group", "make_targets"]

ROOT = Path(__file__).parents[2]
COMMAND = re.compile(r"(?:^ {4,}|^ *(?:- )?\w+: |`|\$ |&& |sudo )((?:make|prikup)(?= )[^`\n#]*|\.ci/run)", re.MULTILINE)
"""A pattern for a command in an indented line, in code marks, or as a value in YAML."""
GAME_COMMANDS = ("play", "rules", "score", "arena")
"""The commands of prikup whose first argument is a game."""


@cache
def make_targets() -> frozenset[str]:
    """Return the targets of the Makefile that have a name of their own."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^([a-z][a-z-]*):(?!=)", makefile, re.MULTILINE))


def command_group() -> typer.core.TyperGroup:
    """Return the program `prikup` with all its commands."""
    group = get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    return group


def command_faults(text: str) -> Iterator[str]:
    """Yield each command of a text that does not exist: a target of make, or a command, game or option of prikup."""
    for match in COMMAND.finditer(text):
        words = match[1].partition("  ")[0].replace(",", " ").split()
        if words[0] == "make":
            yield from (f"make {name}" for name in words[1:2] if re.match("[a-z]", name) and name not in make_targets())
        elif words[0] == "prikup":
            yield from _prikup_faults(words[1:])
        elif not (ROOT / words[0]).is_file():
            yield words[0]


def _option_names(parameters: Iterable[Any]) -> set[str]:
    """Return the options among the parameters of a command, with those that switch something off."""
    return {option for parameter in parameters for option in (*parameter.opts, *parameter.secondary_opts)}


def _prikup_faults(arguments: list[str]) -> Iterator[str]:
    group = command_group()
    options = _option_names(group.params)
    if arguments and re.match("[a-z]", arguments[0]):
        command = group.commands.get(arguments[0])
        if command is None:
            yield f"prikup {arguments[0]}"
            return
        if isinstance(command, typer.core.TyperGroup) and len(arguments) > 1 and re.match("[a-z]", arguments[1]):
            if arguments[1] not in command.commands:
                yield f"prikup {arguments[0]} {arguments[1]}"
                return
            command = command.commands[arguments[1]]
        options = _option_names(command.params)
        if arguments[0] in GAME_COMMANDS and len(arguments) > 1 and re.match("[a-z]", arguments[1]):
            yield from (f"prikup {arguments[0]} {name}" for name in arguments[1:2] if name not in GAMES)
    yield from (
        f"prikup {' '.join(arguments[:1])} {name}"
        for name in arguments
        if name.startswith("--") and name.partition("=")[0] not in options
    )
