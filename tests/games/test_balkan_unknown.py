"""Balkan Preferans: what a player may know of cards he does not see. The generic tests check the cells against an
enumeration; here stands what each of them says."""

import random

from games.balkan_again import refuted
from games.balkan_table import Table, seated

from prikup.cards import PACK_32, mask, parse_mask
from prikup.game import Cell
from prikup.state import State, watch
from prikup.worlds import worlds

ALL = mask(PACK_32)
TURNED_UP = parse_mask("...T8")


def cells(table: Table, seat: int) -> dict[tuple[str, int | None], Cell]:
    """What a seat does not see, by place and owner."""
    return {(cell.place, cell.seat): cell for cell in table.game.unknown(table.view(seat))}


def test_before_the_talon_is_turned_up_it_may_be_any_two_cards() -> None:
    table = seated()
    hidden = cells(table, 1)
    unseen = ALL & ~table.state.hands[1]
    assert hidden == {
        ("hand", 0): Cell("hand", 0, 10, unseen),
        ("hand", 2): Cell("hand", 2, 10, unseen),
        ("stock", None): Cell("stock", None, 2, unseen),
    }


def test_what_was_turned_up_lies_with_declarer() -> None:
    table = seated().say("two pass pass")
    for seat, other in ((0, 2), (2, 0)):
        hidden = cells(table, seat)
        assert hidden["hand", 1].size == 12
        assert hidden["hand", 1].allowed & TURNED_UP == TURNED_UP
        assert not hidden["hand", other].allowed & TURNED_UP
        assert hidden["discard", 1].size == 0
        assert ("stock", None) not in hidden


def test_a_card_of_the_talon_may_have_been_laid_away() -> None:
    table = seated().say("two pass pass HT CA hearts come come")
    hidden = cells(table, 0)
    assert hidden["discard", 1].size == 2
    assert hidden["discard", 1].allowed & TURNED_UP == TURNED_UP
    found = set()
    rng = random.Random(1)
    for world, _ in zip(worlds(table.game, table.view(0), rng), range(300), strict=False):
        found.add((world.hands[1] & TURNED_UP).bit_count())
        assert not world.hands[2] & TURNED_UP
    assert found == {0, 1, 2}


def test_declarer_knows_what_he_laid_away() -> None:
    table = seated().say("two pass pass HT CA hearts come come")
    hidden = cells(table, 1)
    assert set(hidden) == {("hand", 0), ("hand", 2)}
    away = parse_mask(".A..T")
    assert not (hidden["hand", 0].allowed | hidden["hand", 2].allowed) & away


def test_the_talon_of_an_igra_and_a_dead_hand_stay_unknown() -> None:
    table = seated().say("igra pass pass clubs come dont")
    assert [table.fact("unseen", str(seat))[-7:] for seat in range(3)] == ["stock:2"] * 3
    table.at_random(random.Random(1))
    assert cells(table, 1)["stock", None].allowed & TURNED_UP == TURNED_UP
    table = seated().say("two pass pass HT CA hearts come dont").at_random(random.Random(1))
    assert cells(table, 2)["hand", 0].size == 10


def test_who_could_not_follow_holds_none_of_the_suit_nor_trumps() -> None:
    table = seated().say("pass two pass CT CJ sans come come").say("C9 H8 C7")
    assert not cells(table, 0)["hand", 2].allowed & parse_mask(".AKQJT987..")
    assert cells(table, 0)["hand", 1].allowed & parse_mask(".AKQJT987..")
    table = seated().say("two pass pass C8 C9 diamonds come come").say("HK HJ H9 SK S7 S8 SQ ST S9 SJ D7")
    assert not cells(table, 1)["hand", 2].allowed & parse_mask("AKQJT987..."), "he trumped"


def test_a_spectator_sees_the_talon_and_no_hand() -> None:
    table = seated().say("two pass pass")
    hidden = {(c.place, c.seat): c for c in table.game.unknown(watch(table.state))}
    assert hidden["hand", 1].allowed == ALL
    assert not hidden["hand", 0].allowed & TURNED_UP


def test_the_oracle_refutes_a_talon_in_another_hand() -> None:
    table = seated().say("two pass pass HT H8")
    seen = table.view(0)
    assert not refuted(table.game, seen, table.state)
    moved = State(table.public, (0, 0, TURNED_UP), ((), (), ()), ())
    assert refuted(table.game, seen, moved)
