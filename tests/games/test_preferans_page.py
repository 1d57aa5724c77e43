"""The evenings of the scorer's specification, entered on the page: Preferans."""

from scorer.page import Page, boxes

from prikup.rules.errors import Reason
from prikup.rules.scoring_questions import NumberQuestion
from prikup.scorer.edit_history import Redo, UndoStep
from prikup.scorer.entries import AdjustEntry, Amount, DealEntry, Dealer, ScoreEntry, StopEntry
from prikup.scorer.entry_draft import EntryTask
from prikup.scorer.operations import Delete, Head, Insert

A, B, C, D = range(4)
SIX_OF_B = ("6", B, "nobody")
WHISTS = {"left": (0, 0, 4), "right": (0, 8, 0)}
"""C on A 4, and B on A 8."""


def evening() -> Page:
    """S1: A, B and C; C deals first."""
    page = Page("preferans", "sochi-codex", C)
    page.deal("raspasy", 0, 4)
    page.deal("raspasy", 5, 5)
    page.deal("7", A, "both", 7, 2)
    return page


def test_S1_to_S5_preferans_page_edits_list_and_updates_sheet() -> None:
    page = evening()
    full = page.state
    assert (boxes(full), full.dealer) == ({"pool": (5, 0, 2), "dump": (10, 14, 6), **WHISTS}, C)

    # S2: the first deal is replaced; the other changes are announced before
    effect = page.fill_form(*SIX_OF_B, how="replace", entry=full.entries[0].id).effect
    assert effect is not None
    assert {item.deal for item in effect.changes if item.what == "number"} == {1, 2}
    page_state = page.fix(1, *SIX_OF_B)
    assert boxes(page_state) == {"pool": (4, 2, 1), "dump": (5, 5, 0), **WHISTS}
    assert [len(item.before) for item in page_state.entries] == [1, 0, 0]

    # S3: the second deal is deleted
    page = evening()
    page_state = page.do(Delete(page.state.entries[1].id))
    assert (boxes(page_state), page_state.dealer) == ({"pool": (5, 0, 0), "dump": (0, 4, 6), **WHISTS}, B)

    # S4: a forgotten deal is inserted
    page_state = evening().insert(2, *SIX_OF_B)
    assert (boxes(page_state), page_state.dealer) == ({"pool": (5, 2, 1), "dump": (5, 9, 6), **WHISTS}, A)

    # S5: everything is undone and redone
    page = evening()
    for _ in range(3):
        page_state = page.do(UndoStep())
    assert (page_state.entries, page_state.undo, page_state.redo) == ((), False, True)
    for _ in range(3):
        page_state = page.do(Redo())
    assert (page_state.sheet, page_state.redo) == (full.sheet, False)


def test_S6_flagged_deal_names_possible_dealers() -> None:
    page = Page("preferans", "sochi players=4")
    page.deal(*SIX_OF_B)
    page.deal("6", A, "nobody")
    cut = page.do(Delete(page.state.entries[0].id))
    assert (cut.entries[0].flag, cut.entries[0].dealers) == (Reason("dealer-sits-out", {"seat": A}), (B, C, D))
    assert boxes(cut)["pool"] == (0, 0, 0, 0)
    assert boxes(page.do(Insert(cut.entries[0].id, ScoreEntry("cut", 0, Dealer(B)))))["pool"] == (2, 0, 0, 0)


def test_S7_preferans_page_writes_manual_correction_with_note() -> None:
    page = evening()
    old_state, new_state = page.state, page.enter(AdjustEntry((Amount("dump", C, 5),)), "phone rang")
    assert boxes(new_state)["dump"] == (10, 14, 11)
    assert (new_state.dealer, new_state.deal) == (old_state.dealer, old_state.deal)
    assert new_state.entries[-1].told.note == "phone rang"
    assert new_state.sheet.lines[-1].row.entries[0].reason == Reason("adjusted", {"why": "phone rang"})


def test_S20_preferans_page_refuses_too_many_tricks_at_once() -> None:
    page_state = Page("preferans", "sochi-codex").draft(EntryTask(("raspasy", 6, 5)))
    assert page_state.refused == Reason("tricks-must-sum", {"sum": 11, "needed": 10})
    tricks = NumberQuestion(Reason("form-tricks", {"seat": 1}), 0, 4, 6, 10)
    assert (page_state.answers, page_state.question) == (("raspasy", 6), tricks)


def test_S33_preferans_page_previews_change_of_house_rules() -> None:
    page = Page("preferans", "sochi", C)
    page.deal("raspasy", 0, 4)
    step = Head(options="leningrad")
    effect = page.ask(step=step).effect
    assert effect is not None
    assert effect.flag is None
    totals = {
        (change.side, change.before, change.after)
        for change in effect.changes
        if change.what == "total" and change.column == "dump"
    }
    assert totals == {
        (side, old_total, 2 * old_total) for side, old_total in enumerate(boxes(page.state)["dump"]) if old_total
    }
    assert page.do(step).game.options == "leningrad"
    refused_effect = page.ask(step=Head(options="leningrad stalingrad=perhaps")).effect
    assert refused_effect is not None
    assert refused_effect.flag is not None


def test_S34_preferans_page_settles_broken_off_match() -> None:
    page = evening()
    page_state = page.enter(StopEntry())
    assert (page_state.over, page_state.stopped, page_state.sheet.winners, page_state.next) == (True, True, (), ())
    assert set(page_state.sheet.settlement) != {"0"}
    assert page.do(Head(price="0.25", decimals=2)).payments
    late = page.enter(DealEntry({"type": "played", "contract": "raspasy", "tricks": [0, 4, 6]}))
    assert (late.entries[-1].flag, late.sheet.winners) == (Reason("after-the-end"), ())


def test_preferans_page_enters_deal_in_at_most_six_taps() -> None:
    """The deal has two whisters who write their own tricks, and a talon that pays a dealer who sits out."""
    page = Page("preferans", "sochi")
    page.deal("7", A, "both", 7, 2)
    assert page.taps == 5
    four = Page("preferans", "sochi players=4 dealer_talon_bonus=on")
    four.deal("7", B, "both", 7, 2, 1)
    assert four.taps == 6
