"""`prikup ratings`: check a server's ratings, and measure the ratings of computer players.

The modules that these commands need are imported only when a command runs.
"""

import os
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from prikup.games import GAMES
from prikup.locale import Words
from prikup.rules.errors import BadText, reason
from prikup.terminal.cli.arena import SeedOption, WorkersOption, parse_players
from prikup.terminal.cli.common_options import GameArgument, JsonOption, LanguageOption
from prikup.terminal.cli.database import DatabaseOption, database_url, report_errors, server_words
from prikup.terminal.cli.typer_help import Group, TranslatedCommand
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.render.screen import Plain

if TYPE_CHECKING:
    from prikup.ratings.anchor_matches import AnchorJob
    from prikup.ratings.anchors import Anchors

__all__ = ["ratings_commands"]

ratings_commands = typer.Typer(cls=Group, add_completion=False, rich_markup_mode=None, invoke_without_command=True)

AnchorMatchesOption = Annotated[int, typer.Option("--matches", metavar="N", min=1, help="opt-anchor-matches")]
LevelsOption = Annotated[str, typer.Option("--levels", metavar="A,B,…", help="opt-anchor-levels")]
CheckOption = Annotated[bool, typer.Option("--check", help="opt-ratings-check")]
RebuildOption = Annotated[bool, typer.Option("--rebuild", help="opt-ratings-rebuild")]
VoidOption = Annotated[tuple[str, str], typer.Option("--void", metavar="TABLE REASON", help="opt-ratings-void")]
SuspectsOption = Annotated[str, typer.Option("--suspects", metavar="GAME", help="opt-ratings-suspects")]
SinceOption = Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD", help="opt-ratings-since")]
AnchorFileOption = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="opt-anchor-out")]


@ratings_commands.callback()
def ratings(
    context: typer.Context,
    database: DatabaseOption = "",
    check: CheckOption = False,
    rebuild: RebuildOption = False,
    void: VoidOption = ("", ""),
    suspects: SuspectsOption = "",
    since: SinceOption = "",
    tongue: LanguageOption = "",  # not used: the context has the messages in this language
) -> int:
    """help-of-ratings"""
    if context.invoked_subcommand:
        return 0
    words, url, (table, why) = server_words(context), database_url(database), void
    if check + rebuild + bool(table) + bool(suspects) != 1 or bool(table) != bool(why.strip()):
        raise Complaint(words("error-ratings-task"))
    with report_errors(words):
        if suspects:
            return _list_suspects(words, url, suspects, since)
        if table:
            return _void(words, url, table, why.strip())
        return _rebuild(words, url) if rebuild else _check(words, url)


def _check(words: Words, url: str) -> int:
    import asyncio

    from prikup.server.ratings.rating_check import check_ratings

    result = asyncio.run(check_ratings(url))
    key = "wrong" if result.difference else "right"
    print(words(f"ratings-{key}", matches=result.matches, difference=result.difference))
    return 1 if result.difference else 0


def _rebuild(words: Words, url: str) -> int:
    import asyncio

    from prikup.server.ratings.rating_check import rebuild_ratings

    print(words("ratings-rebuilt", matches=asyncio.run(rebuild_ratings(url))))
    return 0


def _void(words: Words, url: str, table: str, why: str) -> int:
    import asyncio

    from prikup.server.ratings.rating_check import NotRated, void_match

    try:
        people = asyncio.run(void_match(url, table, why, time.time_ns() // 1_000_000))
    except NotRated:
        raise Complaint(words("error-not-rated", table=table), 1) from None
    print(words("ratings-voided", table=table, people=" ".join(people)))
    return 0


def _list_suspects(words: Words, url: str, game: str, since: str) -> int:
    import asyncio

    from prikup.ratings.suspects import LEAST_MATCHES
    from prikup.server.ratings.rating_check import list_suspects

    definition = GAMES.get(game)
    if definition is None:
        raise Complaint(words.reason(reason("game-unknown", game=game, allowed=" ".join(GAMES))))
    if any(len(side) > 1 for side in definition.build(next(iter(definition.presets.values()))).sides):
        raise Complaint(words("error-suspects-partners", game=game))
    try:
        first_day = date.fromisoformat(since) if since else date(1970, 1, 1)
    except ValueError:
        raise Complaint(words("error-suspects-since", text=since)) from None
    since_ms = (first_day - date(1970, 1, 1)) // timedelta(milliseconds=1)
    pairs = asyncio.run(list_suspects(url, game, since_ms))
    for pair, names in pairs:
        first, second = (name or person for name, person in zip(names, pair.people, strict=True))
        others, given = ("–" if z is None else f"{z:+.1f}" for z in (pair.others_z, pair.given_z))
        print(
            words("ratings-suspects", first=first, second=second, matches=pair.matches, others_z=others, given_z=given)
        )
    print(words("ratings-suspects-note", pairs=len(pairs), least=LEAST_MATCHES))
    return 0


@ratings_commands.command(cls=TranslatedCommand)
def anchors(
    context: typer.Context,
    game: GameArgument,
    matches: AnchorMatchesOption = 400,
    seed: SeedOption = "1",
    levels: LevelsOption = "",
    workers: WorkersOption = 0,
    out: AnchorFileOption = None,
    as_json: JsonOption = False,
    tongue: LanguageOption = "",  # not used: the context has the messages in this language
) -> int:
    """help-of-anchors"""
    from prikup.bots import LEVELS
    from prikup.ratings.anchor_matches import AnchorJob
    from prikup.ratings.anchors import RULE_LEVEL

    words: Words = context.find_root().obj
    if game not in GAMES:
        raise BadText(reason("game-unknown", game=game, allowed=" ".join(GAMES)))
    names = parse_players(words, levels) if levels else LEVELS
    if len(names) < 2 or RULE_LEVEL not in names:
        raise Complaint(words("error-anchor-levels", level=RULE_LEVEL))
    if out is not None:
        out.open("ab").close()  # report an unwritable file before any match is played
    job = AnchorJob(game, names, matches, seed)
    measured = _measure(words, job, workers or os.cpu_count() or 1)
    if out is not None:
        out.write_bytes(msgspec.json.format(msgspec.json.encode(measured)) + b"\n")
    if as_json:
        print(msgspec.json.encode(measured).decode())
    else:
        Plain(words).page(_page(words, job, measured))
    return 0


def _measure(words: Words, job: "AnchorJob", workers: int) -> "Anchors":
    """Play the matches between computer players that `job` describes, and return the measured ratings of their levels.

    The matches are played in `workers` processes. Raise Complaint if the Python package choix is not installed.
    """
    from rich.console import Console
    from rich.progress import track

    from prikup.ratings.anchor_matches import fit_anchors, play_matches

    try:
        import choix  # noqa: F401  # missing packages are reported before any match is played
    except ModuleNotFoundError:
        raise Complaint(words("error-bench-extra"), 1) from None
    quiet = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
    total = len(job.mixes()) * job.matches
    results = list(track(play_matches(job, workers), words("arena-under-way"), total, console=quiet))
    return fit_anchors(job, results)


def _page(words: Words, job: "AnchorJob", measured: "Anchors") -> Iterator[Block]:
    """Yield a page with the rating of each measured level of computer players, and its confidence interval.

    `job` describes the matches from which the ratings were measured. The page also says which levels can be anchors:
    those whose rating is certain enough to be used as a fixed rating.
    """
    from prikup.ratings.model import Rating
    from prikup.ratings.standing import shown_number

    yield Heading(words("anchors-heading", game=job.game, matches=job.matches, mixes=len(job.mixes()), seed=job.seed))
    yield Paragraph(words("anchors-note", deals=job.deals))
    yield TextTable(
        tuple(words(f"anchors-{head}") for head in ("level", "rating", "mean", "interval", "usable")),
        tuple(
            (
                name,
                str(shown_number(Rating(level.mu))),
                f"{level.mu:.3f}",
                f"{level.low:.3f}…{level.high:.3f}",
                words("anchors-yes" if level.is_anchor else "anchors-no"),
            )
            for name, level in measured.levels.items()
        ),
        (1, 2, 3),
    )
