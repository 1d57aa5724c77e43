"""`prikup turns --check`: check a server's rows of tables by turns. Its dependencies are imported when it runs."""

import json
from typing import Annotated

import typer

from prikup.terminal.cli.common_options import JsonOption, LanguageOption
from prikup.terminal.cli.database import DatabaseOption, database_url, report_errors, server_words
from prikup.terminal.cli.usage_error import Complaint

__all__ = ["turns"]

CheckOption = Annotated[bool, typer.Option("--check", help="opt-turns-check")]


def turns(
    context: typer.Context,
    check: CheckOption = False,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
    tongue: LanguageOption = "",
) -> int:
    """help-of-turns"""
    words = server_words(context)
    if not check:
        raise Complaint(words("error-turns-check"))
    with report_errors(words):
        import asyncio

        from prikup.server.turn_based.check import check_turns

        result = asyncio.run(check_turns(database_url(database)))
    if as_json:
        print(json.dumps({"tables": result.tables, "wrong": result.wrong}))
    else:
        key = "turns-wrong" if result.wrong else "turns-right"
        print(words(key, tables=result.tables, wrong=" ".join(result.wrong)))
    return 1 if result.wrong else 0
