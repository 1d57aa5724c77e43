"""`prikup dataset`: write a data set of deals between computer players.

As in `app.py`, the docstring of the command is the key of its help.
"""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from prikup.locale import Words
from prikup.terminal.cli.arena import PlayersOption, SeedOption, WorkersOption, house_rules, parse_players
from prikup.terminal.cli.common_options import GameArgument, LanguageOption, PresetOption, SetOption
from prikup.terminal.cli.usage_error import Complaint

__all__ = ["dataset"]


def dataset(
    context: typer.Context,
    game: GameArgument,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="opt-dataset-folder")],
    players: PlayersOption = "master,rule",
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=1, help="opt-dataset-deals")] = 10_000,
    seed: SeedOption = "1",
    workers: WorkersOption = 0,
    preset: PresetOption = "",
    set_: SetOption = None,
    tongue: LanguageOption = "",  # not used: the context has the messages in this language
) -> int:
    """help-of-dataset"""
    from rich.console import Console
    from rich.progress import track

    from prikup.bots.dataset import Description, generate_deals, write_dataset

    words: Words = context.find_root().obj
    options = house_rules(game, preset, set_)
    names = parse_players(words, players)
    if not names:
        raise Complaint(words("usage-bad-value", name="--players"))
    description = Description.of(game, options, names, deals, seed)
    played = generate_deals(description, workers or os.cpu_count() or 1)
    quiet = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
    try:
        write_dataset(description, track(played, words("arena-under-way"), deals, console=quiet), folder)
    except FileExistsError:
        raise Complaint(words("error-folder-not-empty", folder=str(folder))) from None
    except KeyboardInterrupt:
        return 130
    print(words("dataset-written", deals=deals, folder=str(folder)))
    return 0
