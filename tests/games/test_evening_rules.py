"""The second statement of an evening at a real table (`evening_rules.py`), where the scorer does not hold it up.

What the list of entries comes to is compared with the scorer by `tests/scorer/test_evening_oracle.py`; the vectors S1
to S9 and S24 to S28 are those of the scorer's own tests. Here stands what one of them alone can show.
"""

import random
from fractions import Fraction
from itertools import combinations
from typing import Any

from games.evening_rules import (
    Entry,
    Evening,
    deleted,
    inserted,
    moved,
    pairwise,
    payments,
    retold,
    side_payments,
    whole,
)

from prikup.game import Standing
from prikup.games import GAMES
from prikup.games.preferans import Options, Outcome, Preferans
from prikup.options import parse_options

A, B, C, D = range(4)


def evening(preset: str, *entries: tuple[Any, ...], dealer: int = C) -> Evening:
    game = Preferans(parse_options(GAMES["preferans"].presets, preset))
    begin = Standing(1, dealer, game.opening, game.carry)
    return Evening(game, begin, tuple(Entry(*entry) for entry in entries))


S1 = evening(
    "sochi-codex",
    ("d1", "deal", Outcome("raspasy", tricks=(0, 4, 6))),
    ("d2", "deal", Outcome("raspasy", tricks=(5, 5, 0))),
    ("d3", "deal", Outcome("7C", A, ("whist", "whist"), (7, 2, 1))),
)


def test_the_list() -> None:
    told = retold(S1)
    assert told.standing.totals == ((5, 0, 2), (10, 14, 6), (0, 0, 4), (0, 8, 0))
    assert (told.standing.dealer, told.standing.deal, told.winners) == (C, 4, ())
    assert [done.dealer for done in told.done] == [C, A, B]
    later = retold(moved(S1, "d1", None))
    assert [done.name for done in later.done] == ["d2", "d3", "d1"]
    assert [done.dealer for done in later.done] == [C, A, B], "a deal that is moved is dealt by another"
    assert retold(deleted(S1, "d2")).standing.dealer == B
    stopped = retold(inserted(S1, "d2", Entry("s", "stop")))
    assert [done.flag for done in stopped.done] == [None, None, "after-the-end", "after-the-end"]
    assert stopped.broken


def test_a_pool_above_the_limit_is_refused() -> None:
    amount = {("pool", A): Options().pool + 1}
    assert retold(evening("sochi", ("a", "adjust", amount, "!"))).done[0].flag
    assert retold(evening("sochi end=sum", ("a", "adjust", amount, "!"))).done[0].flag is None


def test_who_pays_whom() -> None:
    third = (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3))
    assert payments(whole(tuple(map(Fraction, (180, 38, -50, -168))), Fraction(1), 0)) == [
        (D, A, 168),
        (C, B, 38),
        (C, A, 12),
    ]
    assert whole(third, Fraction(1), 0) == (-6, 3, 3)
    assert whole(third, Fraction(1, 4), 2) == (-166, 83, 83)
    assert payments((1, -1, 1, -1)) == [(B, A, 1), (D, C, 1)], "the lowest seats first"
    assert side_payments((-12, 12)) == [(A, B, 12), (C, D, 12)], "each loser at Tuppi pays the winner to the left"
    assert side_payments((4, -4)) == [(B, C, 4), (D, A, 4)]
    assert side_payments((0, 0)) == []
    assert pairwise(tuple(map(Fraction, (6, 0, -6)))) == {(A, B): 2, (A, C): 4, (B, C): 2}


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


def test_there_are_no_fewer_payments() -> None:
    for seed in range(30):
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
