"""`prikup tables --check`: check a server's stored lists of tables. Its dependencies are imported when it runs."""

import json
from typing import Annotated

import typer

from prikup.terminal.cli.common_options import JsonOption, LanguageOption
from prikup.terminal.cli.database import DatabaseOption, database_url, report_errors, server_words
from prikup.terminal.cli.usage_error import Complaint

__all__ = ["tables"]

CheckOption = Annotated[bool, typer.Option("--check", help="opt-tables-check")]


def tables(
    context: typer.Context,
    check: CheckOption = False,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
    tongue: LanguageOption = "",
) -> int:
    """help-of-tables"""
    words = server_words(context)
    if not check:
        raise Complaint(words("error-tables-check"))
    with report_errors(words):
        import asyncio

        from prikup.server.lobby.check import check_tables

        result = asyncio.run(check_tables(database_url(database)))
    if as_json:
        print(json.dumps({"tables": result.tables, "wrong": result.wrong}))
    else:
        key = "tables-wrong" if result.wrong else "tables-right"
        print(words(key, tables=result.tables, wrong=" ".join(result.wrong)))
    return 1 if result.wrong else 0
