"""Options and arguments that several commands of the program share."""

from typing import Annotated

import typer

from prikup.locale import LANGUAGES

__all__ = ["GameArgument", "JsonOption", "LanguageOption", "PresetOption", "SetOption"]

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="opt-game")]
PresetOption = Annotated[str, typer.Option("--preset", metavar="NAME", help="opt-preset")]
SetOption = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="opt-set")]
LanguageOption = Annotated[str, typer.Option("--language", metavar="|".join(LANGUAGES), help="opt-language")]
JsonOption = Annotated[bool, typer.Option("--json", help="opt-json")]
