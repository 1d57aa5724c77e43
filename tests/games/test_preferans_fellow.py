"""Preferans: a whister does not take a trick that the other whister needs."""

import pytest
from games.preferans_table import Table, dealt_table

from prikup.bots import master, player
from prikup.rules.action_text import action_text

HANDS = (
    "S7 CA CT CJ DK D9 DT HA HQ HT",
    "SA SK SQ SJ ST S9 DA C8 H7 D7",
    "S8 C9 C7 CQ CK D8 DJ DQ HK HJ",
)
TO_THE_NINTH = "CA C8 C9 DK DA D8 SA S8 S7 SK CQ CT SQ CK CJ SJ DJ D9 ST DQ DT S9 HJ HT"
"""The declarer has made seven spades; the leader has one trick, the other whister none of the one they owe."""


def ninth_trick() -> Table:
    """Return the ninth trick: the other whister has played the king of hearts; ace or queen may be played to it."""
    table = dealt_table("sochi shortfall_split=strict_personal", *HANDS, talon="H8 H9")
    return table.say(f"pass 6S pass H8 H9 7S whist whist {TO_THE_NINTH} H7 HK")


def test_preferans_master_without_co_defender_weight_takes_needed_trick() -> None:
    """Ace and queen both leave the declarer nothing; the ace takes two more tricks, and the other whister pays."""
    table = ninth_trick()
    assert action_text(table.game.calls, master.player(table.game, 0, co_defender_weight=0.0)(table.view())) == "HA"


@pytest.mark.parametrize("level", ["beginner", "rule", "pimc", "master"])
def test_preferans_level_leaves_trick_that_co_defender_needs(level: str) -> None:
    table = ninth_trick()
    assert action_text(table.game.calls, player(level, table.game, 0)(table.view())) == "HQ"
