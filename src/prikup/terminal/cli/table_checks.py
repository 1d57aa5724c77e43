"""`prikup tables --check` and `prikup turns --check`: check what a server stores about its tables.

`turns` is about turn-based tables, at which players answer within hours or days. The modules that these commands need
are imported only when a command runs.
"""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from prikup.locale import Words
from prikup.terminal.cli.common_options import JsonOption, LanguageOption
from prikup.terminal.cli.database import DatabaseOption, database_url, report_errors, server_words
from prikup.terminal.cli.usage_error import Complaint

if TYPE_CHECKING:
    from prikup.server.storage.table_check import TableCheck

__all__ = ["tables", "turns"]

TablesCheckOption = Annotated[bool, typer.Option("--check", help="opt-tables-check")]
TurnsCheckOption = Annotated[bool, typer.Option("--check", help="opt-turns-check")]


def tables(
    context: typer.Context,
    check: TablesCheckOption = False,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
    tongue: LanguageOption = "",
) -> int:
    """help-of-tables"""
    words = _messages_for_check(context, check)
    with report_errors(words):
        import asyncio

        from prikup.server.lobby.check import check_tables

        result = asyncio.run(check_tables(database_url(database)))
    return _report(words, "tables-right", "tables-wrong", result, as_json)


def turns(
    context: typer.Context,
    check: TurnsCheckOption = False,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
    tongue: LanguageOption = "",
) -> int:
    """help-of-turns"""
    words = _messages_for_check(context, check)
    with report_errors(words):
        import asyncio

        from prikup.server.turn_based.check import check_turns

        result = asyncio.run(check_turns(database_url(database)))
    return _report(words, "turns-right", "turns-wrong", result, as_json)


def _messages_for_check(context: typer.Context, check: bool) -> Words:
    """Return the messages of a command that can only check. Raise Complaint if it was given without `--check`."""
    words = server_words(context)
    if not check:
        raise Complaint(words("error-check-needed"))
    return words


def _report(words: Words, right: str, wrong: str, result: "TableCheck", as_json: bool) -> int:
    """Print the result of a check, and return the exit code of the command.

    `right` is the key of the message that everything is right, and `wrong` is the key of the message about errors. The
    result is printed as JSON if `as_json` is True.
    """
    if as_json:
        print(json.dumps({"tables": result.tables, "wrong": result.wrong}))
    else:
        print(words(wrong if result.wrong else right, tables=result.tables, wrong=" ".join(result.wrong)))
    return 1 if result.wrong else 0
