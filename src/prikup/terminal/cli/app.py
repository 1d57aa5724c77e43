"""The command-line program and its commands.

All texts that users read are translated messages. Therefore `help=` and the docstring of a command contain only the key
of a message.
"""

import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from prikup.bots import LEVELS, PLAYERS
from prikup.games import GAMES
from prikup.history.foreign_formats import record_of
from prikup.history.log_file import lines
from prikup.history.notation import match_text
from prikup.locale import LANGUAGES, Words, language
from prikup.locale.speech import Speech
from prikup.rules.errors import BadLog, BadText, PrikupError, Reason, reason
from prikup.rules.options import parse_options
from prikup.terminal.cli.arena import arena
from prikup.terminal.cli.common_options import GameArgument, LanguageOption, PresetOption, SetOption
from prikup.terminal.cli.data_folder import data_folder, new_path
from prikup.terminal.cli.database import DatabaseOption, audit, backup, database_url, restore
from prikup.terminal.cli.match_files import SpokenMatch, chosen_matches
from prikup.terminal.cli.scorer.score_command import score_evening
from prikup.terminal.cli.scorer.score_options import PaperMatch
from prikup.terminal.cli.serve import serve
from prikup.terminal.cli.statistics import statistics
from prikup.terminal.cli.tables.menu import menu, resume_label
from prikup.terminal.cli.tables.new_match import (
    USUAL,
    Wish,
    note_missing_solver,
    player_name,
    settings_of,
    unfinished_matches,
)
from prikup.terminal.cli.tables.table_options import JoinWish, PlayWish
from prikup.terminal.cli.typer_help import Group, TranslatedCommand, complaint, requested_language
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.cli.verify import all_right, verification_page
from prikup.terminal.render.blocks import Block, Paragraph
from prikup.terminal.render.replay_page import replay_page
from prikup.terminal.render.rules_page import rules_page
from prikup.terminal.render.screen import Plain, Screen
from prikup.terminal.words import words_of

__all__ = ["app", "run"]

app = typer.Typer(
    cls=Group, add_completion=False, rich_markup_mode=None, invoke_without_command=True, no_args_is_help=False
)

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="opt-file")]
MatchOption = Annotated[int, typer.Option("--match", metavar="N", help="opt-match")]
PlainOption = Annotated[bool, typer.Option("--plain", help="opt-plain")]
FourColourOption = Annotated[bool, typer.Option("--four-colour", help="opt-four-colour")]
PaceOption = Annotated[float, typer.Option("--pace", metavar="SECONDS", help="opt-pace")]


def _version(is_requested: bool) -> None:
    """Print the version and exit if `--version` was given."""
    if is_requested:
        typer.echo(f"prikup {version('prikup')}")
        raise typer.Exit


VersionOption = Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="opt-version")]

DEFAULT_PACE = 0.6
"""Seconds for which another player's action stays visible before the next one, on a drawn screen."""

app.command(cls=TranslatedCommand)(serve)
for _command in (backup, restore, audit):
    app.command(cls=TranslatedCommand)(_command)
app.command(cls=TranslatedCommand)(arena)
app.command(cls=TranslatedCommand)(statistics)


def run(arguments: Sequence[str]) -> int:
    """Run the program and return its exit code.

    An error of the user ends in one line on stderr, never in a traceback.
    """
    words = words_of(requested_language(arguments))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # invalid input bytes or unsupported characters must not end a game
    try:
        return app(args=list(arguments), prog_name="prikup", standalone_mode=False, obj=words) or 0
    except PrikupError as error:
        return _fail(words.reason(error.reason))
    except Complaint as error:
        return _fail(str(error), error.code)
    except OSError as error:
        return _fail(_os_error(words, error))
    except typer.Abort:  # Ctrl+C
        return 130
    except Exception as error:
        sentence = complaint(words, error)
        if sentence is None:
            raise
        return _fail(sentence)


def _fail(text: str, code: int = 2) -> int:
    print(text, file=sys.stderr)
    return code


def _os_error(words: Words, error: OSError) -> str:
    key_by_error = {
        FileNotFoundError: "file-missing",
        PermissionError: "file-forbidden",
        IsADirectoryError: "file-folder",
    }
    key = key_by_error.get(type(error), "file-error")
    return words(f"error-{key}", file=str(error.filename or ""), error=error.strerror or str(error))


def _words(tongue: str, game: str = "") -> Words:
    language_code = tongue or language(os.environ)
    if language_code not in LANGUAGES:
        raise Complaint(words_of("en")("error-language", language=language_code, allowed=" ".join(LANGUAGES)))
    if game and game not in GAMES:
        raise BadText(reason("game-unknown", game=game, allowed=" ".join(GAMES)))
    return words_of(language_code, game)


def _screen(words: Words, plain: bool, four_colour: bool = False) -> Screen:
    can_draw = not plain and sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"
    if not can_draw:
        return Plain(words)
    from prikup.terminal.render.rich_screen import RichScreen

    return RichScreen(words, four_colour=four_colour)


def _options(preset: str, settings: Iterable[str] | None) -> str:
    return " ".join(filter(None, (preset, *(settings or ()))))


@contextmanager
def _report_errors(describe: Callable[[Reason], str]) -> Iterator[None]:
    """Turn a PrikupError in a `with` block into a Complaint (an error that the user can correct).

    `describe` returns the text of the Complaint for a message. It can thus use the messages of the game and the names
    of its players. A BadLog is raised unchanged.
    """
    try:
        yield
    except BadLog:
        raise
    except PrikupError as error:
        raise Complaint(describe(error.reason)) from None


@app.callback()
def main(
    context: typer.Context,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
    _: VersionOption = False,
) -> None:
    """help-of-program"""
    if context.invoked_subcommand:
        return
    words = _words(tongue)
    folder = data_folder(os.environ)
    last = next(unfinished_matches(folder), None) if folder.exists() else None
    name = last[1].begin.names[0] if last else _your_name(words)
    screen = _screen(words, plain, four_colour)
    note_missing_solver(words)
    try:
        choice = menu(screen, words.language, resume_label(last[1]) if last else None, name)
    except (EOFError, KeyboardInterrupt):
        screen.events([""])
        return
    if last and not choice.wish:
        _play(words_of(choice.language, last[1].begin.game), screen, last[0], PlayWish(pace=_pace(screen)))
    elif choice.wish:
        words = words_of(choice.language, choice.wish.game)
        _play(
            words, screen, new_path(_create_folder(folder), choice.wish.game), _play_options(choice.wish, words, screen)
        )


def _your_name(words: Words) -> str:
    login = os.environ.get("USER", "")
    return login.capitalize() if login.isalpha() and login != "root" and len(login) < 13 else words("player")


def _create_folder(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@app.command(cls=TranslatedCommand)
def play(
    game: GameArgument,
    preset: PresetOption = "",
    set_: SetOption = None,
    deals: Annotated[int, typer.Option("--deals", metavar="N", help="opt-deals")] = 0,
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT", help="opt-seed")] = "",
    log: Annotated[Path | None, typer.Option("--log", metavar="FILE", help="opt-log")] = None,
    level: Annotated[str, typer.Option("--level", metavar="|".join(LEVELS), help="opt-level")] = USUAL,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="opt-name")] = "",
    auto: Annotated[bool, typer.Option("--auto", help="opt-auto")] = False,
    coach: Annotated[bool, typer.Option("--coach", help="opt-coach")] = False,
    pace: PaceOption = DEFAULT_PACE,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
) -> int:
    """help-of-play"""
    words = _words(tongue, game)
    if level not in PLAYERS:
        raise Complaint(words("error-level", level=level, allowed=" ".join(LEVELS)))
    screen = _screen(words, plain, four_colour)
    value_by_option = {"--preset": preset, "--set": set_, "--deals": deals, "--seed": seed, "--level": level != USUAL}
    if coach and (changed_option := next((option for option, value in value_by_option.items() if value), "")):
        raise Complaint(words("error-coach-option", option=changed_option))
    wish = Wish(game, _options(preset, set_), name or _your_name(words), level, max(deals, 0), seed, coach)
    with _report_errors(words.reason):
        play_options = _play_options(wish, words, screen, pace, auto=auto)
    note_missing_solver(words)
    return _play(words, screen, log or new_path(_create_folder(data_folder(os.environ)), game), play_options)


def _play(words: Words, screen: Screen, path: Path, wish: PlayWish) -> int:
    from prikup.terminal.cli.tables.play import play_match  # slow: it imports asyncio and the table

    return play_match(words, screen, path, wish)


def _play_options(
    wish: Wish, words: Words, screen: Screen, pace: float = DEFAULT_PACE, *, auto: bool = False
) -> PlayWish:
    """Return the options of `prikup play` for the choices in `wish`. Raise BadOptions if its house rules are invalid.

    `pace` is the delay of computer players in seconds. `auto` is True if a card is played automatically when it is the
    only legal one.
    """
    settings = settings_of(wish, words)
    options = settings.options if wish.options else ""
    return PlayWish(settings, player_name(wish, words), wish.game, options, _pace(screen, pace), auto)


def _pace(screen: Screen, pace: float = DEFAULT_PACE) -> float:
    """Return the delay of computer players in seconds: `pace`, or 0 if the screen prints plain text."""
    return 0.0 if screen.spoken else max(pace, 0.0)


@app.command(cls=TranslatedCommand)
def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="opt-url")],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="opt-name")] = "",
    seat: Annotated[int | None, typer.Option("--seat", metavar="N", help="opt-seat")] = None,
    cut: Annotated[bool, typer.Option("--cut", help="opt-cut")] = False,
    auto: Annotated[bool, typer.Option("--auto", help="opt-auto")] = False,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
) -> int:
    """help-of-join"""
    from prikup.terminal.cli.tables.join import join as join_table  # slow: it imports websockets

    words = _words(tongue)
    if seat is not None and seat < 1:
        raise Complaint(words("usage-bad-value", name="--seat"))
    seat_index = None if seat is None else seat - 1
    wish = JoinWish(url, name or _your_name(words), words.language, seat_index, cut, auto)
    return join_table(wish, _screen(words, plain, four_colour))


@app.command(cls=TranslatedCommand)
def rules(
    game: GameArgument,
    preset: PresetOption = "",
    set_: SetOption = None,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
) -> None:
    """help-of-rules"""
    words = _words(tongue, game)
    kind = GAMES[game]
    with _report_errors(words.reason):
        options = kind.build(parse_options(kind.presets, _options(preset, set_))).options
    _screen(words, plain).page(rules_page(words, game, options))


@app.command(cls=TranslatedCommand)
def replay(
    file: FileArgument,
    deal: Annotated[int, typer.Option("--deal", metavar="N", help="opt-deal")] = 0,
    match: MatchOption = 0,
    judged: Annotated[bool, typer.Option("--review", help="opt-replay-review")] = False,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
) -> int:
    """help-of-replay"""
    words = _words(tongue)
    screen = _screen(words, plain, four_colour)
    blocks: list[Block] = []
    matches = chosen_matches(words, file, match, single=deal != 0)
    for spoken_match in matches:
        if spoken_match.is_lost:
            continue
        log, speech = spoken_match.log, spoken_match.speech
        last = log.match.deals + (log.state is not None)
        if deal < 0 or deal > last:
            raise Complaint(words("error-deal", deal=deal, last=last))
        speech.spoken = screen.spoken
        blocks += spoken_match.title
        if not judged:
            blocks += replay_page(speech, log, deal or None, broken_off=spoken_match.broken_off)
            continue
        from prikup.terminal.cli.review import loss_texts, reviews  # slow: it imports the solver

        with _report_errors(words.reason):
            deal_reviews = reviews(words, log, deal or None)
        blocks += replay_page(
            speech, log, deal or None, loss_texts(speech, deal_reviews), broken_off=spoken_match.broken_off
        )
        blocks.append(Paragraph(speech("replay-behind-legend")))
    screen.page(blocks)
    return 1 if any(spoken_match.read.fault for spoken_match in matches) else 0


@app.command(cls=TranslatedCommand)
def review(
    file: FileArgument,
    deal: Annotated[int, typer.Option("--deal", metavar="N", help="opt-deal")] = 0,
    match: MatchOption = 0,
    seat: Annotated[int, typer.Option("--seat", metavar="N", help="opt-review-seat")] = 0,
    least: Annotated[float, typer.Option("--least", metavar="POINTS", help="opt-review-least")] = 0.5,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="opt-review-seed")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="opt-json")] = False,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
) -> int:
    """help-of-review"""
    from prikup.terminal.cli.review import records, review_page, reviews

    words = _words(tongue)
    (spoken_match,) = chosen_matches(words, file, match, single=True)
    code = 1 if spoken_match.read.fault else 0
    if spoken_match.is_lost:
        return code
    log, speech = spoken_match.log, spoken_match.speech
    if deal < 0 or deal > log.match.deals:
        raise Complaint(words("error-deal", deal=deal, last=log.match.deals))
    if not 0 <= seat <= log.game.seats or least < 0:
        raise Complaint(words("usage-bad-value", name="--seat" if least >= 0 else "--least"))
    with _report_errors(words.reason):
        deal_reviews = reviews(words, log, deal or None, seed, least)
    if as_json:
        print(json.dumps({"deals": records(log, deal_reviews)}))
        return code
    screen = _screen(words, plain, four_colour)
    speech.spoken = screen.spoken
    screen.page(review_page(speech, log, deal_reviews, seat - 1 if seat else None))
    return code


@app.command(cls=TranslatedCommand)
def verify(file: FileArgument, match: MatchOption = 0, tongue: LanguageOption = "", plain: PlainOption = False) -> int:
    """help-of-verify"""
    words = _words(tongue)
    matches = chosen_matches(words, file, match)
    blocks = (
        b
        for spoken_match in matches
        for b in (
            *spoken_match.title,
            *verification_page(spoken_match.speech, spoken_match.log, spoken_match.read.events),
        )
    )
    _screen(words, plain).page(blocks)
    return 0 if all(all_right(spoken_match.log, spoken_match.read.events) for spoken_match in matches) else 1


@app.command(cls=TranslatedCommand)
def notation(
    file: FileArgument,
    foreign: Annotated[str, typer.Option("--as", metavar="NOTATION", help="opt-as")] = "",
    match: MatchOption = 0,
    tongue: LanguageOption = "",
) -> int:
    """help-of-notation"""
    words = _words(tongue)
    matches = chosen_matches(words, file, match)
    if any(spoken_match.read.fault for spoken_match in matches):
        return 2  # an incomplete match is not converted; stderr names the line
    if matches[0].read.form == "log" or foreign:
        sys.stdout.write("\n".join(_notation(spoken_match, foreign) for spoken_match in matches))
    else:
        sys.stdout.buffer.write(b"".join(lines(spoken_match.log.events) for spoken_match in matches))
    sys.stdout.flush()
    return 0


def _notation(match: SpokenMatch, foreign: str) -> str:
    if not foreign:
        return match_text(match.log)
    formats, speech = GAMES[match.log.begin.game].formats, match.speech
    if foreign not in formats:
        raise Complaint(
            speech("error-notation", game=speech("game"), notation=foreign, allowed=" ".join(formats) or "–")
        )
    return formats[foreign].write(record_of(match.log))


@app.command(cls=TranslatedCommand)
def solve(
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="opt-hands")],
    trump: Annotated[str | None, typer.Option("--trump", metavar="S|C|D|H|N", help="opt-trump")] = None,
    leader: Annotated[str | None, typer.Option("--leader", metavar="SEAT", help="opt-leader")] = None,
    side: Annotated[str | None, typer.Option("--side", metavar="SEAT[,SEAT]", help="opt-side")] = None,
    goal: Annotated[str, typer.Option("--goal", metavar="most|fewest", help="opt-goal")] = "most",
    follow: Annotated[str, typer.Option("--follow", metavar="free|must-trump", help="opt-follow")] = "free",
    ace_low: Annotated[bool, typer.Option("--ace-low", help="opt-ace-low")] = False,
    last: Annotated[str, typer.Option("--last", metavar="SEAT", help="opt-last")] = "",
    table: Annotated[str, typer.Option("--table", metavar="CARDS", help="opt-table")] = "",
    number: Annotated[int, typer.Option("--deal", metavar="N", help="opt-deal-pasted")] = 0,
    seconds: Annotated[float | None, typer.Option("--seconds", metavar="N", help="opt-seconds")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="opt-json")] = False,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
) -> int:
    """help-of-solve"""
    from prikup.solver import NotSolved
    from prikup.terminal.cli.solve import (
        input_text,
        position_from_options,
        position_from_text,
        record,
        search,
        solved_page,
    )

    words = _words(tongue)
    screen = _screen(words, plain, four_colour)
    speech = Speech(words, spoken=screen.spoken)
    if seconds is not None and not seconds > 0:  # also rejects NaN
        raise Complaint(words("usage-bad-value", name="--seconds"))
    deal = input_text(words, deal)
    try:
        if trump is None and leader is None and side is None:
            position = position_from_text(words, deal, number)
        else:
            for name, value in (("--trump", trump), ("--leader", leader), ("--side", side)):
                if value is None:
                    raise Complaint(words("usage-missing", name=name))
            with _report_errors(speech.reason):
                position = position_from_options(
                    deal,
                    trump=trump or "",
                    leader=leader or "",
                    side=side or "",
                    goal=goal,
                    follow=follow,
                    ace_low=ace_low,
                    last=last,
                    table=table,
                )
        solution = search(position, seconds)
    except NotSolved as error:
        min_tricks, max_tricks = error.answer.tricks
        if not as_json:
            raise Complaint(words.reason(error.reason), 1) from None
        print(json.dumps({"least": min_tricks, "most": max_tricks}))
        return 1
    if as_json:
        print(json.dumps(record(position, solution)))
    else:
        screen.page(solved_page(speech, position, solution))
    return 0 if solution.whole else 1


@app.command(cls=TranslatedCommand)
def reports(
    database: DatabaseOption = "",
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="opt-reports-out")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="opt-json")] = False,
    tongue: LanguageOption = "",
) -> None:
    """help-of-reports"""
    from prikup.terminal.cli.reported_moves import load_reports, report_line, report_record, write_logs

    words = _words(tongue)
    with _report_errors(words.reason):
        stored_reports = load_reports(database_url(database))
    files = write_logs(stored_reports, out) if out else []
    for number, report in enumerate(stored_reports):
        print(json.dumps(report_record(report)) if as_json else report_line(words, report))
        if files and not as_json:
            print(f"  {files[number]}")
    if not stored_reports and not as_json:
        print(words("reported-none"))


@app.command(cls=TranslatedCommand)
def problems(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="opt-problem-games")] = None,
    kind: Annotated[str, typer.Option("--kind", metavar="NAME", help="opt-problem-kind")] = "",
    level: Annotated[int | None, typer.Option("--level", metavar="N", help="opt-problem-level")] = None,
    day: Annotated[str, typer.Option("--day", metavar="DATE", help="opt-problem-day")] = "",
    name: Annotated[str, typer.Option("--id", metavar="NAME", help="opt-problem-id")] = "",
    listed: Annotated[bool, typer.Option("--list", help="opt-problem-list")] = False,
    players: Annotated[str | None, typer.Option("--players", metavar="A,B,…", help="opt-problem-players")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="opt-json")] = False,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
) -> None:
    """help-of-problems"""
    from prikup.problems.problem_json import record
    from prikup.terminal.cli.problems import (
        all_problems,
        list_page,
        player_scores,
        problem_set,
        progress_file,
        score_page,
        solve_problems,
    )

    words = _words(tongue)
    screen = _screen(words, plain, four_colour)
    if players is not None:
        scores = player_scores(words, games or (), players)
        if as_json:
            print(json.dumps({"scores": msgspec.to_builtins(scores)}))
        else:
            screen.page(score_page(words, scores))
        return
    path, progress = progress_file(data_folder(os.environ), words)
    if listed and not as_json:
        screen.page(list_page(words, all_problems(), progress))
        return
    selection = problem_set(words, games or (), theme=kind, level=level, day=day, name=name, solved_ids=progress.solved)
    if as_json:
        chosen_problems = all_problems() if listed else selection.problems
        print(json.dumps({"problems": [record(problem) for problem in chosen_problems]}))
    else:
        solve_problems(words, screen, selection, path, progress)


@app.command(cls=TranslatedCommand)
def score(
    game: GameArgument,
    outcome: Annotated[list[str] | None, typer.Argument(metavar="[FIELD=VALUE]...", help="opt-outcome")] = None,
    preset: PresetOption = "",
    set_: SetOption = None,
    names: Annotated[str, typer.Option("--names", metavar="A,B,…", help="opt-names")] = "",
    totals: Annotated[str, typer.Option("--totals", metavar="NUMBERS", help="opt-totals")] = "",
    deal: Annotated[int, typer.Option("--deal", metavar="N", help="opt-score-deal")] = 1,
    carry: Annotated[list[str] | None, typer.Option("--carry", metavar="NAME=VALUE", help="opt-carry")] = None,
    dealer: Annotated[str, typer.Option("--dealer", metavar="NAME", help="opt-dealer")] = "",
    file: Annotated[str, typer.Option("--file", metavar="FILE", help="opt-score-file")] = "",
    tongue: LanguageOption = "",
    plain: PlainOption = False,
) -> None:
    """help-of-score"""
    words = _words(tongue, game)
    if deal < 1:
        raise Complaint(words("usage-bad-value", name="--deal"))
    paper_match = PaperMatch(game, _options(preset, set_), names, totals, deal, tuple(carry or ()), dealer)
    with _report_errors(words.reason):
        score_evening(words, _screen(words, plain), paper_match, outcome or (), file)
