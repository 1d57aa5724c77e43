"""The value of a deal's end where a match is a race, and the decisions that depend on it."""

import threading
from typing import Any

import pytest
from games.tuppi_deals import NORTH, SOUTH, WEST, dealt_table, standing

from prikup.bots import payoff
from prikup.bots.advice import hint
from prikup.bots.payoff import Payoff
from prikup.games.tuppi.scorekeeping import TuppiScoring
from prikup.rules.action_text import action_text
from prikup.rules.game_scoring import GameScoring

# Hands, the standing, and the calls and cards
BOTH_TRICKS = (
    ("T85.Q9.K9743.982", "AKQ2.A3.AJ86.KQJ", "J974.KT42.2.A654", "63.J8765.QT5.T73"),
    standing((0, 36), dealer=WEST, deal=2, written_points=(0, 36)),
    """
    S5 D6 S4 S3 pass pass
    D3 DA D2 D5 SA S4 S3 S5 SK S7 S6 S8 CA C2 C5 C9 SQ S9 H3 ST D6 C4 DQ DK
    H2 HJ HA H7 SJ C6 D4 S2 H4 HT H8 HQ DJ H5 DT D7 HK H6 CJ H9
    """,
)
NOT_THREE_TRICKS = (
    ("Q873.K73.965.AJ8", "AKJT2.AQ5.Q8.653", "6.JT62.AKJT7.T42", "954.984.432.KQ97"),
    standing((44, 0), dealer=SOUTH, deal=2, written_points=(44, 0)),
    """
    S4 S3 C5 S6
    D2 D5 D8 D7 S2 S6 S5 S3 H2 H7 H8 H6 C3 C5 C2 C4 H3 H4 HQ HJ
    D3 D6 DQ DJ H5 HT HK HA C7 CQ CJ C8 ST DA S9 S8 SJ DK S4 S7 SK
    """,
)
LAST_CHANCE = (
    ("Q7.AKQJ5.J6.AQJ6", "J542.T7.KT94.K95", "AK9863.9.A83.874", "T.86432.Q752.T32"),
    standing((48, 0), dealer=NORTH, deal=2, written_points=(48, 0)),
    "S4 H4 ST S7",
)


@pytest.mark.parametrize(
    ("deal", "best", "linear"),
    [
        # Rising with 36, eight tricks: the last two tricks together win the match; a single one is not worth it.
        (BOTH_TRICKS, "C3", "D8"),
        # Rising with 44: the nolo wins the match if they take at most two of the last three tricks.
        (NOT_THREE_TRICKS, "CT", "DT"),
        # The opponents have 48: a failed sooli costs no more than their rami.
        (LAST_CHANCE, "sooli", "pass"),
    ],
    ids=["both tricks", "not three tricks", "last chance"],
)
def test_tuppi_hint_plays_for_match_rather_than_points(
    monkeypatch: pytest.MonkeyPatch, deal: Any, best: str, linear: str
) -> None:
    """Another action yields the most points on the sheet."""
    hands, match_standing, actions_text = deal
    table = dealt_table("", hands, match_standing).say(actions_text)
    assert action_text(table.game.calls, hint(table.game, table.view()).plan[0]) == best
    monkeypatch.setattr(TuppiScoring, "expected_settlement", GameScoring.expected_settlement)
    monkeypatch.setattr(payoff, "_thread_state", threading.local())  # it caches values of ends
    assert action_text(table.game.calls, hint(table.game, table.view()).plan[0]) == linear


@pytest.mark.parametrize(
    ("options", "gains"),
    [("", {7: 13, 13: 13, 6: -13, 0: -13}), ("tournament", {7: 2, 13: 14, 6: -24, 0: -24})],
    ids=["race", "tournament"],
)
def test_tuppi_payoff_is_change_of_expected_result(options: str, gains: dict[int, float]) -> None:
    """The gain of a side at 48 by the tricks of its rami: in a race all of them win the match, or all lose it again."""
    table = dealt_table(options, match_standing=standing((48, 0))).bid(NORTH)
    while table.public.phase != "play":
        table.say("pass")
    payoff = Payoff(table.game, table.public)
    for tricks, gain in gains.items():
        assert payoff.split_value(table.state, (tricks, 13 - tricks, 0, 0)) == pytest.approx((gain, -gain), abs=1e-9)
