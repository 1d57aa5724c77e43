"""`prikup notices`: make the settings file for messages that a server sends to its users.

As in `app.py`, the docstring of the command is the key of its help.
"""

from pathlib import Path
from typing import Annotated

import typer

from prikup.terminal.cli.common_options import LanguageOption
from prikup.terminal.cli.database import report_errors, server_words
from prikup.terminal.cli.usage_error import Complaint

__all__ = ["notices"]

KEYS = "keys"
"""The only action so far: to make a settings file with a new key."""


def notices(
    context: typer.Context,
    action: Annotated[str, typer.Argument(metavar=KEYS, help="opt-notices-action")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="opt-notices-file")],
    contact: Annotated[str, typer.Option("--contact", metavar="ADDRESS", help="opt-notices-contact")],
    site: Annotated[str, typer.Option("--site", metavar="URL", help="opt-notices-site")] = "http://localhost:8000",
    tongue: LanguageOption = "",  # not used: the context has the messages in this language
) -> None:
    """help-of-notices"""
    words = server_words(context)
    if action != KEYS:
        raise Complaint(words("usage-bad-value", name=action))
    with report_errors(words):
        from prikup.server.notices.settings_file import create_settings

        try:
            create_settings(file, site, contact)
        except FileExistsError:
            raise Complaint(words("error-notices-exists", file=str(file))) from None
    print(words("notices-written", file=str(file)))
