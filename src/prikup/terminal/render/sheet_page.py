"""The pages of the score sheet, with the reason for every number.

A sheet with one column is shown as a table with a row for each deal. A sheet with several columns is shown as on paper,
with all numbers in each player's boxes (a box is the space for one player in one column), and with the settlement (the
points that each player has won or lost).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from prikup.locale.numbers import format_change, format_number, format_share
from prikup.locale.speech import Speech
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.score_sheet import Line, ScoreSheet, round_shares
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.render.table_view import scores

__all__ = ["result", "row_explanation", "row_page", "sheet_now", "sheet_page", "sheet_with_reasons"]

BOXES = 48
"""The maximum width in characters of a row of boxes (a box is the space for one player in one column).

The boxes of all players share this width.
"""


def sheet_page(speech: Speech, sheet: ScoreSheet) -> Iterator[Block]:
    """Yield the score sheet; `speech` formats the texts.

    In plain text (`speech.spoken`), a sheet with several columns is reduced to its current totals.
    """
    if len(sheet.columns) == 1:
        yield _deals(speech, sheet)
    elif speech.spoken:
        yield from sheet_now(speech, sheet)
    else:
        yield _boxes(speech, sheet)


def sheet_now(speech: Speech, sheet: ScoreSheet) -> Iterator[Paragraph]:
    """Yield the current totals of a score sheet as sentences.

    `speech` formats the sentences. If the sheet has several columns, the settlement (the points that each side has won
    or lost) follows.
    """
    if len(sheet.columns) == 1:
        yield from (Paragraph(f"{column}: {boxes}.") for column, boxes in scores(speech, sheet.totals))
        return
    for side in range(len(speech.game.sides)):
        boxes = (f"{_column(speech, column)} {format_number(sheet.total(column, side))}" for column in sheet.columns)
        yield Paragraph(f"{speech.side(side)}: {'; '.join(boxes)}.")
    for name, shares in _settlement(speech, sheet):
        yield Paragraph(f"{name}: {', '.join(f'{speech.side(side)} {share}' for side, share in enumerate(shares))}.")


def _deals(speech: Speech, sheet: ScoreSheet) -> TextTable:
    """Return the score sheet as a table with a row for each deal and a column for each side.

    A cell has the side's new total and, in brackets, its change.
    """
    boxes = [(column, side) for column in sheet.columns for side in range(len(speech.game.sides))]
    head = [speech("head-deal"), speech("head-dealer"), *(speech.side(side) for _, side in boxes)]
    totals = {box: sheet.total(*box) - sum(line.row.amount(*box) for line in sheet.lines) for box in boxes}
    rows = []
    for line in sheet.lines:
        cells = []
        for column, side in boxes:
            change = line.row.amount(column, side)
            totals[column, side] += change
            has_entry = any((e.column, e.side) == (column, side) for e in line.row.entries)
            cells.append(f"{format_number(totals[column, side])} ({format_change(change)})" if has_entry else "–")
        is_correction = line.outcome is None
        rows.append((str(line.deal), "*" if is_correction else speech.name(line.dealer), *cells))
    if not sheet.lines:
        rows.append(("", "", *(format_number(sheet.total(*box)) for box in boxes)))
    return TextTable(tuple(head), tuple(rows), right=(0, *range(2, 2 + len(boxes))))


def _boxes(speech: Speech, sheet: ScoreSheet) -> TextTable:
    """Return the score sheet as a table with a row for each column of the sheet, and a column for each player.

    A cell of the table is a box: the space for one player in one column of the sheet. It lists all totals that the
    player has had in this column; the last one is the current total.
    """
    sides = range(len(speech.game.sides))
    room = BOXES // len(sides)
    rows = [
        (_column(speech, column), *(_numbers_text(sheet.history(column, side), room) for side in sides))
        for column in sheet.columns
    ]
    rows.append(("",) * (1 + len(sides)))
    rows += [(name, *shares) for name, shares in _settlement(speech, sheet)]
    return TextTable(("", *map(speech.side, sides)), tuple(rows), right=tuple(range(1, 1 + len(sides))))


def _numbers_text(numbers: Sequence[int], room: int) -> str:
    """Return numbers as text such as `2.6.10`, or `–` if there are none.

    If the text is longer than `room` characters, the first numbers are replaced by `…`.
    """
    text = ".".join(map(format_number, numbers)) or "–"
    while len(text) > room and "." in text:
        text = "…" + text.removeprefix("…").partition(".")[2]
    return text


def _settlement(speech: Speech, sheet: ScoreSheet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the current settlement (the points that each side has won or lost) as a heading and a text for each side.

    If the amounts have fractions, a second heading with rounded amounts follows.
    """
    shares = speech.game.scoring.settlement(sheet.totals)
    yield speech("settlement"), tuple(map(format_share, shares))
    if any(share.denominator > 1 for share in shares) and sum(shares, Fraction()).denominator == 1:
        yield speech("settlement-rounded"), tuple(map(format_change, round_shares(shares)))


def _column(speech: Speech, column: str) -> str:
    return speech.words(f"column-{column}")


def row_explanation(speech: Speech, line: Line) -> Iterator[Block]:
    """Yield a page about one line of the score sheet, which is a deal or a correction by hand.

    The page lists the numbers of the line, each with the reason. `speech` formats the texts.
    """
    by_hand = line.outcome is None
    yield Heading(speech("row-by-hand") if by_hand else speech("row-title", deal=line.deal, dealer=line.dealer))
    if isinstance(line.outcome, VoidDeal):
        yield Paragraph(speech.reason(line.outcome.reason), 2)
    has_several_columns = len(speech.game.columns) > 1
    names = [
        speech.side(e.side) + (f", {_column(speech, e.column)}" if has_several_columns else "")
        for e in line.row.entries
    ]
    for name, entry in zip(names, line.row.entries, strict=True):
        wide = max(map(len, names)) if not speech.spoken else 0
        marker = (
            f"{name:<{wide}}  {format_change(entry.amount):>4} "
            if not speech.spoken
            else f"{name}: {format_change(entry.amount)},"
        )
        yield Paragraph(speech.reason(entry.reason), 2, marker)


def row_page(speech: Speech, sheet: ScoreSheet, ending: Sequence[str]) -> Iterator[Block]:
    """Yield the page after a deal: the new line of the sheet with the reasons for its numbers, and the sheet.

    `speech` formats the texts. On a screen that draws its pages, the lines `ending`, which describe the end of the
    deal, come first. In plain text (`speech.spoken`) they are left out, and the current totals take the place of the
    sheet.
    """
    if speech.spoken:
        yield from row_explanation(speech, sheet.lines[-1])
        yield from sheet_now(speech, sheet)
    else:
        yield from map(Paragraph, ending)
        yield from row_explanation(speech, sheet.lines[-1])
        yield from sheet_page(speech, sheet)


def sheet_with_reasons(speech: Speech, sheet: ScoreSheet, deal: int = 0) -> Iterator[Block]:
    """Yield the score sheet, followed by the reasons for the numbers of one of its lines.

    `deal` is the number of that line, from 1. If `deal` is 0, the reasons are those of the last line or, in plain text
    (`speech.spoken`), those of every line. `speech` formats the texts.
    """
    yield from sheet_page(speech, sheet)
    lines = (sheet.lines[deal - 1],) if deal else sheet.lines if speech.spoken else sheet.lines[-1:]
    for line in lines:
        yield from row_explanation(speech, line)


def result(speech: Speech, winners: tuple[int, ...]) -> str:
    """Return the sentence that names the winning sides, or says that there is no winner.

    `speech` formats the sentence, and `winners` are the indices of the winning sides.
    """
    if not winners:
        return speech("result-none")
    names = ", ".join(speech.side(side) for side in winners)
    return speech("result-shared" if len(winners) > 1 else "result-won", winners=names)
