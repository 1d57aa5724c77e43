"""Translated help pages and error messages for the command-line library Typer."""

import os
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from typer.core import TyperCommand, TyperGroup

from prikup.games import GAMES
from prikup.locale import LANGUAGES, Words, language

__all__ = ["Group", "TranslatedCommand", "complaint", "requested_language"]


def requested_language(arguments: Sequence[str]) -> str:
    """Return the language that a command line requests with `--language`, or else the language of the environment.

    The program needs the language before Typer parses the command line, so that errors in it can be reported in the
    right language.
    """
    for previous_word, word in pairwise(("prikup", *arguments)):
        language_code = word if previous_word == "--language" else word.removeprefix("--language=")
        if language_code in LANGUAGES and (previous_word == "--language" or language_code != word):
            return language_code
    return language(os.environ)


def _help(command: Any, context: Any, formatter: Any) -> None:
    """Write the help page of a command.

    `command.help` and the `help` texts of its parameters are keys of messages, and the root of `context` has the
    messages.
    """
    words = context.find_root().obj
    pieces = [_metavar(p, context) for p in command.params if p.param_type_name == "argument"]
    usage = " ".join(("[…]", *pieces, *(("COMMAND",) if hasattr(command, "commands") else ())))
    formatter.write_usage(context.command_path, usage, prefix=words("help-of-usage") + " ")
    formatter.write_paragraph()
    formatter.write_text(words(command.help or ""))
    records = {
        kind: [_record(words, p, context) for p in command.get_params(context) if p.param_type_name == kind]
        for kind in ("argument", "option")
    }
    if hasattr(command, "commands"):
        records["command"] = [(name, words(subcommand.help)) for name, subcommand in command.commands.items()]
    for kind, rows in records.items():
        if rows:
            with formatter.section(words(f"help-of-{kind}s")):
                formatter.write_dl(rows)


def _metavar(parameter: Any, context: Any) -> str:
    return str(parameter.metavar or parameter.make_metavar(ctx=context))


def _record(words: Words, parameter: Any, context: Any) -> tuple[str, str]:
    if parameter.param_type_name == "argument":
        return _metavar(parameter, context), words(parameter.help, games=", ".join(GAMES))
    if parameter.name == "help":
        return "--help", words("opt-help")
    value = "" if parameter.is_flag else " " + _metavar(parameter, context)
    return ", ".join(parameter.opts) + value, words(parameter.help)


class TranslatedCommand(TyperCommand):
    """A command of the program that has a translated help page."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the translated help page."""
        _help(self, ctx, formatter)


class Group(TyperGroup):
    """The whole program, or one of its commands, as a group of commands with a translated help page."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the translated help page."""
        _help(self, ctx, formatter)


def complaint(words: Words, error: Exception) -> str | None:
    """Return a sentence for an error that Typer raised because the command line was wrong.

    `words` are the messages in the user's language. Return None for any other exception.
    """
    parameter = getattr(error, "param", None)
    name = _metavar(parameter, None) if parameter and parameter.param_type_name == "argument" else ""
    name = name or (parameter.opts[0] if parameter and parameter.opts else "")
    match type(error).__name__:
        case "NoSuchOption":
            return words("usage-no-option", option=str(getattr(error, "option_name", "")))
        case "MissingParameter":
            return words("usage-missing", name=name)
        case "BadParameter":
            return words("usage-bad-value", name=name)
        case "BadOptionUsage":
            return words("usage-bad-value", name=str(getattr(error, "option_name", "")))
        case "UsageError" | "BadArgumentUsage":
            command = re.search(r"command '([^']*)'", str(error))
            return words("usage-no-command", name=command[1]) if command else words("usage-bad", error=str(error))
    return None
