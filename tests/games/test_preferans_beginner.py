"""Preferans: a beginner's calls, leads and lapses of memory, where the rule player does better."""

import pytest
from games.preferans_table import Table, dealt_table

from prikup.bots import player
from prikup.rules.action_text import action_text


def does(table: Table, level: str = "beginner") -> str:
    """Return the action of a player at this level."""
    return action_text(table.game.calls, player(level, table.game, 0)(table.view()))


@pytest.mark.parametrize(
    ("hand", "rule", "beginner"),
    [
        ("QT9.AKT87..KT", "6S", "6S"),  # five trumps
        ("J7.AKQ9..QJ98", "6S", "pass"),  # two suits and a void
        ("AQJ.K8.KT.KQJ", "pass", "6S"),  # high cards, and no suit
        ("JT987.KT7.T7.", "misere", "pass"),  # the void saves it
        ("AKQ9.AK9.A9.7", "6S", "6S"),
    ],
)
def test_preferans_beginner_bids_by_points(hand: str, rule: str, beginner: str) -> None:
    table = dealt_table("sochi", hand)
    assert (does(table, "rule"), does(table)) == (rule, beginner)


# The play

HANDS = ("S7 CA CQ C8 D8 D7 HQ HJ H8 DK", "SA SK SQ SJ ST S9 CT C9 DA H7", "S8 CK CJ C7 DQ DJ D9 H9 HA HK")
"""Eldest hand, the declarer in spades, and the other defender; the talon is DT HT."""


def contract() -> Table:
    """Return a table where B plays six spades against A, who leads, and C."""
    return dealt_table("sochi", *HANDS, talon="DT HT").say("pass 6S pass DT HT 6S whist whist")


def test_preferans_beginner_leads_ace_and_plays_second_low() -> None:
    table = contract()
    assert does(table) == "CA"
    table.say("DK")
    assert table.public.turn == 1
    assert does(table) == "DA", "the only one"
    table = contract().say("C8")
    assert does(table) == "C9"


def test_preferans_beginner_wins_cheaply_and_leaves_trick_to_partner() -> None:
    assert does(contract().say("C8 CT")) == "CJ"
    assert does(contract().say("CA C9")) == "C7"


def test_preferans_beginner_forgets_earlier_tricks() -> None:
    """The opponents have no trumps since the second trick: the rule player draws no more, while a beginner does."""
    table = contract().say("DK DA D9 SA S8 S7")
    assert does(table, "rule") == does(table)
    table.say("C9 CJ C8 DQ D7 S9")
    assert does(table) == "SK"
    assert does(table, "rule") != "SK"
