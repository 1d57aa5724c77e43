"""Balkan Preferans: the rule-of-thumb player. That it beats random play is tested for every game in `test_levels`."""

import pytest
from games.balkan_table import Table, balkan, deck_of, standing
from support.walk import everywhere

from prikup.cards import parse_card, parse_mask
from prikup.games.balkan import KIND, Balkan
from prikup.games.balkan.calls import ACCEPT, COME, DONT, IGRA, INVITE, KONTRA, PASS, READY, YOURS
from prikup.games.balkan.player import DECLARER, betl_risk, rule
from prikup.heuristics import tricks
from prikup.state import view


def dealt(hands: tuple[str, str, str], talon: str, options: str = "balkan") -> Table:
    """A table with these hands."""
    return Table(balkan(options), deck_of(hands, talon, (1, 2, 0)), standing())


def choice(table: Table) -> int:
    return rule(table.game, 1)(table.view())


def test_it_plays_legally_under_all_options_and_repeats_itself() -> None:
    for game, state, action in everywhere(KIND, 41, 150):
        if action is None:
            continue
        assert isinstance(game, Balkan)
        seen = view(state, state.public.actor)
        picked = rule(game, 1)(seen)
        assert picked in game.legal(seen)
        assert rule(game, 1)(seen) == picked


@pytest.mark.parametrize(("hand", "at_least", "at_most"), [("AKQJT.AK.AK.A", 8, 10.5), ("98.T97.987.T9", 0, 2)])
def test_the_count_knows_a_good_hand_from_a_bad_one(hand: str, at_least: float, at_most: float) -> None:
    assert at_least <= tricks(parse_mask(hand), 0, DECLARER) <= at_most


def test_a_betl_is_safe_with_low_cards_and_gaps() -> None:
    assert betl_risk(parse_mask("J97.J97.J97.7")) == 0
    assert betl_risk(parse_mask("A.KQ.T98.987J")) > 3


REST = ("98.T987.T98.9", "AKQJT7.AK.A.7", ".QJ.KQJ7.AKQJ"), "...T8"


def test_it_plays_a_sure_game_from_the_hand() -> None:
    table = dealt(*REST)
    assert choice(table) == IGRA
    table.say("igra pass pass")
    assert table.game.calls[choice(table) - 52] in ("spades", "sans")


def test_it_passes_a_hopeless_hand_and_does_not_come_with_one() -> None:
    table = dealt(*REST).say("igra")
    table.say("pass")
    assert choice(table) == PASS
    table.say("pass spades dont")
    assert (table.asked, choice(table)) == (("follow", 0), DONT)


def test_it_comes_with_sure_tricks() -> None:
    table = dealt(*REST).say("igra pass pass diamonds")
    assert choice(table) == COME


def test_it_says_kontra_with_a_hand_that_beats_the_game() -> None:
    table = dealt(*REST, "balkan kontra=mortkontra").say("pass pass igra hearts come come")
    assert (table.asked, choice(table)) == (("speak", 1), READY)
    table.say("moze")
    assert (table.asked, choice(table)) == (("speak", 2), KONTRA)
    table.say("kontra")
    assert (table.asked, choice(table)) == (("kontra", 0), READY)


def test_it_invites_rather_than_play_alone_with_few_tricks() -> None:
    table = dealt(*REST, "balkan invite=may_refuse").say("igra pass pass spades come dont")
    assert (table.asked, choice(table)) == (("speak", 2), INVITE)
    assert choice(table.say("invite")) == ACCEPT


def test_it_says_igra_of_the_game_that_it_makes() -> None:
    low = "J97.J97.J97.7", ("AKQT8.AK.A.AK"), ".QT8.KQT8.QJT"
    table = dealt((low[1], low[0], low[2]), "...98", "balkan igra=named_high")
    assert table.game.calls[choice(table) - 52] == "igra-betl"


def test_it_leaves_a_game_to_another_who_named_one() -> None:
    table = dealt(*REST, "balkan igra_naming=higher_or_yours").say("igra igra pass hearts")
    assert (table.asked, choice(table)) == (("name_game", 2), YOURS)


def test_last_to_play_takes_the_trick_with_the_lowest_card_that_does() -> None:
    table = dealt(("98.AK987.T98.", "AKQJT7.T.A.J7", ".QJ.KQJ7.AKQ9"), "...T8").say("pass pass igra hearts come come")
    table.say("CT CJ")
    assert table.public.turn == 0
    assert choice(table) == parse_card("CK")


def test_who_cannot_take_the_trick_throws_his_lowest_card() -> None:
    table = dealt(*REST).say("pass pass igra hearts come come").say("CA CJ")
    assert table.public.turn == 0
    assert choice(table) == parse_card("C7")


def test_in_a_betl_it_stays_as_high_as_it_can_below_the_trick() -> None:
    table = dealt(*REST).say("igra pass pass betl").say("H7")
    assert table.public.turn == 2
    assert choice(table) == parse_card("HJ"), "nothing is below the seven: as cheaply as it can"
    table = dealt(*REST).say("pass pass igra betl").say("CA CJ")
    assert choice(table) == parse_card("CT")
