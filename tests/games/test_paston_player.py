"""Paston: the rule-of-thumb player. That it beats random play is tested for every game in `test_levels`."""

import pytest
from games.paston_table import seated
from support.walk import everywhere

from prikup.cards import parse_card, parse_mask
from prikup.games.paston import KIND, Paston
from prikup.games.paston.player import DECLARER, rule
from prikup.heuristics import tricks
from prikup.state import view


def test_it_plays_legally_under_all_options_and_repeats_itself() -> None:
    for game, state, action in everywhere(KIND, 41, 150):
        if action is None:
            continue
        assert isinstance(game, Paston)
        seen = view(state, state.public.actor)
        choice = rule(game, 1)(seen)
        assert choice in game.legal(seen)
        assert rule(game, 1)(seen) == choice


@pytest.mark.parametrize(("hand", "at_least", "at_most"), [("AKQJT.AK.AK.A", 9, 11), ("98.T97.987.T9", -2, 1)])
def test_the_count_knows_a_good_hand_from_a_bad_one(hand: str, at_least: float, at_most: float) -> None:
    assert at_least <= tricks(parse_mask(hand), 0, DECLARER) <= at_most


def test_last_to_play_takes_the_trick_with_the_lowest_card_that_does() -> None:
    hands = ("AKQ.AKQ.98.97", "T98.T98.AK.AK", "J7.J7.QJT.QJT")
    table = seated(hands, "..7.8").say("paston pass pass S8 S9 dineri whist whist CT CJ")
    assert rule(table.game, 1)(table.view()) == parse_card("CQ")


def test_it_leads_the_best_trumps_as_declarer() -> None:
    hands = ("98.AKQ.98T.97", "AKQT.T98.A.AK", "J7.J7.QJK.QJT")
    table = seated(hands, "..7.8").say("paston pass pass D7 H8 paston whist whist")
    assert rule(table.game, 1)(table.view()) == parse_card("SA")


def test_it_surrenders_a_hopeless_contract() -> None:
    hands = ("AKQJT.AKQ.98.", "98.T98.T7.987", "7.J7.AKQJ.AKQ")
    table = seated(hands, "...JT").say("paston glitch dineri gupa pass pass HJ HT")
    assert table.public.declarer == 1
    assert rule(table.game, 1)(table.view()) == 52 + table.game.calls.index("surrender")
