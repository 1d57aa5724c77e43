"""The pages of an interactive score sheet for reading: the whole match, the players' totals, and the printed sheet."""

from pathlib import Path

from prikup.locale.numbers import format_share
from prikup.locale.speech import Speech
from prikup.scorer.html_page import as_html
from prikup.scorer.printout import as_csv, as_text, build_printout
from prikup.scorer.replay import Replay
from prikup.scorer.score_file import encode_history
from prikup.scorer.sheet_svg import drawing
from prikup.terminal.cli.scorer.evenings import past_matches, preset_of, standings
from prikup.terminal.cli.scorer.open_score_file import OpenScoreFile, resume_command
from prikup.terminal.render.blocks import Block, Heading, TextTable
from prikup.terminal.render.score_page import list_page, settled_page, title
from prikup.terminal.render.sheet_page import sheet_page
from prikup.terminal.words import words_of

__all__ = ["FORMS", "evening_blocks", "match_blocks", "printed_sheet"]

FORMS = ("text", "csv", "html")
"""The formats in which the score sheet can be printed."""


def match_blocks(speech: Speech, replay: Replay) -> list[Block]:
    """Return a page with the sheet, the entries and the settlement (the points won or lost) of a scored match."""
    blocks: list[Block] = [Heading(title(speech, replay))]
    if len(speech.game.columns) > 1:
        blocks += sheet_page(speech, replay.match.sheet)
    return [*blocks, *list_page(speech, replay.applied_entries), *settled_page(speech, replay)]


def evening_blocks(speech: Speech, replay: Replay, folder: Path) -> list[Block]:
    """Return the page with each player's total over all scored matches in a folder that are like the match `replay`.

    These are the matches with the same game and the same preset (named set of house rules).
    """
    preset = preset_of(replay)
    matches = [match for match in past_matches(folder, replay.scoring.game) if preset_of(match) == preset]
    rows = tuple((row.name, str(row.evenings), format_share(row.total)) for row in standings(matches))
    head = tuple(speech(f"score-evenings-{column}") for column in ("player", "count", "total"))
    return [Heading(speech("score-evenings", preset=preset)), TextTable(head, rows, (1, 2))]


def printed_sheet(score_file: OpenScoreFile, replay: Replay, form: str) -> str:
    """Return the score sheet as text in the format `form` (one of `FORMS`), in the language of the match.

    `score_file` is the scored match with its file, and `replay` is this match with all its entries applied.
    """
    scoring = replay.scoring
    words = words_of(scoring.language, scoring.game)
    speech = Speech(words, replay.game, replay.names)
    sheet = build_printout(speech, replay, (speech("print-open", text=resume_command(score_file)),))
    match form:
        case "csv":
            return as_csv(sheet)
        case "html":
            label, file = speech("print-again"), encode_history(score_file.history)
            return as_html(sheet, drawing(speech, replay), label, score_file.path.name, file)
    return as_text(sheet)
