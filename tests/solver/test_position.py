"""Invalid positions are refused, each with its own reason."""

from typing import Any

import pytest
from msgspec.structs import replace
from solver.positions import hand, position
from support.faults import check_each

from prikup.rules.cards import parse_card
from prikup.solver.position import BadPosition

HANDS = hand("A2"), hand("K3"), hand("Q4"), 0
GOOD = position(HANDS, leader=0, side={0})


IMPOSSIBLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("seats", {"seats": (0,)}),
    ("seats", {"seats": (0, 1, 1)}),
    ("seats", {"seats": (0, 1, 7)}),
    ("hand", {"seats": (0, 1)}),
    ("hand", {"hands": (1 << 60, *HANDS[1:])}),
    ("leader", {"leader": 3}),
    ("last", {"last": 3}),
    ("dealer", {"dealer": 3}),
    ("dealer", {"dealer": 1, "talon": (parse_card("H7"),)}),
    ("side", {"side": frozenset({3})}),
    ("card", {"table": (52,)}),
    ("card", {"table": (-1,)}),
    ("twice", {"hands": (HANDS[0], HANDS[0], HANDS[2], 0)}),
    ("twice", {"table": (parse_card("SA"),)}),
    ("not-legal", {"table": (parse_card("SJ"), parse_card("HJ"))}),
    ("trick-full", {"table": tuple(map(parse_card, ("SJ", "ST", "S9")))}),
    ("uneven", {"hands": (*HANDS[:2], hand("Q"), 0)}),
    ("uneven", {"table": (parse_card("SJ"),)}),
    ("talon", {"talon": tuple(map(parse_card, ("H7", "H8", "H9")))}),
)


def test_invalid_position_is_rejected_with_its_reason() -> None:
    def check(key: str, changes: dict[str, Any]) -> None:
        with pytest.raises(BadPosition) as error:
            _ = replace(GOOD, **changes).tricks
        assert error.value.reason.key == f"position-{key}"

    check_each(check, IMPOSSIBLE)


def test_position_continues_started_trick() -> None:
    ace, three = map(parse_card, ("SA", "S3"))
    half = replace(GOOD, hands=(hand("2"), hand("K"), HANDS[2], 0), table=(ace, three))
    assert half.tricks.lying == ((0, ace), (1, three))
    assert half.tricks.turn == 2
    assert half.remaining_tricks == 2
