"""Balkan Preferans: a player's knowledge about hidden cards.

The generic tests compare the cells with an enumeration late in a deal; these tests check them before and at the start
of the play.
"""

from games.balkan_hidden_cards_oracle import refuted
from games.balkan_table import Table, dealt_table
from games.table import check

from prikup.rules.cards import parse_mask
from prikup.rules.state import State, watch

TURNED_UP = parse_mask("...T8")


def test_balkan_hidden_card_cells_follow_the_deal() -> None:
    """Seat 1 declares; a dash is a spectator."""
    check(
        lambda options: dealt_table(),
        """
        # Before the talon is turned up it may be any two cards, and in an igra it stays down
                                        | unseen 1 0:10 2:10 stock:2
        igra pass pass clubs come dont  | unseen 0 1:10 2:10 stock:2 | unseen 1 0:10 2:10 stock:2
        # Only declarer knows what he laid away
        two pass pass                   | unseen 0 1:12 2:10 discard:0 | unseen - 0:10 1:12 2:10 discard:0
        + HT                            | unseen 0 1:11 2:10 discard:1
        + CA                            | unseen 0 1:10 2:10 discard:2 | unseen 1 0:10 2:10
        # A dead hand stays unknown
        + hearts come dont H7 HA        | unseen 2 0:10 1:9 discard:2
        """,
    )


def allowed_cards(table: Table, viewer: int | None, place: str, owner: int | None) -> int:
    """Return the cards that a location may contain, from the view of a seat or a spectator."""
    view = watch(table.state) if viewer is None else table.view(viewer)
    (card_mask,) = [
        cell.allowed_cards
        for cell in table.game.analysis.hidden_cells(view)
        if (cell.place, cell.seat) == (place, owner)
    ]
    return card_mask


def test_balkan_talon_cards_are_in_declarers_hand_or_discard() -> None:
    table = dealt_table().say("two pass pass")
    for viewer, other_follower in ((0, 2), (2, 0), (None, 0)):
        assert allowed_cards(table, viewer, "hand", 1) & TURNED_UP == TURNED_UP
        assert not allowed_cards(table, viewer, "hand", other_follower) & TURNED_UP
    table.say("HT CA hearts come come")
    assert allowed_cards(table, 0, "hand", 1) & allowed_cards(table, 0, "discard", 1) & TURNED_UP == TURNED_UP
    assert not allowed_cards(table, 0, "hand", 2) & TURNED_UP
    assert not (allowed_cards(table, 1, "hand", 0) | allowed_cards(table, 1, "hand", 2)) & parse_mask(".A..T")


def test_balkan_oracle_refutes_talon_in_followers_hand() -> None:
    table = dealt_table().say("two pass pass HT H8")
    assert not refuted(table.game, table.view(0), table.state)
    impossible_world = State(table.public, (0, 0, TURNED_UP), ((), (), ()), ())
    assert refuted(table.game, table.view(0), impossible_world)
