"""The printed sheet: it is complete in each form and language, and no text becomes markup by accident."""

import csv
import io
import random
import re
from base64 import b64decode
from functools import cache
from xml.etree import ElementTree as ET

import pytest
from campaigns.random_evenings import Evening, new_list
from msgspec.structs import replace

from prikup.games import GAMES
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.rules.presentation import BoxesSheet, PulyaSheet
from prikup.scorer.edit_history import History
from prikup.scorer.entries import AdjustEntry, Amount, NoteEntry, ScoreEntry
from prikup.scorer.html_page import as_html
from prikup.scorer.operations import Head, Replace
from prikup.scorer.printout import PrintedSheet, as_csv, as_text, build_printout
from prikup.scorer.replay import Replay, replay_scoring
from prikup.scorer.score_file import encode_history, read
from prikup.scorer.sheet_svg import _lines, drawing
from prikup.terminal.words import words_of

each_game = pytest.mark.parametrize("name", GAMES)
GAPS = re.compile(r"\b(print|told|outcome|option|field|column)-[a-z]|\{ ?\$|\bNone\b")


@cache
def evening(name: str) -> History:
    """Return an evening with corrections, at which a point costs a quarter."""
    random_one = Evening(GAMES[name], random.Random(3))
    for _ in range(40):
        random_one.apply_random_operation()
    history = random_one.history.do(Head(price="0.25", decimals=2, place="<b>Tbilisi & co</b>"))
    return history.do(Replace(history.current_list.entries[0].id, 99, NoteEntry("=1+1"), "<i>why</i>"))


def printed_sheet(history: History, tongue: str) -> tuple[Speech, Replay, PrintedSheet]:
    replay = replay_scoring(history.current_list)
    speech = Speech(words_of(tongue, replay.scoring.game), replay.game, replay.scoring.names)
    return speech, replay, build_printout(speech, replay, ("prikup score …",))


def page_of(history: History, tongue: str) -> str:
    speech, replay, sheet = printed_sheet(history, tongue)
    return as_html(sheet, drawing(speech, replay), "open", "evening.jsonl", encode_history(history))


@each_game
def test_printout_contains_all_entries_in_each_format(name: str) -> None:
    for tongue in LANGUAGES:
        _, replay, sheet = printed_sheet(evening(name), tongue)
        assert [record.cells[0] for record in sheet.records] == [str(entry.number) for entry in replay.applied_entries]
        assert [record.flagged for record in sheet.records] == [
            entry.flag is not None for entry in replay.applied_entries
        ]
        text, page = as_text(sheet), page_of(evening(name), tongue)
        rows = list(csv.reader(io.StringIO(as_csv(sheet))))
        assert not GAPS.search(text)
        assert not GAPS.search(re.sub(r'href="[^"]*"|<style>.*</style>', "", page, flags=re.DOTALL))
        assert len(rows) == 1 + len(replay.applied_entries)
        assert {len(row) for row in rows} == {5 + 2 * len(sheet.columns)}
        assert "'=1+1" in rows[1][3]
        for person in replay.scoring.names:
            assert person in text
            assert person in page
        assert page.count("<tr") == len(rows)
        assert page.count('<tr class="flagged">') == sum(record.flagged for record in sheet.records)


@each_game
def test_printout_page_is_well_formed_and_embeds_match(name: str) -> None:
    body = page_of(evening(name), "ru").partition("<body>")[2].partition("</body>")[0]
    tree = ET.fromstring(f"<body>{body.replace('&#8288;', '')}</body>")
    assert "<b>Tbilisi & co</b>" in "".join(tree.itertext())
    link = next(a.get("href", "") for a in tree.iter("a"))
    assert read(b64decode(link.partition("base64,")[2]))[0] == evening(name)


@each_game
def test_sheet_drawing_follows_presentation_of_its_game(name: str) -> None:
    speech, replay, _ = printed_sheet(evening(name), "en")
    svg = drawing(speech, replay)
    if not isinstance(GAMES[name].presentation.sheet, PulyaSheet | BoxesSheet):
        assert svg == ""
        return
    tree = ET.fromstring(svg)
    texts = ["".join(text.itertext()) for text in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert set(replay.scoring.names) <= set(texts)
    assert "(nan" not in svg


def test_sheet_numbers_wrap_to_next_line() -> None:
    assert _lines(("12", "340", "56"), 6) == ["12.", "340.56"]
    assert _lines((), 6) == []


def test_middle_column_marks_where_it_reaches_zero_and_rises_again() -> None:
    for kind in GAMES.values():
        if not isinstance(columns := kind.presentation.sheet, BoxesSheet):
            continue
        scoring, match = new_list(kind, random.Random(3))
        start = match.sheet.totals[match.game.columns.index(columns.middle)][0]
        corrections = (AdjustEntry((Amount(columns.middle, 0, change),)) for change in (-start, 5))
        entries = tuple(ScoreEntry(str(n), 0, correction, "why") for n, correction in enumerate(corrections))
        speech, replay, _ = printed_sheet(History.begin(replace(scoring, entries=entries)), "en")
        svg = drawing(speech, replay)
        assert "0 ⌒" in svg
        assert "5 ⌒̸" in svg


@each_game
def test_printout_shows_totals_and_corrections_with_dates(name: str) -> None:
    _, replay, sheet = printed_sheet(evening(name), "en")
    totals = [record.totals for record in sheet.records if record.totals]
    assert not totals or totals[-1] == tuple(n for numbers in replay.match.sheet.totals for n in numbers)
    first = evening(name).current_list.entries[0]
    assert len(sheet.records[0].extra_lines) >= 1 + len(first.before)
    assert "corrected 1970-01-0" in " ".join(sheet.records[0].extra_lines)


def test_printout_without_price_mentions_no_payments() -> None:
    free = History.begin(replace(evening(next(iter(GAMES))).current_list, price="0"))
    assert not any("pays" in line for line in printed_sheet(free, "en")[2].result)
