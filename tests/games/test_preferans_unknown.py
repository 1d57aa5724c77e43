"""Preferans: what each seat knows of the cards it does not see: talon, discard, open hands, and what play has told.

A (seat 0) is eldest hand and declares; with four D deals and sits out.
"""

import random
from itertools import islice, permutations

import pytest
from games.preferans_table import HANDS, Table, seated, won
from support.oracles import refuted

from prikup.cards import BIT, SUIT_MASK, cards, mask, parse_card, parse_mask
from prikup.games.preferans import Public
from prikup.state import State, View, placed, view, watch
from prikup.worlds import all_worlds, count_placements, unseen, worlds

FOUR = "sochi players=4"
TALON = parse_mask("...AK")


def sizes(table: Table, seat: int | None) -> list[tuple[str, int | None, int]]:
    """The cells of a seat, or of a spectator."""
    return [(cell.place, cell.seat, cell.size) for cell in table.game.unknown(known(table, seat))]


def known(table: Table, seat: int | None) -> View[Public]:
    return watch(table.state) if seat is None else view(table.state, seat)


def allowed(table: Table, seat: int | None, place: str, owner: int | None) -> int:
    """The cards that may lie in a place."""
    (found,) = [c.allowed for c in table.game.unknown(known(table, seat)) if (c.place, c.seat) == (place, owner)]
    return found


# The talon


def test_in_the_auction_everything_but_the_own_hand_is_unknown() -> None:
    table = seated(FOUR, *HANDS)
    assert sizes(table, 0) == [("hand", 1, 10), ("hand", 2, 10), ("stock", None, 2)]
    three = [("hand", 0, 10), ("hand", 1, 10), ("hand", 2, 10), ("stock", None, 2)]
    assert sizes(table, 3) == sizes(table, None) == three, "the dealer who sits out knows no more than a spectator"
    assert count_placements(table.game, known(table, 3)) == count_placements(table.game, known(table, None))


def test_what_declarer_took_lies_with_him_in_his_hand_or_laid_away() -> None:
    table = seated("sochi", *HANDS).say("6S pass pass")
    for viewer in (1, 2, None):
        other = 2 if viewer == 1 else 1
        assert not allowed(table, viewer, "hand", other) & TALON
        assert allowed(table, viewer, "hand", 0) & TALON == TALON
    table.discard()
    for viewer in (1, 2, None):
        other = 2 if viewer == 1 else 1
        assert not allowed(table, viewer, "hand", other) & TALON
        assert allowed(table, viewer, "hand", 0) & TALON == TALON
        assert allowed(table, viewer, "discard", 0) & TALON == TALON


def test_cells_while_declarer_lays_away() -> None:
    table = seated("sochi", *HANDS).say("6S pass pass")
    assert sizes(table, 1) == [("hand", 0, 12), ("hand", 2, 10)]
    table.say("S7")
    assert sizes(table, 1) == [("hand", 0, 11), ("hand", 2, 10), ("discard", 0, 1)]
    table.say("S8")
    assert sizes(table, 1) == [("hand", 0, 10), ("hand", 2, 10), ("discard", 0, 2)]
    assert sizes(table, 0) == [("hand", 1, 10), ("hand", 2, 10)], "he knows what he laid away"
    assert sizes(table, None) == [("hand", 0, 10), ("hand", 1, 10), ("hand", 2, 10), ("discard", 0, 2)]


def test_declarer_knows_the_two_hands_but_for_who_has_what() -> None:
    table = won()
    assert unseen(table.game.unknown(table.view(0))) == table.state.hands[1] | table.state.hands[2]
    assert allowed(table, 0, "hand", 1) == table.state.hands[1] | table.state.hands[2]


def test_a_talon_thrown_lies_open_and_nothing_is_laid_away() -> None:
    table = seated(f"{FOUR} throw_talon=on", *HANDS).say("6S pass pass throw")
    assert sizes(table, 1) == [("hand", 0, 10), ("hand", 2, 10)]
    assert not unseen(table.game.unknown(table.view(1))) & TALON
    assert sizes(table, 3) == [("hand", 0, 10), ("hand", 1, 10), ("hand", 2, 10)]


@pytest.mark.parametrize("bid", ["misere-hand", "9-hand"])
def test_a_talon_that_nobody_turned_up_stays_unknown(bid: str) -> None:
    table = seated("sochi misere_hand=chain", *HANDS).say(f"{bid} pass pass")
    assert ("stock", None, 2) in sizes(table, 0)
    assert ("stock", None, 2) in sizes(table, None)
    assert ("discard", 0, 2) not in sizes(table, 1)


@pytest.mark.parametrize(("options", "cells"), [("sochi", [2]), ("sochi raspasy_talon=suit_only", [1, 1])])
def test_which_card_of_the_talon_lies_on_top_matters_only_if_it_will_lead(options: str, cells: list[int]) -> None:
    table = seated(options, *HANDS)
    assert [size for place, _, size in sizes(table, 1) if place == "stock"] == cells
    table.say("pass pass pass")
    left = [size for place, _, size in sizes(table, 1) if place == "stock"]
    assert left == (cells if options == "sochi" else [1]), "the first card leads"


def test_raspasy_hide_the_talon_to_the_end() -> None:
    table = seated("sochi", *HANDS).say("pass pass pass").at_random(random.Random(1))
    assert sizes(table, 0)[-1] == ("stock", None, 2)
    assert {mask(world.stock) for world in all_worlds(table.game, known(table, 0))} == {mask(table.state.stock)}


# Open hands


def test_in_the_light_only_declarers_cards_are_unknown() -> None:
    table = seated(FOUR, *HANDS).say("6S pass pass").discard().say("6S whist pass light")
    for viewer in (1, 2, 3, None):
        assert sizes(table, viewer) == [("hand", 0, 10), ("discard", 0, 2)]
        assert count_placements(table.game, known(table, viewer)) == 66, "any two of twelve"
    assert sizes(table, 0) == []
    assert count_placements(table.game, table.view(0)) == 1


def test_closed_nothing_more_is_known() -> None:
    table = won().say("6S whist pass closed")
    assert sizes(table, 1) == [("hand", 0, 10), ("hand", 2, 10), ("discard", 0, 2)]


def test_at_a_misere_declarer_knows_everything_and_the_others_not_his_discard() -> None:
    table = won("misere")
    assert sizes(table, 0) == []
    assert sizes(table, 1) == sizes(table, 2) == sizes(table, None) == [("hand", 0, 10), ("discard", 0, 2)]


def test_at_a_misere_without_the_talon_declarer_does_not_know_it_but_may_tell() -> None:
    table = seated("sochi misere_hand=on", *HANDS).say("misere-hand pass pass")
    assert sizes(table, 0) == [("stock", None, 2)]
    assert count_placements(table.game, table.view(0)) == 1, "the other hands lie open"
    assert sizes(table, 1) == [("hand", 0, 10), ("stock", None, 2)]


def test_before_they_are_laid_open_the_hands_are_unknown() -> None:
    table = seated("sochi misere_open=after_trick1", *HANDS).say("misere pass pass").discard()
    assert sizes(table, 0) == [("hand", 1, 10), ("hand", 2, 10)]
    for _ in range(3):
        table.say(table.may().split()[0])
    assert sizes(table, 0) == []


# The play


def test_who_could_not_follow_has_none_of_the_suit_nor_trumps() -> None:
    table = won().say("6C whist whist SA C9")
    before = allowed(table, 1, "hand", 2)
    assert before & SUIT_MASK[0]
    assert before & SUIT_MASK[1]
    table.say("D7")
    assert not allowed(table, 1, "hand", 2) & (SUIT_MASK[0] | SUIT_MASK[1])


def test_only_the_suit_is_lacking_where_there_are_no_trumps() -> None:
    table = won().say("6NT whist whist SA CA")
    assert not allowed(table, 2, "hand", 1) & SUIT_MASK[0]
    assert allowed(table, 2, "hand", 1) & SUIT_MASK[3]


def test_a_card_of_the_talon_that_says_the_suit_tells_who_lacks_it() -> None:
    options = "sochi raspasy_talon=suit_only"
    table = seated(options, "SA", "HK H9", talon="H8 D7").say("pass pass pass SA")
    assert not allowed(table, 1, "hand", 0) & SUIT_MASK[3]
    assert not unseen(table.game.unknown(table.view(1))) & BIT[parse_card("H8")]


def agreeing(table: Table, seat: int) -> set[tuple[int, ...]]:
    """All hands that agree with what a seat saw, by trying every placement of the cards it does not see."""
    seen, found = table.view(seat), set()
    hidden = cards(unseen(table.game.unknown(seen)))
    one, other = (s for s in range(3) if s != seat)
    at = table.state.hands[one].bit_count()
    notes = tuple(seen.notes if s == seat else () for s in range(3))
    for order in permutations(hidden, at + table.state.hands[other].bit_count()):
        hands = placed(placed(placed((0, 0, 0), seat, seen.hand), one, mask(order[:at])), other, mask(order[at:]))
        left = tuple(card for card in hidden if card not in order)
        if not refuted(table.game, seen, State(table.public, hands, notes, () if table.public.exchange else left)):
            found.add(hands)
    return found


@pytest.mark.parametrize("auction", ["6S pass pass", "pass pass pass"])
@pytest.mark.parametrize("seed", range(4))
def test_the_cells_hold_all_that_is_possible_and_nothing_else(auction: str, seed: int) -> None:
    """Eight tricks played: six cards are unseen, ninety ways to place them."""
    fresh, rng = seated(), random.Random(seed)
    table = Table(fresh.game, tuple(rng.sample(fresh.game.pack, 32)), fresh.standing).say(auction)
    if table.public.declarer is not None:
        table.discard().say("7S whist whist")
    while table.public.tricks is not None and len(table.public.tricks.past) < 8:
        table.state = table.game.apply(table.state, rng.choice(table.game.legal(table.view())))
    for seat in range(3):
        assert {world.hands for world in all_worlds(table.game, table.view(seat))} == agreeing(table, seat)


def test_sampled_worlds_hold_what_was_seen() -> None:
    table = won().say("6H whist whist SA H7")
    for world in islice(worlds(table.game, table.view(2), random.Random(1)), 200):
        assert world.hands[2] == table.state.hands[2]
        assert not world.hands[1] & (SUIT_MASK[0] | TALON)
