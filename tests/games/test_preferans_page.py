"""The evenings of the scorer's specification, entered on the page: Preferans."""

from scorer.page import Page, boxes

from prikup.rules.errors import Reason
from prikup.rules.scoring_questions import NumberQuestion
from prikup.scorer.edit_history import Redo, Undo
from prikup.scorer.entries import Adjust, Amount, DealEntry, Dealer, ScoreEntry, Stop
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


def test_S1_to_S5_the_list_is_mended_and_the_sheet_follows() -> None:
    page = evening()
    full = page.now
    assert (boxes(full), full.dealer) == ({"pool": (5, 0, 2), "dump": (10, 14, 6), **WHISTS}, C)

    # S2: the first deal is replaced; the other changes are announced before
    effect = page.told(*SIX_OF_B, how="replace", entry=full.entries[0].id).effect
    assert effect is not None
    assert {one.deal for one in effect.changes if one.what == "number"} == {1, 2}
    now = page.fix(1, *SIX_OF_B)
    assert boxes(now) == {"pool": (4, 2, 1), "dump": (5, 5, 0), **WHISTS}
    assert [len(one.before) for one in now.entries] == [1, 0, 0]

    # S3: the second deal is deleted
    page = evening()
    now = page.do(Delete(page.now.entries[1].id))
    assert (boxes(now), now.dealer) == ({"pool": (5, 0, 0), "dump": (0, 4, 6), **WHISTS}, B)

    # S4: a forgotten deal is inserted
    now = evening().insert(2, *SIX_OF_B)
    assert (boxes(now), now.dealer) == ({"pool": (5, 2, 1), "dump": (5, 9, 6), **WHISTS}, A)

    # S5: everything is undone and redone
    page = evening()
    for _ in range(3):
        now = page.do(Undo())
    assert (now.entries, now.undo, now.redo) == ((), False, True)
    for _ in range(3):
        now = page.do(Redo())
    assert (now.sheet, now.redo) == (full.sheet, False)


def test_S6_a_flagged_deal_says_who_must_have_dealt_it() -> None:
    page = Page("preferans", "sochi players=4")
    page.deal(*SIX_OF_B)
    page.deal("6", A, "nobody")
    cut = page.do(Delete(page.now.entries[0].id))
    assert (cut.entries[0].flag, cut.entries[0].dealers) == (Reason("dealer-sits-out", {"seat": A}), (B, C, D))
    assert boxes(cut)["pool"] == (0, 0, 0, 0)
    assert boxes(page.do(Insert(cut.entries[0].id, ScoreEntry("cut", 0, Dealer(B)))))["pool"] == (2, 0, 0, 0)


def test_S7_a_correction_by_hand() -> None:
    page = evening()
    before, now = page.now, page.enter(Adjust((Amount("dump", C, 5),)), "phone rang")
    assert boxes(now)["dump"] == (10, 14, 11)
    assert (now.dealer, now.deal) == (before.dealer, before.deal)
    assert now.entries[-1].told.note == "phone rang"
    assert now.sheet.lines[-1].row.entries[0].reason == Reason("adjusted", {"why": "phone rang"})


def test_S20_more_tricks_than_there_are_are_refused_at_once() -> None:
    refused = Page("preferans", "sochi-codex").draft(EntryTask(("raspasy", 6, 5)))
    assert refused.refused == Reason("tricks-must-sum", {"sum": 11, "needed": 10})
    tricks = NumberQuestion(Reason("form-tricks", {"seat": 1}), 0, 4, 6, 10)
    assert (refused.answers, refused.question) == (("raspasy", 6), tricks)


def test_S33_other_house_rules_are_shown_before_they_are_taken() -> None:
    page = Page("preferans", "sochi", C)
    page.deal("raspasy", 0, 4)
    step = Head(options="leningrad")
    shown = page.ask(step=step).effect
    assert shown is not None
    assert shown.flag is None
    totals = {
        (one.side, one.before, one.after) for one in shown.changes if one.what == "total" and one.column == "dump"
    }
    assert totals == {(side, was, 2 * was) for side, was in enumerate(boxes(page.now)["dump"]) if was}
    assert page.do(step).game.options == "leningrad"
    refused = page.ask(step=Head(options="leningrad stalingrad=perhaps")).effect
    assert refused is not None
    assert refused.flag is not None


def test_S34_a_match_broken_off_is_settled() -> None:
    page = evening()
    now = page.enter(Stop())
    assert (now.over, now.stopped, now.sheet.winners, now.next) == (True, True, (), ())
    assert set(now.sheet.settlement) != {"0"}
    assert page.do(Head(price="0.25", decimals=2)).payments
    late = page.enter(DealEntry({"type": "played", "contract": "raspasy", "tricks": [0, 4, 6]}))
    assert (late.entries[-1].flag, late.sheet.winners) == (Reason("after-the-end"), ())


def test_six_taps_are_enough() -> None:
    """The deal has two whisters who write their own tricks, and a talon that pays a dealer who sits out."""
    page = Page("preferans", "sochi")
    page.deal("7", A, "both", 7, 2)
    assert page.taps == 5
    four = Page("preferans", "sochi players=4 dealer_talon_bonus=on")
    four.deal("7", B, "both", 7, 2, 1)
    assert four.taps == 6
