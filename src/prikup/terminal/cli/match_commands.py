"""`prikup replay`, `review`, `verify` and `notation`: show, judge, check and convert the matches in a file.

As in `app.py`, the docstring of a command is the key of its help.
"""

import json
import sys
from typing import Annotated

import typer

from prikup.games import GAMES
from prikup.history.deal_link import LINK_PATH, link_of, linked_deals
from prikup.history.foreign_formats import record_of
from prikup.history.log import Log
from prikup.history.log_file import lines
from prikup.history.notation import match_text
from prikup.locale import Words
from prikup.terminal.cli.command_setup import command_words, open_screen, raise_complaints
from prikup.terminal.cli.common_options import (
    FileArgument,
    FourColourOption,
    JsonOption,
    LanguageOption,
    MatchOption,
    PlainOption,
)
from prikup.terminal.cli.match_files import SpokenMatch, bridge_positions, chosen_matches
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.cli.verify import all_right, verification_page
from prikup.terminal.render.blocks import Block, Paragraph
from prikup.terminal.render.replay_page import replay_page

__all__ = ["notation", "replay", "review", "verify"]

LINK = "link"
"""The name of a notation that every game has: a link for each finished deal of a match."""


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
    words = command_words(tongue)
    screen = open_screen(words, plain, four_colour)
    blocks: list[Block] = []
    matches = chosen_matches(words, file, match, single=deal != 0)
    for spoken_match in matches:
        if spoken_match.is_lost:
            continue
        log, speech = spoken_match.log, spoken_match.speech
        last = log.match.deals + (log.state is not None)
        _check_deal(words, log, deal, last)
        speech.spoken = screen.spoken
        blocks += spoken_match.title
        if not judged:
            blocks += replay_page(speech, log, deal or None, broken_off=spoken_match.broken_off)
            continue
        from prikup.terminal.cli.review import loss_texts, reviews  # slow: it imports the solver

        with raise_complaints(words.reason):
            deal_reviews = reviews(words, log, deal or None)
        blocks += replay_page(
            speech, log, deal or None, loss_texts(speech, deal_reviews), broken_off=spoken_match.broken_off
        )
        blocks.append(Paragraph(speech("replay-behind-legend")))
    screen.page(blocks)
    return 1 if any(spoken_match.read.fault for spoken_match in matches) else 0


def review(
    file: FileArgument,
    deal: Annotated[int, typer.Option("--deal", metavar="N", help="opt-deal")] = 0,
    match: MatchOption = 0,
    seat: Annotated[int, typer.Option("--seat", metavar="N", help="opt-review-seat")] = 0,
    least: Annotated[float, typer.Option("--least", metavar="POINTS", help="opt-review-least")] = 0.5,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="opt-review-seed")] = 0,
    as_json: JsonOption = False,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
) -> int:
    """help-of-review"""
    from prikup.terminal.cli.review import records, review_page, reviews

    words = command_words(tongue)
    (spoken_match,) = chosen_matches(words, file, match, single=True)
    code = 1 if spoken_match.read.fault else 0
    if spoken_match.is_lost:
        return code
    log, speech = spoken_match.log, spoken_match.speech
    _check_deal(words, log, deal, log.match.deals)
    if not 0 <= seat <= log.game.seats or least < 0:
        raise Complaint(words("usage-bad-value", name="--seat" if least >= 0 else "--least"))
    with raise_complaints(words.reason):
        deal_reviews = reviews(words, log, deal or None, seed, least)
    if as_json:
        print(json.dumps({"deals": records(log, deal_reviews)}))
        return code
    screen = open_screen(words, plain, four_colour)
    speech.spoken = screen.spoken
    screen.page(review_page(speech, log, deal_reviews, seat - 1 if seat else None))
    return code


def _check_deal(words: Words, log: Log, deal: int, last: int) -> None:
    """Raise Complaint if a log has no deal with the number `deal`; accept 0, which stands for all deals.

    `last` is the number of the log's last deal, and `words` are the messages in the user's language.
    """
    first = 1 if log.standing is None else log.standing.deal
    if deal != 0 and not first <= deal <= last:
        raise Complaint(words("error-deal", deal=deal, last=last))


def verify(file: FileArgument, match: MatchOption = 0, tongue: LanguageOption = "", plain: PlainOption = False) -> int:
    """help-of-verify"""
    words = command_words(tongue)
    matches = chosen_matches(words, file, match)
    blocks = (
        b
        for spoken_match in matches
        for b in (
            *spoken_match.title,
            *verification_page(spoken_match.speech, spoken_match.log, spoken_match.read.events),
        )
    )
    open_screen(words, plain).page(blocks)
    return 0 if all(all_right(spoken_match.log, spoken_match.read.events) for spoken_match in matches) else 1


def notation(
    file: FileArgument,
    foreign: Annotated[str, typer.Option("--as", metavar="NOTATION", help="opt-as")] = "",
    match: MatchOption = 0,
    tongue: LanguageOption = "",
) -> int:
    """help-of-notation"""
    words = command_words(tongue)
    if (positions := bridge_positions(words, file)) is not None:
        sys.stdout.write("".join(f"{position}\n" for position in positions))
        return 0
    matches = chosen_matches(words, file, match)
    if any(spoken_match.read.fault for spoken_match in matches):
        return 2  # an incomplete match is not converted; stderr names the line
    if matches[0].read.form == "link" and foreign != LINK:
        raise Complaint(words("error-link-notation"))
    if matches[0].read.form == "log" or foreign:
        sys.stdout.write("\n".join(_notation(spoken_match, foreign) for spoken_match in matches))
    else:
        sys.stdout.buffer.write(b"".join(lines(spoken_match.log.events) for spoken_match in matches))
    sys.stdout.flush()
    return 0


def _notation(match: SpokenMatch, foreign: str) -> str:
    if not foreign:
        return match_text(match.log)
    if foreign == LINK:
        return "".join(f"{LINK_PATH}{link_of(deal)}\n" for deal in linked_deals(match.log))
    formats, speech = GAMES[match.log.begin.game].formats, match.speech
    if foreign not in formats:
        allowed = " ".join((LINK, *formats))
        raise Complaint(speech("error-notation", game=speech("game"), notation=foreign, allowed=allowed))
    return formats[foreign].write(record_of(match.log))
