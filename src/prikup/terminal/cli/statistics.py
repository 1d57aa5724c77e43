"""`prikup statistics`: the statistics of players over finished matches. Its dependencies are imported when it runs."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from prikup.bots import LEVELS, BotLevel
from prikup.games import GAMES, game
from prikup.locale import Words
from prikup.rules.options import options_text
from prikup.terminal.cli.common_options import JsonOption, LanguageOption
from prikup.terminal.cli.data_folder import data_folder
from prikup.terminal.cli.database import DatabaseOption, database_url, report_errors, server_words
from prikup.terminal.cli.match_files import read_match_file
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.render.screen import Plain
from prikup.terminal.words import capital, words_of

if TYPE_CHECKING:
    from prikup.history.log import Log
    from prikup.statistics.exact_sums import Average
    from prikup.statistics.players import PlayerOf
    from prikup.statistics.statistics import Statistics

__all__ = ["statistics"]

FilesArgument = Annotated[list[Path] | None, typer.Argument(metavar="[FILE]...", help="opt-statistics-files")]
StatisticsPresetOption = Annotated[str, typer.Option("--preset", metavar="NAME", help="opt-statistics-preset")]
FromOption = Annotated[str, typer.Option("--from", metavar="DATE", help="opt-statistics-from")]
UntilOption = Annotated[str, typer.Option("--until", metavar="DATE", help="opt-statistics-until")]
KeptOption = Annotated[bool, typer.Option("--kept", help="opt-statistics-kept")]
MendOption = Annotated[bool, typer.Option("--mend", help="opt-statistics-mend")]


def statistics(
    context: typer.Context,
    files: FilesArgument = None,
    preset: StatisticsPresetOption = "",
    first: FromOption = "",
    last: UntilOption = "",
    kept: KeptOption = False,
    database: DatabaseOption = "",
    mend: MendOption = False,
    as_json: JsonOption = False,
    tongue: LanguageOption = "",  # not used: the context has the messages in this language
) -> int:
    """help-of-statistics"""
    from prikup.statistics.period import Period
    from prikup.statistics.players import tallies
    from prikup.statistics.statistics import statistics as compute_statistics

    words: Words = context.find_root().obj
    if kept or mend:
        return _compare(server_words(context), database_url(database), mend=mend, as_json=as_json)
    period = Period.from_days(_day(words, first), _day(words, last))
    folder = None if files else data_folder(os.environ)
    paths = _logs(words, files or []) if folder is None else iter(sorted(folder.glob("*.jsonl")))
    paths_in_period = (path for path in paths if period == Period() or period.holds(_modification_time_ms(path)))
    logs = [match.log for path in paths_in_period for match in read_match_file(words, path)]
    finished_logs = [log for log in logs if log.over and preset in ("", _preset(log))]
    statistics_by_player = {
        player: compute_statistics(tally, game(player.game).explanations.roles)
        for player, tally in tallies(finished_logs).items()
    }
    left_out = sum(not log.over for log in logs)
    if as_json:
        print(json.dumps({"games": _records(statistics_by_player), "unfinished": left_out}, ensure_ascii=False))
    else:
        Plain(words).page(_page(words, statistics_by_player, left_out, folder))
    return 0


def _compare(words: Words, url: str, *, mend: bool, as_json: bool) -> int:
    """Compare a server's stored statistics with its logs, and print the result. `url` is the URL of the database.

    If `mend` is True, correct the stored statistics. The result is printed as JSON if `as_json` is True. Return the
    exit code: 1 if the statistics are wrong and were not corrected, otherwise 0.
    """
    with report_errors(words):
        import asyncio

        from prikup.server.archive.tally_check import recount
        from prikup.server.archive.tally_check import repair_tallies as repair_tallies

        recount_result = asyncio.run(repair_tallies(url) if mend else recount(url))
    if as_json:
        print(
            json.dumps({"matches": recount_result.matches, "wrong": recount_result.wrong, "sums": recount_result.sums})
        )
    else:
        key = "right" if not recount_result.wrong else "mended" if mend else "wrong"
        print(
            words(
                f"statistics-{key}",
                matches=recount_result.matches,
                number=len(recount_result.wrong),
                tables=" ".join(recount_result.wrong),
            )
        )
        if recount_result.sums:
            print(words(f"statistics-sums-{'mended' if mend else 'wrong'}", sums=" ".join(recount_result.sums)))
    return 1 if (recount_result.wrong or recount_result.sums) and not mend else 0


def _logs(words: Words, paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the paths of log files. `words` are the messages in the user's language.

    A folder in `paths` stands for all logs in it. Raise Complaint if a folder has none.
    """
    for path in paths:
        if not path.is_dir():
            yield path
        elif logs := sorted(path.glob("*.jsonl")):
            yield from logs
        else:
            raise Complaint(words("error-no-logs", folder=str(path)))


def _day(words: Words, text: str) -> date | None:
    """Parse a date; return None for "". Raise Complaint if the text is not a date."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise Complaint(words("error-not-a-day", text=text)) from error


def _modification_time_ms(path: Path) -> int:
    """Return the time of a file's last change in milliseconds since 1970; 0 if the file cannot be accessed.

    It is used as the time of the match, because a log does not contain that time.
    """
    try:
        return path.stat().st_mtime_ns // 1_000_000
    except OSError:  # reported when the file is read
        return 0


def _preset(log: "Log") -> str:
    """Return the name of the preset (named set of house rules) with which the match in `log` was played.

    This is the preset even if some of its options were changed.
    """
    return options_text(GAMES[log.begin.game].presets, log.game.options).partition(" ")[0]


# JSON


def _records(statistics_by_player: Mapping["PlayerOf", "Statistics"]) -> list[dict[str, Any]]:
    """Return players' statistics as values for JSON, by game and player."""
    return [
        {
            "game": name,
            "players": [
                {
                    "name": player.name,
                    "level": player.level,
                    "statistics": msgspec.to_builtins(statistics_by_player[player]),
                }
                for player in players
            ],
        }
        for name, players in groupby(statistics_by_player, lambda player: player.game)
    ]


# Pages


def _page(
    words: Words, statistics_by_player: Mapping["PlayerOf", "Statistics"], left_out: int, own_folder: Path | None
) -> Iterator[Block]:
    """Yield the page with the players' statistics of each game.

    `words` are the messages in the user's language. One table has a line for each player. For each player, a further
    table has a line for each role, such as declarer. `left_out` is the number of unfinished matches, which are not
    counted. `own_folder` is the user's data folder if the logs are those in it, otherwise None.
    """
    for name, group in groupby(statistics_by_player, lambda player: player.game):
        game_words, players = words_of(words.language, name), tuple(group)
        yield Heading(game_words("game"))
        yield TextTable(
            (game_words("arena-player"), game_words("statistics-deals"), game_words("statistics-points")),
            tuple(
                (
                    _name(game_words, player),
                    str(statistics_by_player[player].points.deals),
                    _points_text(game_words, statistics_by_player[player].points),
                )
                for player in players
            ),
            (1, 2),
        )
        for player in players:
            yield Paragraph(_name(game_words, player))
            yield _roles(game_words, statistics_by_player[player])
    if not statistics_by_player and own_folder is not None:
        yield Paragraph(words("statistics-none-yet", folder=str(own_folder)))
    elif not statistics_by_player:
        yield Paragraph(words("statistics-none"))
    if left_out:
        yield Paragraph(words("statistics-unfinished", number=left_out))
    if statistics_by_player:
        yield Paragraph(words("statistics-limits"))


def _roles(game_words: Words, player_statistics: "Statistics") -> TextTable:
    return TextTable(
        tuple(game_words(f"statistics-{head}") for head in ("role", "times", "made", "points")),
        tuple(
            (
                capital(game_words(role_row.role.key, **role_row.role.numbers)),
                str(role_row.times),
                "–" if role_row.made is None else str(role_row.made),
                _points_text(game_words, role_row.points),
            )
            for role_row in player_statistics.roles
        ),
        (1, 2, 3),
    )


def _name(game_words: Words, player: "PlayerOf") -> str:
    """Return the name of a person, or the level of a computer player. `game_words` are the messages of the game."""
    if not player.level:
        return player.name
    level = BotLevel.parse(player.level)
    if level.name in LEVELS:
        level = level._replace(name=game_words(f"level-{level.name}"))
    return game_words("statistics-bot", level=str(level))


def _points_text(game_words: Words, points: "Average") -> str:
    """Format the mean points per deal with their confidence interval.

    `game_words` are the messages of the game. If there are too few deals for an interval, return a text that says how
    many deals are missing.
    """
    if points.mean is None or points.margin is None:
        return game_words("statistics-missing", deals=points.missing)
    return f"{points.mean:+.1f} ± {points.margin:.1f}".replace("-", "−")
