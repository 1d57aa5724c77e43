"""The program as a whole: its commands and their errors."""

from collections.abc import Iterator

import pytest
import typer

from prikup.terminal.cli import app
from prikup.terminal.cli.app import run


def commands(command: object, *path: str) -> Iterator[tuple[str, object]]:
    """Yield the path and the command for all commands below one."""
    subcommands = getattr(command, "commands", None)
    if subcommands is None:
        yield " ".join(path), command
    for name, subcommand in (subcommands or {}).items():
        yield from commands(subcommand, *path, name)


def test_every_command_takes_the_language() -> None:
    all_commands = dict(commands(typer.main.get_command(app.app)))
    assert len(all_commands) > 20
    without_language = [
        path
        for path, command in all_commands.items()
        if not any("--language" in parameter.opts for parameter in command.params)  # type: ignore[attr-defined]  # click
    ]
    assert not without_language


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (FileNotFoundError(2, "No such file", "a.txt"), "File not found: a.txt"),
        (FileNotFoundError("nobody is there"), "This did not work: nobody is there"),
        (ConnectionResetError(104, "Connection reset by peer"), "This did not work: Connection reset by peer"),
    ],
)
def test_error_of_the_system_names_file_or_cause(
    error: OSError, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise error

    monkeypatch.setattr(app, "_program", lambda: fail)
    assert run(["--language", "en"]) == 2
    assert capsys.readouterr().err == f"{sentence}\n"
