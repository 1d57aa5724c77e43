"""Evenings of Balkan Preferans on a scored table: refe that an edit writes otherwise, and a match begun on paper."""

from typing import Any

import pytest
from games.balkan_table import club

from prikup.errors import BadOutcome
from prikup.form import Answer, filled
from prikup.scorer.entries import Deal, Entry, Opening, Scoring
from prikup.scorer.history import History
from prikup.scorer.operations import Append, Delete
from prikup.scorer.replay import Replay, plain, replayed

A, B, C = range(3)
PASSED: tuple[Answer, ...] = ("all-passed",)
HEARTS: tuple[Answer, ...] = ("hearts", False, A, "both", "none", 6, 2)


def evening(*deals: tuple[Answer, ...], opening: Opening | None = None) -> History:
    """A match in which these answers were given, a deal each; A deals first."""
    rules = club()
    head = Scoring("balkan", rules.rules, "serbian-club bule=100", ("A", "B", "C"), A, 0, opening=opening)
    history = History.begin(head)
    for at, answers in enumerate(deals):
        now = replayed(history.now)
        outcome = filled(now.game.form(now.match.standing), answers).outcome
        history = history.do(Append(Entry(str(at), 0, Deal(plain(outcome)))))
    return history


def rows(replay: Replay) -> list[Any]:
    """What each deal wrote: by column, then by player."""
    return [
        {
            column: changes
            for column in replay.game.columns
            if any(changes := tuple(one.line.row.amount(column, seat) for seat in range(3)))
        }
        for one in replay.applied
        if one.line is not None
    ]


def test_S16_and_S17_refe_follow_from_the_list() -> None:
    history = evening(PASSED, HEARTS, PASSED, PASSED)
    game = rows(replayed(history.now))
    assert game[0] == {"refe": (1, 1, 1)}
    assert game[1]["bule"] == (-16, 0, 0)
    assert game[1]["refe"] == (-1, 0, 0)
    assert game[2:] == [{"refe": (1, 1, 1)}, {}]
    assert replayed(history.now).match.carry.refe_written == 2
    without = rows(replayed(history.do(Delete("0")).now))
    assert without[0]["bule"] == (-8, 0, 0)
    assert sorted(value for column in ("left", "right") for value in without[0][column]) == [0, 0, 0, 0, 16, 16]
    assert without[1:] == [{"refe": (1, 1, 1)}, {"refe": (1, 1, 1)}]


def on_paper(written: int, *refe: int) -> Opening:
    zero = (0, 0, 0)
    columns = club().columns
    totals = {**dict.fromkeys(columns, zero), "bule": (100, 100, 100), "refe": refe}
    return Opening(tuple(totals[column] for column in columns), 9, {"refe_written": written})


def test_S36_a_match_begun_on_paper_with_all_its_refe_written() -> None:
    history = evening(PASSED, opening=on_paper(2, 1, 0, 2))
    assert rows(replayed(history.now)) == [{}]
    with pytest.raises(BadOutcome, match="refe-open-too-many"):
        evening(opening=on_paper(1, 2, 0, 0))
