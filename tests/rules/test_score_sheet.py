from fractions import Fraction

import pytest

from prikup.rules.errors import reason
from prikup.rules.score_sheet import Line, ScoreSheet, SheetEntry, SheetRow, round_shares


def test_score_sheet_adds_entries_to_its_boxes() -> None:
    sheet = ScoreSheet(("pool", "dump"), ((0, 0), (0, 0)))
    row = SheetRow(
        (
            SheetEntry("dump", 1, 4, reason("x")),
            SheetEntry("dump", 1, -1, reason("y")),
            SheetEntry("pool", 0, 2, reason("z")),
        )
    )
    sheet = sheet.add(Line(1, 0, None, row))
    assert sheet.totals == ((2, 0), (0, 3))
    assert (sheet.total("dump", 1), row.amount("dump", 1), row.amount("pool", 1)) == (3, 3, 0)


def test_score_sheet_box_keeps_history_of_its_numbers() -> None:
    sheet = ScoreSheet(("pool", "dump"), ((0, 0), (0, 5)))
    for amount in (4, 0, -1):
        sheet = sheet.add(Line(1, 0, None, SheetRow((SheetEntry("dump", 1, amount, reason("x")),))))
    assert sheet.history("dump", 1) == (5, 9, 8)
    assert sheet.history("pool", 0) == ()


def test_rounded_shares_keep_their_sum() -> None:
    thirds = (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3))
    assert round_shares(thirds) == (-6, 3, 3)
    with pytest.raises(ValueError, match="whole"):
        round_shares((Fraction(1, 3), Fraction(1, 3)))
