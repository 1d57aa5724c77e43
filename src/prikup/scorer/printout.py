"""Build the texts of the printed score sheet, and format them as plain text or CSV (as HTML: `html_page.py`)."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction

from msgspec import Struct

from prikup.games import GAMES
from prikup.locale.numbers import format_change, format_number, format_share
from prikup.locale.speech import Speech
from prikup.rules.options import fields, options_text
from prikup.rules.score_sheet import round_shares
from prikup.scorer.entries import price_of
from prikup.scorer.replay import AppliedEntry, Replay, initial_match
from prikup.scorer.sentences import (
    box_name,
    changes,
    describe_leaving_payments,
    describe_payments,
    entry_text,
    payments,
    speech_at_entry,
)

__all__ = ["PrintedSheet", "ProtocolLine", "as_csv", "as_text", "build_printout"]


class ProtocolLine(Struct, frozen=True):
    """One line of the protocol (the printed list of entries).

    - `cells`: the texts of the line, under the texts of `PrintedSheet.head`.
    - `extra_lines`: lines printed below it, such as earlier versions of the entry.
    - `flagged`: whether the rules refuse the entry, so that it does not count.
    - `amounts` and `totals`: the change that the entry made in each box of the sheet, and the number in each box after
      the entry. Both are by column and then by side. They are () if the entry wrote nothing, or if players have joined
      or left since.
    """

    cells: tuple[str, ...]
    extra_lines: tuple[str, ...] = ()
    flagged: bool = False
    amounts: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()


class PrintedSheet(Struct, frozen=True):
    """The contents of a printed score sheet, as text in the user's language.

    - `language` and `title`: the code of the language, such as `en`, and the title of the page.
    - `facts`: labelled facts printed at the top, such as house rules, players and date, as pairs of label and text.
    - `boxes_head` and `boxes`: the names of the sides, and the score sheet as a table with one row for each of its
      columns. Both are empty if the sheet has only one column.
    - `columns`: the names of all boxes, by column and then by side.
    - `head` and `records`: the header and the lines of the protocol (the list of entries).
    - `result`: lines with the winners, the settlement and the payments.
    - `reopening_hints`: lines that tell the reader how to open the match again.
    """

    language: str
    title: str
    facts: tuple[tuple[str, str], ...]
    boxes_head: tuple[str, ...]
    boxes: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...]
    head: tuple[str, ...]
    records: tuple[ProtocolLine, ...]
    result: tuple[str, ...]
    reopening_hints: tuple[str, ...]


def build_printout(speech: Speech, replay: Replay, reopening_hints: Sequence[str] = ()) -> PrintedSheet:
    """Build the contents of the printed sheet of a match.

    `replay` is the state of the match after all its entries. `speech` formats messages for the user's language and the
    players at the table. `reopening_hints` are lines that tell the reader how to open the match again.
    """
    game, sheet = replay.game, replay.match.sheet
    sides = tuple(speech.side(side) for side in range(len(game.sides)))
    has_boxes = len(game.columns) > 1
    boxes = tuple(
        (speech.words(f"column-{column}"), *(history(sheet.history(column, side)) for side in range(len(sides))))
        for column in game.columns
    )
    columns = tuple(box_name(speech, column, side) for column in game.columns for side in range(len(sides)))
    names = ("print-entry", "print-deal", "print-dealer", "print-what")
    return PrintedSheet(
        speech.words.language,
        speech.words("game"),
        tuple(_facts(speech, replay)),
        sides if has_boxes else (),
        boxes if has_boxes else (),
        columns,
        (*map(speech.words, names), *sides),
        tuple(_record(speech, applied_entry) for applied_entry in replay.applied_entries),
        tuple(_result(speech, replay)),
        tuple(reopening_hints),
    )


def history(numbers: Sequence[int]) -> str:
    """Return the successive totals (`numbers`) of a box of the sheet, written as players write them on paper: `2.6.10`.

    The result is a dash if the box has no numbers.
    """
    return ".".join(map(format_number, numbers)) or "–"


def _facts(speech: Speech, replay: Replay) -> Iterator[tuple[str, str]]:
    scoring, options = replay.scoring, replay.game.options
    presets = GAMES[scoring.game].presets
    preset = options_text(presets, options).split()[0]
    yield speech("print-rules"), preset
    for field in fields(type(options)):
        value = getattr(options, field.name)
        if value != getattr(presets[preset], field.name):
            yield speech.words(f"option-{field.name}"), _value(speech, field.name, value)
    yield speech("print-players"), ", ".join(f"{seat} {name}" for seat, name in enumerate(replay.names, 1))
    yield speech("print-first-dealer"), scoring.names[scoring.dealer]
    yield speech("print-date"), _date(scoring.at)
    if scoring.place:
        yield speech("print-place"), scoring.place
    if scoring.opening is not None:
        opening_game = initial_match(scoring).game
        opening_speech = Speech(speech.words, opening_game, scoring.names)
        for column, numbers in zip(opening_game.columns, scoring.opening.totals, strict=True):
            label = speech("print-opening", played=scoring.opening.played)
            yield (
                f"{label}: {speech.words(f'column-{column}')}",
                ", ".join(
                    f"{opening_speech.side(side)} {format_number(number)}" for side, number in enumerate(numbers)
                ),
            )


def _value(speech: Speech, name: str, value: object) -> str:
    if isinstance(value, bool):
        return speech.words("yes" if value else "no").split()[-1]
    key = f"option-{name}-{value}"
    return speech.words(key) if isinstance(value, str) and speech.words.has(key) else str(value)


def _date(time_s: int) -> str:
    return f"{datetime.fromtimestamp(time_s).astimezone():%Y-%m-%d %H:%M}"


def _record(speech: Speech, applied_entry: AppliedEntry) -> ProtocolLine:
    """Build the protocol line of an entry: its text, its changes by side, and its earlier versions with their times.

    `speech` formats messages for the user's language and the players now at the table.
    """
    sides = range(len(speech.game.sides))
    line, description = applied_entry.line, entry_text(speech, applied_entry)
    extra_lines = tuple(_correction_lines(speech, applied_entry))
    if applied_entry.flag is not None:
        extra_lines = (speech("print-flagged", why=speech.reason(applied_entry.flag)), *extra_lines)
    if line is None or applied_entry.flag is not None:
        return ProtocolLine(
            (str(applied_entry.number), "", "", description, *("" for _ in sides)),
            extra_lines,
            applied_entry.flag is not None,
        )
    entry_speech = speech_at_entry(speech, applied_entry)
    deal = (str(line.deal), entry_speech.name(line.dealer)) if line.outcome is not None else ("", "")
    cells = (str(applied_entry.number), *deal, description, *(_cell(speech, applied_entry, side) for side in sides))
    if entry_speech.names != speech.names:
        return ProtocolLine(cells, extra_lines, False)
    totals = applied_entry.match_after.sheet.totals
    return ProtocolLine(
        cells,
        extra_lines,
        False,
        tuple(line.row.amount(column, side) for column in speech.game.columns for side in sides),
        tuple(number for numbers in totals for number in numbers),
    )


def _correction_lines(speech: Speech, applied_entry: AppliedEntry) -> Iterator[str]:
    for version in applied_entry.entry.before:
        yield speech("print-was", time=_date(version.at), text=entry_text(speech, applied_entry, version))
    if applied_entry.entry.before:
        yield speech("print-corrected", time=_date(applied_entry.entry.at))


def _cell(speech: Speech, applied_entry: AppliedEntry, side: int) -> str:
    """Return the changes that an entry made for one side, with the new totals, as text.

    Examples are `+8 = 20`, and `pool +2 = 6, dump +1 = 5` if the sheet has several columns. `speech` formats messages
    for the user's language and the players at the table.
    """
    return ", ".join(f"{text} = {format_number(new_total)}" for text, new_total in changes(speech, applied_entry, side))


def _result(speech: Speech, replay: Replay) -> Iterator[str]:
    """Yield lines about the result of a match: winners, settlement (exact and in whole numbers), payments.

    `replay` is the state of the match after all its entries, and `speech` formats messages for the user's language and
    the players at the table.
    """
    scoring, winners = replay.scoring, replay.match.winners
    if winners:
        yield speech("print-won", text=", ".join(map(speech.side, winners)))
    elif replay.stopped:
        yield speech("print-broken-off")
        yield from map(speech.reason, replay.game.explanations.broken_off_notes(replay.match.sheet.totals))
    shares = replay.game.scoring.settlement(replay.match.sheet.totals)
    yield f"{speech('print-settlement')}: {_shares(speech, map(format_share, shares))}"
    if any(share.denominator > 1 for share in shares) and sum(shares, Fraction()).denominator == 1:
        yield f"{speech('print-rounded')}: {_shares(speech, map(format_change, round_shares(shares)))}"
    if price := price_of(scoring.price):
        due = payments(speech, shares, price, scoring.decimals)
        lines = (
            *describe_leaving_payments(speech, replay.applied_entries),
            *describe_payments(speech, due, scoring.decimals),
        )
        yield from (f"{line}." for line in lines)


def _shares(speech: Speech, shares: Iterable[str]) -> str:
    return ", ".join(f"{speech.side(side)} {share}" for side, share in enumerate(shares))


# Text and CSV


def as_text(sheet: PrintedSheet) -> str:
    """Format the contents of a printed score sheet as plain text."""
    lines = [sheet.title, ""]
    lines += [f"{label}: {text}" for label, text in sheet.facts]
    if sheet.boxes:
        lines += ["", *_table(("", *sheet.boxes_head), sheet.boxes, range(1, 1 + len(sheet.boxes_head)))]
    lines += ["", *_protocol(sheet), "", *sheet.result]
    if sheet.reopening_hints:
        lines += ["", *sheet.reopening_hints]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _protocol(sheet: PrintedSheet) -> Iterator[str]:
    table = _table(sheet.head, [record.cells for record in sheet.records], (0, 1))
    yield next(table)
    for record, line in zip(sheet.records, table, strict=True):
        yield f"{line}  !" if record.flagged else line
        yield from (f"      {text}" for text in record.extra_lines)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int]) -> Iterator[str]:
    """Yield the lines of a table as text: the header `head`, and one line for each of `rows`.

    The columns whose indices are in `right` are right-aligned.
    """
    lines, numbers = [tuple(head), *map(tuple, rows)], set(right)
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for line in lines:
        cells = (
            f"{cell:>{widths[column]}}" if column in numbers else f"{cell:<{widths[column]}}"
            for column, cell in enumerate(line)
        )
        yield "  ".join(cells).rstrip()


def as_csv(sheet: PrintedSheet) -> str:
    """Format the protocol (the list of entries) of a printed score sheet as CSV.

    Each entry has one row, with its change and the new total of each box. The last column has the extra lines, such as
    earlier versions of the entry.
    """
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    boxes = [name for column in sheet.columns for name in (f"{column} ±", column)]
    write([*sheet.head[:4], *boxes, "!"])
    for record in sheet.records:
        numbers = [str(n) for pair in zip(record.amounts, record.totals, strict=True) for n in pair]
        text_cells = [_cell_text(cell) for cell in record.cells[:4]]
        write([*text_cells, *(numbers or [""] * len(boxes)), " ".join(record.extra_lines)])
    return out.getvalue()


def _cell_text(text: str) -> str:
    """Escape a text so that spreadsheet programs do not interpret it as a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
