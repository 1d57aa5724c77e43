"""The second statement of an evening at a real table against its vectors, so that it can be believed."""

import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from games.evening_rules import (
    Entry,
    Evening,
    Told,
    deleted,
    inserted,
    moved,
    pairwise,
    payments,
    replaced,
    retold,
    side_payments,
    whole,
)

from prikup.game import Standing
from prikup.games import GAMES
from prikup.games.paston import Paston
from prikup.games.preferans import Options, Outcome, Preferans
from prikup.options import parse_options

A, B, C, D = range(4)
BOTH: Any = ("whist", "whist")
NOBODY: Any = ("pass", "pass")


def evening(preset: str, *entries: tuple[Any, ...], dealer: int = C) -> Evening:
    game = Preferans(parse_options(GAMES["preferans"].presets, preset))
    begin = Standing(1, dealer, game.opening, game.carry)
    return Evening(game, begin, tuple(Entry(*entry) for entry in entries))


def raspasy(*tricks: int) -> Outcome:
    return Outcome("raspasy", None, NOBODY, tricks)


def played(contract: Any, declarer: int, *tricks: int) -> Outcome:
    return Outcome(contract, declarer, BOTH if any(tricks) else NOBODY, tricks)


S1 = evening(
    "sochi-codex",
    ("d1", "deal", raspasy(0, 4, 6)),
    ("d2", "deal", raspasy(5, 5, 0)),
    ("d3", "deal", played("7C", A, 7, 2, 1)),
)
SIX_OF_B = played("6C", B, 0, 0, 0)


def sheet(told: Told) -> tuple[tuple[int, ...], ...]:
    """Pools and dump."""
    return told.standing.totals[:2]


def test_S1_an_evening() -> None:
    told = retold(S1)
    assert told.standing.totals == ((5, 0, 2), (10, 14, 6), (0, 0, 4), (0, 8, 0))
    assert (told.standing.dealer, told.standing.deal, told.winners) == (C, 4, ())
    assert [done.dealer for done in told.done] == [C, A, B]
    assert told.done[0].row == {("pool", A): 1, ("dump", B): 4, ("dump", C): 6}


def test_S2_a_deal_is_replaced() -> None:
    assert sheet(retold(replaced(S1, "d1", Entry("", "deal", SIX_OF_B)))) == ((4, 2, 1), (5, 5, 0))


def test_S3_a_deal_is_deleted() -> None:
    told = retold(deleted(S1, "d2"))
    assert sheet(told) == ((5, 0, 0), (0, 4, 6))
    assert told.standing.dealer == B


def test_S4_a_deal_is_inserted() -> None:
    told = retold(inserted(S1, "d2", Entry("d4", "deal", SIX_OF_B)))
    assert sheet(told) == ((5, 2, 1), (5, 9, 6))
    assert told.standing.dealer == A


def test_S6_a_dealer_who_sits_out_declares_nothing() -> None:
    both = evening(
        "sochi players=4",
        ("d1", "deal", played("6C", B, 0, 0, 0, 0)),
        ("d2", "deal", played("6C", A, 0, 0, 0, 0)),
        dealer=A,
    )
    assert [done.flag for done in retold(both).done] == [None, None]
    one = deleted(both, "d1")
    (done,) = retold(one).done
    assert done.flag == "dealer-sits-out"
    assert not done.row
    assert retold(one).standing == one.begin
    told = retold(inserted(one, "d2", Entry("e", "dealer", B)))
    assert told.standing.totals[0] == (2, 0, 0, 0)


def test_S7_an_adjust_moves_nobody() -> None:
    told = retold(inserted(S1, None, Entry("a", "adjust", {("dump", C): 5}, "phone rang")))
    assert sheet(told)[1] == (10, 14, 11)
    assert (told.standing.dealer, told.standing.deal) == (C, 4)


def paston(amount: int) -> Evening:
    game = Paston(parse_options(GAMES["paston"].presets, "target=121"))
    begin = Standing(5, A, ((118, 50, 50),), game.carry)
    return Evening(game, begin, (Entry("a", "adjust", {("score", A): amount}, "!"), Entry("n", "note", "!")))


def test_S8_an_adjust_ends_the_match() -> None:
    assert retold(paston(3)).winners == (A,)
    assert retold(paston(2)).winners == ()


def test_S9_what_follows_the_end_is_flagged_and_comes_back() -> None:
    assert [done.flag for done in retold(paston(3)).done] == [None, "after-the-end"]
    assert [done.flag for done in retold(paston(3)._replace(play_on=True)).done] == [None, None]
    mended = replaced(paston(3), "a", Entry("", "adjust", {("score", A): 2}, "!"))
    assert [done.flag for done in retold(mended).done] == [None, None]


def test_a_deal_moved_is_dealt_by_another() -> None:
    told = retold(moved(S1, "d1", None))
    assert [done.name for done in told.done] == ["d2", "d3", "d1"]
    assert [done.dealer for done in told.done] == [C, A, B]


def test_nothing_follows_a_stop() -> None:
    told = retold(inserted(S1, "d2", Entry("s", "stop")))
    assert [done.flag for done in told.done] == [None, None, "after-the-end", "after-the-end"]
    assert told.broken


def test_a_pool_above_the_limit_is_refused() -> None:
    amount = {("pool", A): Options().pool + 1}
    assert retold(evening("sochi", ("a", "adjust", amount, "!"))).done[0].flag
    assert retold(evening("sochi end=sum", ("a", "adjust", amount, "!"))).done[0].flag is None


@pytest.mark.parametrize(
    ("shares", "price", "decimals", "units", "paid"),
    [
        pytest.param((180, 38, -50, -168), 1, 0, (180, 38, -50, -168), [(D, A, 168), (C, B, 38), (C, A, 12)], id="S24"),
        pytest.param((100, -100, 30, -30), 1, 0, (100, -100, 30, -30), [(B, A, 100), (D, C, 30)], id="S25"),
        pytest.param((558, -83, -475), 1, 0, (558, -83, -475), [(C, A, 475), (B, A, 83)], id="S26"),
        pytest.param(
            (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3)), 1, 0, (-6, 3, 3), [(A, B, 3), (A, C, 3)], id="S27"
        ),
        pytest.param(
            (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3)),
            Fraction(1, 4),
            2,
            (-166, 83, 83),
            [(A, B, 83), (A, C, 83)],
            id="S27-quarter",
        ),
        pytest.param((0, 0, 0), 1, 0, (0, 0, 0), [], id="S28"),
        pytest.param((1, -1, 1, -1), 1, 0, (1, -1, 1, -1), [(B, A, 1), (D, C, 1)], id="the-lowest-seats-first"),
    ],
)
def test_who_pays_whom(
    shares: tuple[Any, ...], price: Any, decimals: int, units: tuple[int, ...], paid: list[tuple[int, int, int]]
) -> None:
    found = whole(tuple(map(Fraction, shares)), Fraction(price), decimals)
    assert found == units
    assert payments(found) == paid


def can_pay_with(units: tuple[int, ...], number: int) -> bool:
    """Whether so many payments can settle, by trying every pair and every amount."""
    if not any(units):
        return True
    if number == 0:
        return False
    for one, other in combinations(range(len(units)), 2):
        for amount in range(-6, 7):
            after = list(units)
            after[one] += amount
            after[other] -= amount
            if amount and can_pay_with(tuple(after), number - 1):
                return True
    return False


@pytest.mark.parametrize("seed", range(30))
def test_there_are_no_fewer_payments(seed: int) -> None:
    rng = random.Random(seed)
    units = [rng.randint(-2, 2) for _ in range(3)]
    units.append(-sum(units))
    paid = payments(units)
    left = list(units)
    for debtor, creditor, amount in paid:
        assert amount > 0
        left[debtor] += amount
        left[creditor] -= amount
    assert not any(left)
    assert not paid or not can_pay_with(tuple(units), len(paid) - 1)


def test_each_loser_at_tuppi_pays_the_winner_to_the_left() -> None:
    assert side_payments((-12, 12)) == [(A, B, 12), (C, D, 12)]
    assert side_payments((4, -4)) == [(B, C, 4), (D, A, 4)]
    assert side_payments((0, 0)) == []


def test_pairwise_payments_come_to_the_same() -> None:
    assert pairwise(tuple(map(Fraction, (6, 0, -6)))) == {(A, B): 2, (A, C): 4, (B, C): 2}
