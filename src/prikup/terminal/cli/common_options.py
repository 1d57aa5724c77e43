"""Options and arguments that several commands of the program share."""

from pathlib import Path
from typing import Annotated

import typer

from prikup.locale import LANGUAGES

__all__ = [
    "FileArgument",
    "FourColourOption",
    "GameArgument",
    "JsonOption",
    "LanguageOption",
    "MatchOption",
    "PlainOption",
    "PresetOption",
    "SetOption",
]

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="opt-game")]
PresetOption = Annotated[str, typer.Option("--preset", metavar="NAME", help="opt-preset")]
SetOption = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="opt-set")]
LanguageOption = Annotated[str, typer.Option("--language", metavar="|".join(LANGUAGES), help="opt-language")]
JsonOption = Annotated[bool, typer.Option("--json", help="opt-json")]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="opt-file")]
MatchOption = Annotated[int, typer.Option("--match", metavar="N", help="opt-match")]
PlainOption = Annotated[bool, typer.Option("--plain", help="opt-plain")]
FourColourOption = Annotated[bool, typer.Option("--four-colour", help="opt-four-colour")]
