"""Paston: the rule player. That it beats random play is tested for every game in `test_levels`."""

from functools import partial

from games.paston_table import dealt_table
from games.table import check

from prikup.games.heuristics import tricks
from prikup.games.paston.player import DECLARER
from prikup.rules.cards import parse_mask


def test_paston_trick_estimate_separates_good_and_bad_hands() -> None:
    assert 9 <= tricks(parse_mask("AKQJT.AK.AK.A"), 0, DECLARER) <= 11
    assert -2 <= tricks(parse_mask("98.T97.987.T9"), 0, DECLARER) <= 1


def test_paston_rule_player_makes_expected_choices() -> None:
    for hands, prikup, case in (
        # The last to play wins the trick with the lowest card that does
        (
            ("AKQ.AKQ.98.97", "T98.T98.AK.AK", "J7.J7.QJT.QJT"),
            "..7.8",
            "paston pass pass S8 S9 dineri whist whist CT CJ | rule CQ",
        ),
        # It leads the best trumps as declarer
        (
            ("98.AKQ.98T.97", "AKQT.T98.A.AK", "J7.J7.QJK.QJT"),
            "..7.8",
            "paston pass pass D7 H8 paston whist whist | rule SA",
        ),
        # It surrenders a hopeless contract
        (
            ("AKQJT.AKQ.98.", "98.T98.T7.987", "7.J7.AKQJ.AKQ"),
            "...JT",
            "paston glitch dineri gupa pass pass HJ HT | declarer 1 | rule surrender",
        ),
    ):
        check(partial(dealt_table, hands, prikup), case)
