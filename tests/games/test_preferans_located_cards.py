"""The defenders' knowledge at a misère: the twelve cards that the declarer has had, two of which are discarded."""

from games.preferans_table import HANDS, Table, dealt_table

from prikup.rules.cards import mask, parse_card
from prikup.rules.state import view, watch
from prikup.worlds.located_cards import LocatedCards, locate_cards

TWELVE = mask(map(parse_card, ["S7", "S8", "S9", "ST", "SJ", "SQ", "SK", "SA", "C7", "C8", "HK", "HA"]))


def misere_table(options: str = "sochi") -> Table:
    """Return a misère of A: all spades, C7 and C8, and the talon of HK and HA; C7 and C8 are discarded."""
    return dealt_table(options, *HANDS).say("misere pass pass C7 C8")


def test_preferans_located_cards_show_twelve_to_defenders_and_spectators() -> None:
    table = misere_table()
    for player_view in (table.view(1), table.view(2), watch(table.state)):
        assert locate_cards(table.game, player_view) == (LocatedCards(0, 10, TWELVE, 0, 0),)
    assert locate_cards(table.game, table.view(0)) == ()


def test_preferans_located_cards_narrow_after_play_and_void() -> None:
    table = misere_table().say("S7 CT DK")
    (located_cards,) = locate_cards(table.game, view(table.state, 1))
    assert located_cards == LocatedCards(0, 9, TWELVE & ~mask([parse_card("S7")]), 0, 0)
    table = dealt_table("sochi", *HANDS[1:], dealer=0).say("pass pass misere C7 C8 CA D7 S7")
    (located_cards,) = locate_cards(table.game, view(table.state, 1))
    assert located_cards.gone == mask(map(parse_card, ("C7", "C8")))
    assert located_cards.held == located_cards.cards & ~located_cards.gone == table.state.hands[0]


def test_preferans_located_cards_are_talon_only_before_hands_open() -> None:
    table = misere_table("sochi misere_open=after_trick1")
    (located_cards,) = locate_cards(table.game, view(table.state, 1))
    assert located_cards == LocatedCards(0, 10, mask(map(parse_card, ("HK", "HA"))), 0, 0)


def test_preferans_located_cards_of_contract_need_open_defence() -> None:
    table = dealt_table("sochi", *HANDS).say("6S pass pass C7 C8 7S whist pass light")
    assert locate_cards(table.game, view(table.state, 1)) == (LocatedCards(0, 10, TWELVE, 0, 0),)
    table = dealt_table("sochi", *HANDS).say("6S pass pass C7 C8 7S whist pass closed")
    assert locate_cards(table.game, view(table.state, 1)) == ()
