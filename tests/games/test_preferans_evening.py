"""Evenings of Preferans on a scored table: what the page (`test_preferans_page.py`) does not show of them."""

from games.preferans_table import NOBODY, deal, outcome, preferans

from prikup.errors import Reason
from prikup.scorer.differences import differences
from prikup.scorer.entries import Adjust, Amount, Deal, Entry, Scoring, Stop
from prikup.scorer.history import History, Redo, Undo
from prikup.scorer.operations import Append, Delete, Replace
from prikup.scorer.replay import Replay, plain, replayed
from prikup.scorer.score_file import read, written

A, B, C = range(3)


def entry(name: str, text: str) -> Entry:
    return Entry(name, 1, Deal(plain(deal(text))))


def evening() -> History:
    """S1 of the specification: A, B and C; C deals first."""
    begin = History.begin(Scoring("preferans", preferans().rules, "sochi-codex", ("A", "B", "C"), C, 0))
    deals = ("raspasy 0-4-6", "raspasy 5-5-0", "7C 7-2-1")
    return begin.all(Append(entry(f"d{n}", what)) for n, what in enumerate(deals, 1))


def stands(history: History) -> Replay:
    return replayed(history.now)


def stakes(replay: Replay) -> list[int]:
    """The points that a trick of each raspasy cost."""
    lines = [one.line for one in replay.applied if one.line is not None]
    return [
        next(entry.reason.numbers["stake"] for entry in line.row.entries if entry.reason.key == "raspasy-tricks")  # type: ignore[misc]  # a number
        for line in lines
        if any(entry.reason.key == "raspasy-tricks" for entry in line.row.entries)
    ]


def test_the_stakes_of_raspasy_follow_from_the_list() -> None:
    """S1 and S2, where the first deal was another."""
    assert stakes(stands(evening())) == [1, 2]
    six = Deal(plain(outcome("6C", declarer=B, whist=NOBODY)))
    now = stands(evening().do(Replace("d1", 2, six)))
    assert stakes(now) == [1]
    assert {one.deal for one in differences(stands(evening()), now) if one.what == "number"} == {1, 2}
    assert [one.entry.id for one in now.applied if one.entry.before] == ["d1"]


def test_S5_undo_and_redo_after_a_restart_too() -> None:
    empty = read(written(evening().all([Undo()] * 3)))[0]
    assert stands(empty).applied == ()
    again = read(written(empty.all([Redo()] * 3)))[0]
    assert stands(again).match.sheet.totals == stands(evening()).match.sheet.totals


def test_S7_a_correction_by_hand_has_its_reason_and_needs_one() -> None:
    rang = Entry("rang", 1, Adjust((Amount("dump", C, 5),)), "phone rang")
    line = stands(evening().do(Append(rang))).applied[-1].line
    assert line is not None
    assert line.row.entries[0].reason == Reason("adjusted", {"why": "phone rang"})
    refused = stands(evening().do(Append(Entry("why", 1, Adjust((Amount("dump", C, 5),))))))
    assert refused.applied[-1].flag == Reason("adjust-needs-note")


def test_S34_nothing_follows_the_end_of_a_match_broken_off() -> None:
    broken = evening().do(Append(Entry("stop", 1, Stop())))
    later = stands(broken.do(Append(entry("late", "raspasy 0-4-6"))))
    assert later.applied[-1].flag == Reason("after-the-end")
    assert later.match.winners == ()
    assert not stands(broken.do(Delete("stop"))).over
