"""Preferans: the knowledge of each seat about hidden cards: talon, discard and open hands.

Knowledge from the play is compared with all worlds in `tests/worlds/test_possible_worlds.py`. A (seat 0) is eldest hand
and declares; with four D deals and sits out.
"""

from games.preferans_table import Table, prepared_table
from games.table import check

from prikup.rules.cards import parse_mask
from prikup.rules.state import watch

TALON = parse_mask("...AK")


def allowed_cards(table: Table, seat: int | None, place: str, owner: int | None) -> int:
    """Return the cards that a location may contain, from the view of a seat or a spectator."""
    view = watch(table.state) if seat is None else table.view(seat)
    (card_mask,) = [
        cell.allowed_cards
        for cell in table.game.analysis.hidden_cells(view)
        if (cell.place, cell.seat) == (place, owner)
    ]
    return card_mask


def test_preferans_hidden_card_cells_follow_the_deal() -> None:
    check(
        prepared_table,
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


def test_preferans_talon_cards_are_in_declarers_hand_or_discard() -> None:
    for words, places in ("", ["hand"]), ("S7 S8", ["hand", "discard"]):
        table = prepared_table().say(f"6S pass pass {words}")
        for viewer, other_seat in (1, 2), (2, 1), (None, 1):
            assert not allowed_cards(table, viewer, "hand", other_seat) & TALON
            assert all(allowed_cards(table, viewer, place, 0) & TALON == TALON for place in places)
