"""Evenings of Paston on a scored table: the end of a match, what comes after it, and playing on."""

from prikup.errors import Reason
from prikup.games.paston import Outcome
from prikup.scorer.entries import Adjust, Amount, Deal, Entry, Note, Opening, Scoring
from prikup.scorer.history import History
from prikup.scorer.operations import Append, Head, Replace
from prikup.scorer.replay import plain, replayed

LATE = Deal(plain(Outcome(0, "surrender", ("pass", "pass"))))


def nearly(points: int) -> History:
    """A match to 121 in which A was given three points and a deal was entered afterwards."""
    opening = Opening(((points, 0, 0),), 9)
    begin = History.begin(Scoring("paston", 1, "standard", ("A", "B", "C"), 0, 0, opening=opening))
    given = Entry("given", 1, Adjust((Amount("score", 0, 3),)), "a present")
    return begin.do(Append(given)).do(Append(Entry("late", 2, LATE)))


def test_S8_a_correction_by_hand_may_end_the_match() -> None:
    now = replayed(nearly(118).now)
    assert now.match.winners == (0,)
    assert now.over
    assert now.applied[0].after.deals == now.applied[0].before.deals


def test_S9_what_stands_after_the_end_is_flagged_and_comes_back() -> None:
    history = nearly(118)
    late = replayed(history.now).applied[1]
    assert (late.flag, late.line) == (Reason("after-the-end"), None)
    mended = replayed(history.do(Replace("given", 3, Adjust((Amount("score", 0, 2),)), "less")).now)
    assert mended.applied[1].flag is None
    assert not mended.over
    assert mended.match.deals == 10


def test_a_note_after_the_end_is_flagged_too() -> None:
    history = nearly(118).do(Append(Entry("note", 3, Note("until two in the morning"))))
    assert replayed(history.now).applied[2].flag == Reason("after-the-end")


def test_a_table_may_play_on() -> None:
    now = replayed(nearly(118).do(Head(play_on=True)).now)
    assert now.applied[1].flag is None
    assert not now.over
    assert now.applied[0].after.winners == (0,)
    assert now.match.deals == 10
