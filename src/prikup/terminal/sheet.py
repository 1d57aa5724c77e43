"""The score sheet as pages: a row a deal, and the reason of every number."""

from collections.abc import Iterator

from prikup.game import Void
from prikup.locale.speech import Speech
from prikup.sheet import Line, Sheet
from prikup.terminal.blocks import Block, Grid, Heading, Text
from prikup.terminal.picture import minus, signed

__all__ = ["explained", "result", "sheet_grid"]


def sheet_grid(speech: Speech, sheet: Sheet) -> Grid:
    """Every deal: what it changed in each box, and what stood there then."""
    boxes = [(column, side) for column in sheet.columns for side in range(len(speech.game.sides))]
    head = [speech("head-deal"), speech("head-dealer"), *(_box(speech, sheet, *box) for box in boxes)]
    totals = {box: sheet.total(*box) - sum(line.row.amount(*box) for line in sheet.lines) for box in boxes}
    rows = []
    for line in sheet.lines:
        cells = []
        for column, side in boxes:
            change = line.row.amount(column, side)
            totals[column, side] += change
            written = any((e.column, e.side) == (column, side) for e in line.row.entries)
            cells.append(f"{minus(totals[column, side])} ({signed(change)})" if written else "–")
        corrected = line.outcome is None
        rows.append((str(line.deal), "*" if corrected else speech.name(line.dealer), *cells))
    if not sheet.lines:
        rows.append(("", "", *("0" for _ in boxes)))
    return Grid(tuple(head), tuple(rows), right=(0, *range(2, 2 + len(boxes))))


def _box(speech: Speech, sheet: Sheet, column: str, side: int) -> str:
    name = speech.side(side)
    return name if len(sheet.columns) == 1 else f"{speech.words(f'column-{column}')}, {name}"


def explained(speech: Speech, line: Line) -> Iterator[Block]:
    """One deal: each number and why."""
    yield Heading(speech("row-title", deal=line.deal, dealer=speech.name(line.dealer)))
    if isinstance(line.outcome, Void):
        yield Text(speech.reason(line.outcome.reason), 2)
    several = len(speech.game.columns) > 1
    names = [
        speech.side(e.side) + (f", {speech.words(f'column-{e.column}')}" if several else "") for e in line.row.entries
    ]
    for name, entry in zip(names, line.row.entries, strict=True):
        wide = max(map(len, names)) if not speech.spoken else 0
        marker = (
            f"{name:<{wide}}  {signed(entry.amount):>4} " if not speech.spoken else f"{name}: {signed(entry.amount)},"
        )
        yield Text(speech.reason(entry.reason), 2, marker)


def result(speech: Speech, winners: tuple[int, ...]) -> str:
    """Who has won."""
    if not winners:
        return speech("result-none")
    names = ", ".join(speech.side(side) for side in winners)
    return speech("result-shared" if len(winners) > 1 else "result-won", winners=names)
