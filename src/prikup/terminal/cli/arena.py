"""`prikup arena` and `prikup leaderboard`: matches between computer players.

Their dependencies are imported only when a command runs.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from msgspec.structs import replace

from prikup.games import GAMES
from prikup.locale import Words
from prikup.rules.errors import BadText, reason
from prikup.rules.options import options_text, parse_options
from prikup.terminal.cli.arena_plot import arena_svg
from prikup.terminal.cli.cluster import join_cluster
from prikup.terminal.cli.command_setup import preset_text
from prikup.terminal.cli.common_options import GameArgument, JsonOption, LanguageOption, PresetOption, SetOption
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.render.screen import Plain

if TYPE_CHECKING:
    from prikup.bots.arena import ArenaReport, ArenaResult, Job, Matchup, PlayerDifference

    Playing = Callable[[list[int]], Iterator[ArenaResult]]
    """The type of a function that plays all deals of a job except those whose numbers are in its argument."""

__all__ = ["PlayersOption", "SeedOption", "WorkersOption", "arena", "house_rules", "leaderboard", "parse_players"]

PlayersOption = Annotated[str, typer.Option("--players", metavar="A,B,…", help="opt-players")]
DealsOption = Annotated[int, typer.Option("--deals", metavar="N", min=1, help="opt-arena-deals")]
SeedOption = Annotated[str, typer.Option("--seed", metavar="TEXT", help="opt-arena-seed")]
FirstOption = Annotated[int, typer.Option("--first", metavar="N", min=0, help="opt-first")]
MatchesOption = Annotated[bool, typer.Option("--matches", help="opt-matches")]
AloneOption = Annotated[str, typer.Option("--alone", metavar="A", help="opt-alone")]
LooksOption = Annotated[int, typer.Option("--looks", metavar="N", min=1, help="opt-looks")]
PlotOption = Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg", help="opt-arena-plot")]
WorkersOption = Annotated[int, typer.Option("--workers", metavar="K", min=0, help="opt-workers")]
RayOption = Annotated[str, typer.Option("--ray", metavar="ADDRESS", help="opt-ray")]
LogOption = Annotated[Path | None, typer.Option("--log", metavar="FILE", help="opt-arena-log")]


def arena(
    context: typer.Context,
    game: GameArgument,
    players: PlayersOption = "master,rule",
    deals: DealsOption = 100,
    seed: SeedOption = "1",
    first: FirstOption = 0,
    matches: MatchesOption = False,
    alone: AloneOption = "",
    looks: LooksOption = 1,
    workers: WorkersOption = 0,
    ray: RayOption = "",
    log: LogOption = None,
    plot: PlotOption = None,
    as_json: JsonOption = False,
    preset: PresetOption = "",
    set_: SetOption = None,
    tongue: LanguageOption = "",  # not used: the context has the messages in this language
) -> int:
    """help-of-arena"""
    from prikup.bots.arena import Job

    words: Words = context.find_root().obj
    options = house_rules(game, preset, set_)
    player_names = parse_players(words, players)
    if len(player_names) < 2:
        raise Complaint(words("error-two-players"))
    if alone and alone not in player_names:
        raise Complaint(words("error-level", level=alone, allowed=" ".join(player_names)))
    job = Job(game, options, player_names, seed, deals, first, matches, alone, looks)
    return _run(words, job, workers=workers, ray=ray, log=log, plot=plot, as_json=as_json)


def leaderboard(
    context: typer.Context,
    game: GameArgument,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="opt-leaderboard-player")],
    deals: Annotated[int | None, typer.Option("--deals", metavar="N", min=1, help="opt-leaderboard-deals")] = None,
    workers: WorkersOption = 0,
    ray: RayOption = "",
    log: LogOption = None,
    as_json: JsonOption = False,
    preset: PresetOption = "",
    tongue: LanguageOption = "",  # not used: the context has the messages in this language
) -> int:
    """help-of-leaderboard"""
    from prikup.bots.leaderboard import DEALS, leaderboard_job

    words: Words = context.find_root().obj
    options = house_rules(game, preset, None)
    names = parse_players(words, player)
    if len(names) != 1:
        raise Complaint(words("usage-bad-value", name="PLAYER"))
    if deals is not None and deals > DEALS:
        raise Complaint(words("usage-bad-value", name="--deals"))
    job = leaderboard_job(game, options, names[0], deals or DEALS)
    return _run(words, job, workers=workers, ray=ray, log=log, as_json=as_json)


def house_rules(game: str, preset: str, settings: list[str] | None) -> str:
    """Return house rules of the game `game` as text: those of `preset`, changed by `settings` such as `target=61`.

    A preset is a named set of house rules; "" stands for the first one of the game. Raise BadText for an unknown game,
    and BadOptions for an unknown preset or setting.
    """
    if game not in GAMES:
        raise BadText(reason("game-unknown", game=game, allowed=" ".join(GAMES)))
    presets = GAMES[game].presets
    return options_text(presets, parse_options(presets, preset_text(preset, settings)))


def _run(
    words: Words,
    job: "Job",
    *,
    workers: int,
    ray: str,
    log: Path | None,
    plot: Path | None = None,
    as_json: bool,
) -> int:
    """Play the deals of a job (matches between computer players), print the report and return the exit code.

    `job` says which computer players play which deals, and `words` are the messages in the user's language. The other
    parameters are options of the command line, such as the number of `workers` (processes that play deals).
    """
    from prikup.bots.arena import report, run, spread, until_clear

    workers = workers or os.cpu_count() or 1
    results: list[ArenaResult] = []
    if plot is not None:
        plot.open("a").close()  # report an unwritable file before any deal is played
    try:
        with join_cluster(words, ray, workers) if ray else nullcontext():
            coming = _results(words, job, partial(spread, job) if ray else partial(run, job, workers), log)
            results.extend(until_clear(job, coming))
        interrupted = False
    except KeyboardInterrupt:  # report the results so far
        if not results:
            return 130
        interrupted = True
    arena_report = report(job, results)
    if as_json:
        print(msgspec.json.encode({"job": job, "report": arena_report}).decode())  # infinite bounds become null
    else:
        Plain(words).page(_page(words, job, arena_report))
    if plot is not None:
        plot.write_text(arena_svg(job, arena_report), encoding="utf-8")
    return 130 if interrupted else 0


def parse_players(words: Words, text: str) -> tuple[str, ...]:
    """Return the names of the computer players in `text`, a list that is separated by commas.

    `words` are the messages in the user's language. A name may be that of a function that returns a player
    (`MODULE:FUNCTION`). Raise Complaint if a player is unknown or cannot be imported.
    """
    from prikup.bots import PLAYERS, TRIAL, is_player
    from prikup.bots.imported_player import import_factory

    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in names:
        if is_player(name):
            continue
        try:
            import_factory(name)
        except ImportError as error:
            if ":" in name:
                raise Complaint(words("error-imported-player", name=name, error=str(error))) from error
            allowed = " ".join((*PLAYERS, *TRIAL, "MODULE:FUNCTION"))
            raise Complaint(words("error-level", level=name, allowed=allowed)) from None
    return names


def _results(words: Words, job: "Job", play: "Playing", path: Path | None) -> Iterator["ArenaResult"]:
    """Yield all results of a job: first those stored in the file at `path`, then each new one once its deal is played.

    `job` says which computer players play which deals. If `path` is None, no file is used. `play` is a function that
    plays all deals of the job except those with a stored result. Each new result is appended to the file.

    A later run with the same file may start at another deal and have another number of deals. This is not possible for
    a job with interim looks (`job.looks` > 1), which are checks after which a run may stop early. Raise Complaint if
    the file has the results of another job.
    """
    from rich.console import Console
    from rich.progress import track

    from prikup.bots.arena import ArenaResult

    stored_results: list[ArenaResult] = []
    if path is not None:
        head = msgspec.json.encode(job if job.looks > 1 else replace(job, deals=0, first=0))
        if path.exists():
            lines = path.read_bytes().splitlines(keepends=True)
            if not lines or lines[0].strip() != head:
                raise Complaint(words("error-other-arena", file=str(path)))
            file_results = [msgspec.json.decode(line, type=ArenaResult) for line in lines[1:] if line.endswith(b"\n")]
            stored_results = [result for result in file_results if job.first <= result.deal < job.first + job.deals]
            path.write_bytes(b"".join(line for line in lines if line.endswith(b"\n")))
        else:
            path.write_bytes(head + b"\n")
    yield from stored_results
    coming = play([result.deal for result in stored_results])
    remaining_deals = job.deals - len(stored_results)
    quiet = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
    for result in track(coming, words("arena-under-way"), remaining_deals, console=quiet):
        if path is not None:
            with path.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")
        yield result


def _page(words: Words, job: "Job", report: "ArenaReport") -> Iterator[Block]:
    """Yield a page with the report of an arena run (matches between computer players).

    `job` says which players played which deals, and `report` has the results. The page has the result of each player
    against each other player as a matrix, the differences between players, and the times that players took for their
    decisions.
    """
    yield Heading(words("arena-heading", game=job.game, options=job.options, deals=report.deals, seed=job.seed))
    yield Paragraph(words("arena-matches" if job.matches else "arena-deals"))
    cells = {(cell.one, cell.others): _interval_text(job, cell) for cell in report.cells}
    rows = tuple(
        (player, *(cells.get((player, opponent), "") for opponent in job.players))
        for player in job.players
        if job.alone in ("", player)
    )
    yield TextTable((words("arena-against"), *job.players), rows, tuple(range(1, len(job.players) + 1)))
    if report.differences:
        yield Paragraph(words("arena-differences"))
        yield TextTable(
            (words("arena-player"), words("arena-than"), words("arena-against"), words("arena-difference")),
            tuple(
                (row.one, row.than, row.others, _interval_text(job, row, with_sign=True)) for row in report.differences
            ),
            (3,),
        )
    if job.looks > 1:
        early = str(report.deals < job.deals).lower()
        yield Paragraph(words("arena-looks", looks=job.looks, deals=job.deals, played=report.deals, early=early))
    yield Paragraph(words("arena-times"))
    yield TextTable(
        (words("arena-player"), words("arena-phase"), words("arena-decisions"), "50 %", "95 %", "99 %", "max"),
        tuple(
            (
                row.player,
                row.phase,
                str(row.decisions),
                *(f"{ms:.1f}" for ms in (row.median, row.p95, row.p99, row.most)),
            )
            for row in report.latency
        ),
        tuple(range(2, 7)),
    )


def _interval_text(job: "Job", row: "Matchup | PlayerDifference", *, with_sign: bool = False) -> str:
    """Format the mean of `row`, a result in the report of a job, with its confidence interval.

    `job` says whether deals or whole matches were played. The interval of mean points is symmetric and is shown as `±`.
    The interval of a share of won matches is not symmetric and is shown with both bounds; with `with_sign`, these
    numbers have a plus or minus sign.
    """
    if not job.matches:
        return f"{row.mean:+.2f} ± {row.high - row.mean:.2f}"
    sign = "+" if with_sign else ""
    return f"{row.mean:{sign}.2f} ({row.low:{sign}.2f}…{row.high:{sign}.2f})"
