"""Preferans: what each seat knows of the cards it does not see: talon, discard, open hands, and what play has told.

A (seat 0) is eldest hand and declares; with four D deals and sits out.
"""

import random

from games.preferans_table import HANDS, Table, seated, won
from games.table import check

from prikup.cards import BIT, SUIT_MASK, mask, parse_card, parse_mask
from prikup.games.preferans import Public
from prikup.state import View, view, watch
from prikup.worlds import all_worlds, count_placements, unseen

FOUR = "sochi players=4"
TALON = parse_mask("...AK")


def known(table: Table, seat: int | None) -> View[Public]:
    return watch(table.state) if seat is None else view(table.state, seat)


def allowed(table: Table, seat: int | None, place: str, owner: int | None) -> int:
    """The cards that may lie in a place."""
    (found,) = [c.allowed for c in table.game.unknown(known(table, seat)) if (c.place, c.seat) == (place, owner)]
    return found


# The talon


def dealt(options: str) -> Table:
    """A table at which A has all spades, and the talon is HK HA."""
    return seated(f"sochi {options}", *HANDS)


def test_the_cells() -> None:
    check(
        dealt,
        """
        # In the auction everything but the own hand is unknown; a dealer who sits out knows no more than a spectator
        [players=4]                    | unseen A B:10 C:10 stock:2
        +                              | unseen D A:10 B:10 C:10 stock:2 | unseen - A:10 B:10 C:10 stock:2
        # While declarer lays away, who alone knows what
        6S pass pass                   | unseen B A:12 C:10
        + S7                           | unseen B A:11 C:10 discard:1
        + S8                           | unseen B A:10 C:10 discard:2 | unseen A B:10 C:10
        +                              | unseen - A:10 B:10 C:10 discard:2
        # A talon thrown lies open and nothing is laid away; one that nobody turned up stays unknown
        [players=4 throw_talon=on] 6S pass pass throw     | unseen B A:10 C:10 | unseen D A:10 B:10 C:10
        [misere_hand=chain] misere-hand pass pass         | unseen A stock:2 | unseen - A:10 stock:2
        +                                                 | unseen B A:10 stock:2
        [misere_hand=chain] 9-hand pass pass              | unseen A B:10 C:10 stock:2 | unseen B A:10 C:10 stock:2
        # Which card of the talon lies on top matters only if it will lead; raspasy hide it to the end
                                       | unseen B A:10 C:10 stock:2
        + pass pass pass               | unseen B A:10 C:10 stock:2
        [raspasy_talon=suit_only]      | unseen B A:10 C:10 stock:1 stock:1
        + pass pass pass               | unseen B A:10 C:10 stock:1
        # In the light only declarer's cards are unknown; closed nothing more is known
        [players=4] 6S pass pass S7 S8 6S whist pass light | unseen A | unseen B A:10 discard:2
        +                              | unseen C A:10 discard:2 | unseen D A:10 discard:2 | unseen - A:10 discard:2
        6S pass pass S7 S8 6S whist pass closed           | unseen B A:10 C:10 discard:2
        # At a misère declarer knows everything and the others not the discard; before the hands open nobody knows
        misere pass pass S7 S8         | unseen A | unseen B A:10 discard:2 | unseen - A:10 discard:2
        [misere_open=after_trick1] misere pass pass S7 S8 | unseen A B:10 C:10
        + S9 CJ DT                     | unseen A
        """,
    )


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


def test_declarer_knows_the_two_hands_but_for_who_has_what() -> None:
    table = won()
    assert unseen(table.game.unknown(table.view(0))) == table.state.hands[1] | table.state.hands[2]
    assert allowed(table, 0, "hand", 1) == table.state.hands[1] | table.state.hands[2]


def test_how_many_placements_there_are() -> None:
    thrown = dealt("players=4 throw_talon=on").say("6S pass pass throw")
    assert not unseen(thrown.game.unknown(known(thrown, 1))) & TALON
    four = seated(FOUR, *HANDS)
    assert count_placements(four.game, known(four, 3)) == count_placements(four.game, known(four, None))
    light = seated(FOUR, *HANDS).say("6S pass pass").discard().say("6S whist pass light")
    assert [count_placements(light.game, known(light, viewer)) for viewer in (0, 1, 2, 3, None)] == [1, 66, 66, 66, 66]
    misere = dealt("misere_hand=on").say("misere-hand pass pass")
    assert count_placements(misere.game, misere.view(0)) == 1, "the other hands lie open"
    raspasy = dealt("").say("pass pass pass").at_random(random.Random(1))
    assert {mask(world.stock) for world in all_worlds(raspasy.game, known(raspasy, 0))} == {mask(raspasy.state.stock)}


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
