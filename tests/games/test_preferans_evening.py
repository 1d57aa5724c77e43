"""Evenings of Preferans on a scored table: the list is mended, and the sheet follows."""

from fractions import Fraction

import pytest
from games.preferans_table import BOTH, NOBODY, outcome, preferans

from prikup.errors import BadOptions, Reason, reason
from prikup.game import Void
from prikup.match import Match
from prikup.scorer.differences import differences
from prikup.scorer.entries import Adjust, Amount, Deal, Dealer, Entry, Scoring, Stop, What
from prikup.scorer.history import History, Redo, Undo
from prikup.scorer.operations import Append, Delete, Head, Insert, Replace
from prikup.scorer.replay import Replay, plain, replayed
from prikup.scorer.score_file import read, written

A, B, C, D = range(4)


def deal(contract: str, *tricks: int, declarer: int = A, whist: tuple[str, str] = BOTH) -> Deal:
    return Deal(plain(outcome(contract, *tricks, declarer=declarer, whist=whist)))


def entry(name: str, what: What, note: str = "") -> Entry:
    return Entry(name, 1, what, note)


def raspasy(*tricks: int) -> Deal:
    return Deal(plain(outcome("raspasy", *tricks)))


def evening() -> History:
    """S1 of the specification: A, B and C; C deals first."""
    begin = History.begin(Scoring("preferans", preferans().rules, "sochi-codex", ("A", "B", "C"), C, 0))
    deals = raspasy(0, 4, 6), raspasy(5, 5, 0), deal("7C", 7, 2, 1)
    return begin.all(Append(entry(f"d{n}", what)) for n, what in enumerate(deals, 1))


def stands(history: History) -> Replay:
    return replayed(history.now)


def boxes(replay: Replay) -> dict[str, tuple[int, ...]]:
    return dict(zip(replay.game.columns, replay.match.sheet.totals, strict=True))


def stakes(replay: Replay) -> list[int]:
    """The points that a trick of each raspasy cost."""
    return [
        max(row.amount("dump", seat) for seat in range(3)) // max(one.entry.what.outcome["tricks"])
        for one in replay.applied
        if isinstance(one.entry.what, Deal) and one.entry.what.outcome["contract"] == "raspasy"
        for row in [one.line.row if one.line else None]
        if row is not None
    ]


WHISTS = {"left": (0, 0, 4), "right": (0, 8, 0)}
"""C on A 4, and B on A 8."""


def test_S1_the_sheet_of_three_deals() -> None:
    now = stands(evening())
    assert boxes(now) == {"pool": (5, 0, 2), "dump": (10, 14, 6), **WHISTS}
    assert (stakes(now), now.match.dealer) == ([1, 2], C)


def test_S2_a_deal_replaced() -> None:
    before, fixed = evening(), Replace("d1", 2, deal("6C", declarer=B, whist=NOBODY))
    now = stands(before.do(fixed))
    assert boxes(now) == {"pool": (4, 2, 1), "dump": (5, 5, 0), **WHISTS}
    assert stakes(now) == [1]
    changed = {one.deal for one in differences(stands(before), now) if one.what == "number"}
    assert changed == {1, 2}
    assert [one.entry.id for one in now.applied if one.entry.before] == ["d1"]


def test_S3_a_deal_deleted() -> None:
    now = stands(evening().do(Delete("d2")))
    assert boxes(now) == {"pool": (5, 0, 0), "dump": (0, 4, 6), **WHISTS}
    assert now.match.dealer == B


def test_S4_a_deal_inserted() -> None:
    now = stands(evening().do(Insert("d2", entry("new", deal("6C", declarer=B, whist=NOBODY)))))
    assert boxes(now) == {"pool": (5, 2, 1), "dump": (5, 9, 6), **WHISTS}
    assert now.match.dealer == A


def test_S5_undo_and_redo_after_a_restart_too() -> None:
    history = evening()
    empty = read(written(history.all([Undo()] * 3)))[0]
    assert stands(empty).applied == ()
    again = read(written(empty.all([Redo()] * 3)))[0]
    assert boxes(stands(again)) == boxes(stands(evening()))


def test_S6_a_deal_that_an_edit_makes_impossible_is_flagged_until_it_is_said_who_dealt() -> None:
    four = History.begin(Scoring("preferans", 1, "sochi players=4", ("A", "B", "C", "D"), A, 0))
    deals = deal("6C", declarer=B, whist=NOBODY), deal("6C", declarer=A, whist=NOBODY)
    history = four.all(Append(entry(f"d{n}", what)) for n, what in enumerate(deals, 1))
    assert boxes(stands(history))["pool"] == (2, 2, 0, 0)
    cut = history.do(Delete("d1"))
    flagged = stands(cut).applied[0]
    assert flagged.flag == Reason("dealer-sits-out", {"seat": A})
    assert flagged.dealers == (B, C, D)
    assert boxes(stands(cut))["pool"] == (0, 0, 0, 0)
    assert (stands(cut).match.dealer, stands(cut).match.deals) == (A, 0)
    mended = cut.do(Insert("d2", entry("who", Dealer(B))))
    assert boxes(stands(mended))["pool"] == (2, 0, 0, 0)


def test_S7_a_correction_by_hand() -> None:
    before = stands(evening())
    now = stands(evening().do(Append(entry("rang", Adjust((Amount("dump", C, 5),)), "phone rang"))))
    assert boxes(now)["dump"] == (10, 14, 11)
    assert (now.match.dealer, now.match.deals) == (before.match.dealer, before.match.deals)
    line = now.applied[-1].line
    assert line is not None
    assert line.row.entries[0].reason == Reason("adjusted", {"why": "phone rang"})
    refused = stands(evening().do(Append(entry("why", Adjust((Amount("dump", C, 5),))))))
    assert refused.applied[-1].flag == Reason("adjust-needs-note")


def test_S33_other_options_in_mid_match() -> None:
    history = evening()
    after = history.do(Head(options="leningrad-codex"))
    with pytest.raises(BadOptions):
        history.do(Head(options="leningrad-codex stalingrad=perhaps"))
    changed = differences(stands(history), stands(after))
    assert any(one.what == "number" and one.column == "dump" for one in changed)
    plainly = history.do(Head(options="sochi")), history.do(Head(options="leningrad"))
    one, other = (boxes(stands(history)) for history in plainly)
    assert other["dump"] == tuple(2 * points for points in one["dump"])
    assert other["right"] == tuple(2 * points for points in one["right"])


def test_S34_a_match_broken_off_is_settled_as_it_stands() -> None:
    now = stands(evening().do(Append(entry("stop", Stop()))))
    assert now.stopped
    assert now.over
    assert now.match.winners == ()
    shares = now.game.settlement(now.match.sheet.totals)
    assert sum(shares, Fraction()) == 0
    later = stands(evening().do(Append(entry("stop", Stop()))).do(Append(entry("late", raspasy(0, 4, 6)))))
    assert later.applied[-1].flag == Reason("after-the-end")


def test_a_deal_that_counts_for_nothing_is_dealt_again() -> None:
    match = Match.begin(preferans())
    assert match.close(Void(reason("misdealt"))).standing == match.standing
