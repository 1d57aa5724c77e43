"""A sheet with several columns, as on paper: each player's boxes and their result."""

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from prikup.locale import Words
from prikup.locale.numbers import format_share
from prikup.locale.speech import Speech
from prikup.rules.errors import Reason
from prikup.rules.game import AnyGame
from prikup.rules.score_sheet import Line, ScoreSheet, SheetEntry, SheetRow, Totals
from prikup.terminal.render.blocks import Paragraph, TextTable
from prikup.terminal.render.screen import lines_of
from prikup.terminal.render.sheet_page import row_explanation, sheet_now, sheet_page
from prikup.terminal.render.table_view import scores
from prikup.terminal.words import words_of

COLUMNS = ("pool", "dump", "left", "right")
NAMES = ("Anna", "Vera", "Tigran", "Pekka")


def speech(folder: Path, sides: int, *, spoken: bool = False) -> Speech:
    """Return a table of `sides` players whose game has four columns; the settlement is a third of the pool."""
    (folder / "en.ftl").write_text("\n".join(f"column-{column} = {column.title()}" for column in COLUMNS))

    def shares(totals: Totals) -> tuple[Fraction, ...]:
        return tuple(Fraction(n, 3) for n in totals[0])

    game = SimpleNamespace(
        columns=COLUMNS,
        sides=tuple((seat,) for seat in range(sides)),
        seats=sides,
        scoring=SimpleNamespace(settlement=shares),
    )
    words = Words("en", *words_of("en").folders, folder)
    return Speech(words, cast("AnyGame", game), NAMES[:sides], spoken=spoken)


def sheet(sides: int, *entries: tuple[str, int, int]) -> ScoreSheet:
    """Return a sheet with these entries, one per deal."""
    result = ScoreSheet(COLUMNS, ((0,) * sides,) * len(COLUMNS))
    for deal, (column, side, amount) in enumerate(entries, 1):
        result = result.add(Line(deal, 0, None, SheetRow((SheetEntry(column, side, amount, Reason("not-now", {})),))))
    return result


def grid(table_speech: Speech, score_sheet: ScoreSheet) -> TextTable:
    (block,) = sheet_page(table_speech, score_sheet)
    assert isinstance(block, TextTable)
    return block


def test_sheet_page_box_lists_running_totals(tmp_path: Path) -> None:
    score_sheet = sheet(3, ("pool", 0, 2), ("pool", 0, 4), ("pool", 0, 4), ("left", 2, 8), ("left", 2, -12))
    block = grid(speech(tmp_path, 3), score_sheet)
    assert block.head == ("", "Anna", "Vera", "Tigran")
    assert block.rows[:4] == (
        ("Pool", "2.6.10", "–", "–"),
        ("Dump", "–", "–", "–"),
        ("Left", "–", "–", "8.−4"),
        ("Right", "–", "–", "–"),
    )


def test_sheet_page_shows_nonzero_starting_values(tmp_path: Path) -> None:
    score_sheet = ScoreSheet(COLUMNS, ((60, 60, 60), (0,) * 3, (0,) * 3, (0,) * 3))
    assert grid(speech(tmp_path, 3), score_sheet).rows[0] == ("Pool", "60", "60", "60")


def test_sheet_page_shortens_long_box_at_its_start(tmp_path: Path) -> None:
    for sides in (2, 3, 4):
        score_sheet = sheet(
            sides, *((column, side, 10) for column in COLUMNS for side in range(sides) for _ in range(30))
        )
        for row in grid(speech(tmp_path, sides), score_sheet).rows[:4]:
            assert all(cell.startswith("…") and cell.endswith(".300") for cell in row[1:])
            assert sum(map(len, row[1:])) <= 48
            assert all(part.isdecimal() and int(part) % 10 == 0 for cell in row[1:] for part in cell[1:].split("."))


def test_sheet_page_shows_settlement_exactly_and_rounded(tmp_path: Path) -> None:
    rows = grid(speech(tmp_path, 3), sheet(3, ("pool", 0, 20), ("pool", 1, -20), ("pool", 2, 0))).rows
    assert rows[5:] == (
        ("Settlement", "+6 2/3", "−6 2/3", "0"),
        ("In whole numbers", "+7", "−7", "0"),
    )


def test_sheet_page_omits_rounding_of_whole_or_unbalanced_settlement(tmp_path: Path) -> None:
    for pool in ((3, -3, 0), (1, 1, 0)):
        score_sheet = sheet(3, *(("pool", side, n) for side, n in enumerate(pool)))
        assert [row[0] for row in grid(speech(tmp_path, 3), score_sheet).rows[5:]] == ["Settlement"], pool


def test_format_share_is_exact() -> None:
    for share, text in (("-20/3", "−6 2/3"), ("1/3", "+1/3"), ("-1/2", "−1/2"), ("7", "+7"), ("0", "0")):
        assert format_share(Fraction(share)) == text


def test_sheet_page_in_sentences_has_a_sentence_per_player(tmp_path: Path) -> None:
    table_speech = speech(tmp_path, 4, spoken=True)
    score_sheet = sheet(4, ("pool", 0, 6), ("pool", 0, 4), ("pool", 1, -10), ("right", 3, 8))
    lines = list(lines_of(sheet_page(table_speech, score_sheet)))
    assert lines == [
        "Anna: Pool 10; Dump 0; Left 0; Right 0.",
        "Vera: Pool −10; Dump 0; Left 0; Right 0.",
        "Tigran: Pool 0; Dump 0; Left 0; Right 0.",
        "Pekka: Pool 0; Dump 0; Left 0; Right 8.",
        "Settlement: Anna +3 1/3, Vera −3 1/3, Tigran 0, Pekka 0.",
        "In whole numbers: Anna +3, Vera −3, Tigran 0, Pekka 0.",
    ]
    assert [block.text for block in sheet_now(table_speech, score_sheet)] == lines


def test_table_scores_show_first_column_and_settlement(tmp_path: Path) -> None:
    score_sheet = sheet(3, ("pool", 0, 20), ("pool", 1, -20), ("dump", 1, 5))
    assert scores(speech(tmp_path, 3), score_sheet.totals) == (
        ("Pool", "Anna 20 · Vera −20 · Tigran 0"),
        ("Settlement", "Anna +6 2/3 · Vera −6 2/3 · Tigran 0"),
    )


def test_row_explanation_names_player_and_column(tmp_path: Path) -> None:
    score_sheet = sheet(4, ("left", 3, 8))
    _, block = row_explanation(speech(tmp_path, 4), score_sheet.lines[0])
    assert isinstance(block, Paragraph)
    assert block.marker.split() == ["Pekka,", "Left", "+8"]
