"""Players who join and leave a scored match: their boxes, the other players' boxes, and the list."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as some
from msgspec.structs import replace
from scorer.page import Page, head_of

from prikup.games import GAMES
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.rules.errors import Reason
from prikup.rules.options import parse_options
from prikup.scorer.edit_history import History, Redo, UndoStep
from prikup.scorer.entries import AdjustEntry, Amount, Dealer, Join, Leave, NoteEntry, PaperStart, ScoreEntry
from prikup.scorer.operations import Append, Delete, Head
from prikup.scorer.page_state import Reply
from prikup.scorer.payments import money
from prikup.scorer.printout import as_text, build_printout
from prikup.scorer.replay import replay_scoring
from prikup.scorer.seating import table_sizes
from prikup.scorer.sentences import entry_text, money_text
from prikup.terminal.words import words_of

GROWING = [
    name
    for name, kind in GAMES.items()
    if len(table_sizes(kind.build(parse_options(kind.presets, next(iter(kind.presets)))))) > 1
]
"""The games for three or four players."""
each_game = pytest.mark.parametrize("name", GROWING)


def evening(name: str) -> Page:
    """Return a match of three in which every box holds a different number: ten by column and one by seat."""
    page = Page(name)
    columns, old_totals = page.state.game.columns, page.state.sheet.totals
    totals = tuple(
        tuple(old_total if column == "refe" else 10 * index + seat for seat, old_total in enumerate(old_totals[index]))
        for index, column in enumerate(columns)
    )
    return Page(name, opening=PaperStart(totals, 3), dealer=2)


def box_numbers(page: Page) -> dict[tuple[str, str], int]:
    """Return the number in each box, by the player and the player it is held on, or by the column."""
    state = page.state
    neighbours = state.game.presentation.neighbours
    numbers_by_box = {}
    for column, numbers in zip(state.game.columns, state.sheet.totals, strict=True):
        for seat, number in enumerate(numbers):
            step = neighbours.get(column)
            target = column if step is None else state.names[(seat + step) % len(state.names)]
            numbers_by_box[state.names[seat], target] = number
    return numbers_by_box


def enter(page: Page, content: Join | Leave | NoteEntry | Dealer | AdjustEntry, note: str = "") -> Reply:
    return page.do(Append(ScoreEntry(f"s{len(page.steps)}", 0, content, note)))


@each_game
@pytest.mark.parametrize("seat", range(4))
def test_joining_player_starts_with_mean_of_others(name: str, seat: int) -> None:
    """A player can join at any seat; the boxes of the three others, also on each other, are unchanged."""
    page = evening(name)
    old_numbers = box_numbers(page)
    state = enter(page, Join(seat, "New"))
    new_numbers = box_numbers(page)
    assert state.names == (*("A", "B", "C")[:seat], "New", *("A", "B", "C")[seat:])
    assert state.entries[-1].flag is None
    assert {box: number for box, number in new_numbers.items() if "New" not in box} == old_numbers
    own_boxes = [box for box in new_numbers if box[0] == "New" and box[1] in state.game.columns]
    for _, column in own_boxes:
        other_numbers = [old_numbers[player, column] for player in "ABC"]
        assert abs(new_numbers["New", column] - sum(other_numbers) / 3) <= 1 / 2
    assert all(number == 0 for box, number in new_numbers.items() if "New" in box and box not in own_boxes)
    assert state.names[state.dealer] == "C"
    assert state.deal == 4
    assert [(summary.kind, summary.text) for summary in (state.entries[-1].told,)] == [("join", "New")]


@each_game
def test_leaving_after_joining_restores_boxes_and_dealer(name: str) -> None:
    page = evening(name)
    old_numbers, dealer = box_numbers(page), page.state.dealer
    for seat in range(4):
        enter(page, Join(seat, "New"))
        state = enter(page, Leave(seat))
        assert (box_numbers(page), state.dealer, state.deal) == (old_numbers, dealer, 4)
    assert [entry.told.kind for entry in page.state.entries] == ["join", "leave"] * 4
    page.steps += [UndoStep()] * 8
    assert box_numbers(page) == old_numbers
    page.steps += [Redo()] * 7
    assert page.state.names[3] == "New"


@each_game
def test_leaving_player_settles_by_current_sheet(name: str) -> None:
    page = evening(name)
    enter(page, Join(3, "New"))
    shares = dict(zip(page.state.names, page.state.sheet.settlement, strict=True))
    summary = enter(page, Leave(0)).entries[-1].told
    assert (summary.text, summary.share) == ("A", shares["A"])
    assert page.state.names == ("B", "C", "New")


@each_game
@given(some.data())
def test_leaving_payments_and_final_payments_add_up(name: str, data: some.DataObject) -> None:
    """The two steps equal, to the unit, the payments if all had stopped when one left."""
    kind = GAMES[name]
    options = f"{next(iter(kind.presets))} players=4"
    game = kind.build(parse_options(kind.presets, options))
    totals = tuple(
        (0,) * 4
        if column == "refe"
        else data.draw(some.tuples(*[some.integers(0, 9 if column == "pool" else 60)] * 4), column)
        for column in game.columns
    )
    seat, decimals = data.draw(some.integers(0, 3), "seat"), data.draw(some.integers(0, 3), "decimals")
    price = data.draw(some.integers(1, 9999), "price")
    head = head_of(kind, name, options, opening=PaperStart(totals, 3, {}))
    head = replace(head, price=str(price / 1000), decimals=decimals, entries=(ScoreEntry("left", 0, Leave(seat)),))
    replay = replay_scoring(head)
    (leaving,) = replay.applied_entries
    assume(leaving.flag is None)
    units = [0] * 4
    for payment in leaving.payments:
        assert seat in (payment.payer, payment.payee)
        assert payment.units > 0
        units[payment.payer] -= payment.units
        units[payment.payee] += payment.units
    units_of_others = money(replay.game.scoring.settlement(replay.match.sheet.totals), Fraction(price, 1000), decimals)
    for player, player_units in zip((player for player in range(4) if player != seat), units_of_others, strict=True):
        units[player] += player_units
    assert tuple(units) == money(game.scoring.settlement(totals), Fraction(price, 1000), decimals)


@each_game
def test_leaving_player_sees_payments_once_price_is_set(name: str) -> None:
    page = evening(name)
    enter(page, Join(3, "New"))
    assert enter(page, Leave(0)).entries[-1].told.payments == ()
    summary = page.do(Head(price="0.5", decimals=2)).entries[-1].told
    assert summary.payments
    replay = replay_scoring(History.begin(page.head).do_all(tuple(page.steps)).current_list)
    for language in LANGUAGES:
        speech = Speech(words_of(language, name), replay.game, replay.names)
        paper = as_text(build_printout(speech, replay))
        for payment in summary.payments:
            names = [("A", "B", "C", "New")[seat] for seat in (payment.payer, payment.payee)]
            sentence = speech.words(
                "pays", player=names[0], other=names[1], amount=money_text(speech, payment.units, 2)
            )
            assert sentence in entry_text(speech, replay.applied_entries[-1])
            assert paper.count(sentence) == 2, "in the protocol and in the result"


@each_game
def test_entry_list_keeps_earlier_tables(name: str) -> None:
    """Each entry names its table, with the lines written there and the players."""
    page = evening(name)
    column = page.state.game.columns[0]
    enter(page, AdjustEntry((Amount(column, 2, -1),)), "before")
    enter(page, Join(0, "New"))
    enter(page, Dealer(3))
    enter(page, AdjustEntry((Amount(column, 0, -1),)), "after")
    state = page.state
    assert [(entry.seating, entry.line) for entry in state.entries] == [(0, 0), (0, None), (1, None), (1, 0)]
    (first,) = state.past
    assert first.names == ("A", "B", "C")
    assert [line.row.entries[0].side for line in first.lines] == [2]
    assert len(first.game.sides) == 3
    assert state.names[state.dealer] == "C"
    page.do(Delete("s1"))
    flags = [entry.flag and entry.flag.key for entry in page.state.entries]
    assert flags == [None, "dealer-unknown", None], "an entry of a table that is not there any more is flagged"


def test_seating_rejects_invalid_joins_and_leaves() -> None:
    name = GROWING[0]
    for entries, expected_key in (
        ((Join(0, "a"),), "names-alike"),
        ((Join(0, " "),), "name-empty"),
        ((Leave(0),), "players-not"),
        ((Join(3, "New"), Join(3, "Fifth")), "players-not"),
        ((Join(3, "New"), Leave(3), Leave(3)), "players-not"),
    ):
        page = evening(name)
        flag = [enter(page, content) for content in entries][-1].entries[-1].flag
        assert flag is not None
        assert flag.key == expected_key
    fixed_game = next(name for name in GAMES if name not in GROWING)
    flag = enter(Page(fixed_game), Join(0, "New")).entries[-1].flag
    assert flag == Reason("players-not", {"number": len(Page(fixed_game).head.names) + 1})


@each_game
def test_join_preview_shows_starting_numbers(name: str) -> None:
    page = evening(name)
    step = Append(ScoreEntry("new", 0, Join(3, "New")))
    preview = page.ask(step=step).considered
    assert preview is not None
    assert preview == enter(page, Join(3, "New")).entries[-1].told
    assert preview.amounts
