"""`prikup score`: score one deal given on the command line, or start an interactive score sheet.

As in `app.py`, the docstring of the command is the key of its help.
"""

from collections.abc import Sequence
from typing import Annotated

import typer
from msgspec.structs import replace

from prikup.games import GAMES
from prikup.locale import Words
from prikup.locale.speech import Speech
from prikup.rules.errors import PrikupError
from prikup.rules.options import parse_options
from prikup.scorer.replay import initial_match
from prikup.terminal.cli.command_setup import command_words, open_screen, preset_text, raise_complaints
from prikup.terminal.cli.common_options import GameArgument, LanguageOption, PlainOption, PresetOption, SetOption
from prikup.terminal.cli.match_files import language_option
from prikup.terminal.cli.scorer.evenings import last_names
from prikup.terminal.cli.scorer.open_score_file import OpenScoreFile, check_same, open_score_file, resume_command
from prikup.terminal.cli.scorer.score_options import (
    PaperMatch,
    ask_carry,
    build_scoring,
    parse_outcome,
    score_path,
    scored_deal_page,
)
from prikup.terminal.cli.scorer.score_session import Scorer
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.render.blocks import Paragraph, Verbatim
from prikup.terminal.render.screen import Screen

__all__ = ["score", "score_evening"]


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
    words = command_words(tongue, game)
    if deal < 1:
        raise Complaint(words("usage-bad-value", name="--deal"))
    paper_match = PaperMatch(game, preset_text(preset, set_), names, totals, deal, tuple(carry or ()), dealer)
    with raise_complaints(words.reason):
        score_evening(words, open_screen(words, plain), paper_match, outcome or (), file)


def score_evening(words: Words, screen: Screen, paper_match: PaperMatch, outcome: Sequence[str], file: str) -> None:
    """Score one deal that is given on the command line or, without `outcome`, run an interactive score sheet.

    - `words`, `screen`: the messages in the user's language, and where they are shown.
    - `paper_match`: the match as described by command-line options.
    - `outcome`: the outcome of the deal as words of the form `name=value`.
    - `file`: the file of the scored match, "" for a new file.

    Raise BadOptions for invalid house rules, Complaint for other invalid input or an unreadable file, and OSError if
    the file cannot be written.
    """
    kind = GAMES[paper_match.game]
    game = kind.build(parse_options(kind.presets, paper_match.options))
    path = score_path(file, paper_match.game)
    earlier_names = (
        () if outcome else last_names(path.parent, paper_match.game, game.seats)
    )  # a single deal, as in scripts, does not depend on earlier matches
    names = (
        paper_match.names.split(",")
        if paper_match.names
        else earlier_names or words("score-names").split()[: game.seats]
    )
    speech = Speech(words, game, [name.strip() for name in names], spoken=screen.spoken)
    try:
        new = build_scoring(speech, paper_match)
        if outcome:
            screen.page(scored_deal_page(speech, initial_match(new).close(parse_outcome(speech, kind, list(outcome)))))
            return
        if new.opening is not None and not path.exists():
            carry = ask_carry(speech, screen, new.opening.carry)
            new = replace(new, opening=replace(new.opening, carry=carry))
        initial_match(new)
    except (EOFError, KeyboardInterrupt):
        return
    except PrikupError as error:
        raise Complaint(speech.reason(error.reason)) from None
    with open_score_file(words, path, new) as score_file:
        check_same(speech, score_file, new, paper_match)
        try:
            Scorer(score_file, screen, words.language).run()
        except (EOFError, KeyboardInterrupt):
            _leave(words, screen, score_file)


def _leave(words: Words, screen: Screen, score_file: OpenScoreFile) -> None:
    """Print on `screen` the command with which the user can resume the scored match later."""
    screen.events([""])
    if score_file.exists:
        screen.page(
            [Paragraph(words("score-saved")), Verbatim(resume_command(score_file) + language_option(words.language))]
        )
