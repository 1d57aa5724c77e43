"""Inference from exchanges and the kitty, compared with every history that a few cards allow.

The histories are played here by the text of the rules, without the engine: all deals of a handful of cards, all gifts,
all discards. A placement must pass the cells and `is_possible` exactly if some history leads to it and shows the viewer
what they saw.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import pytest
from games.three_five_eight_deals import Table, dealt_table, next_standing

from prikup.games.three_five_eight import Options, Public, ThreeFiveEight
from prikup.games.three_five_eight.public import KITTY
from prikup.games.three_five_eight.scoring import Carry
from prikup.rules.cards import ALL, BIT, cards, mask, parse_card, parse_mask
from prikup.rules.exchange import Debt
from prikup.rules.match_standing import MatchStanding
from prikup.rules.state import PrivateNote, State, View

Hands = tuple[int, ...]
Notes = tuple[tuple[PrivateNote, ...], ...]
Placement = tuple[Hands, int]

ONE_UP = (Debt(0, 1, 1), Debt(0, 2, 1))
ONE_UP_MORE = (Debt(0, 1, 1), Debt(0, 2, 2))
MORE_ONE_UP = (Debt(0, 1, 2), Debt(0, 2, 1))
TWO_UP = (Debt(0, 2, 1), Debt(1, 2, 1))
TWO_UP_MORE = (Debt(0, 2, 1), Debt(1, 2, 2))
MORE_TWO_UP = (Debt(0, 2, 2), Debt(1, 2, 1))
SINGLE_DEBT = (Debt(0, 1, 2),)


def card_splits(pack: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every way to split some cards into heaps of these sizes."""
    if len(sizes) == 1:
        yield (pack,)
        return
    for heap in map(mask, combinations(cards(pack), sizes[0])):
        for rest in card_splits(pack & ~heap, sizes[1:]):
            yield (heap, *rest)


def exchange_cards(hands: Hands, notes: Notes, debt: Debt, gifts: tuple[int, ...]) -> tuple[Hands, Notes]:
    """Return the hands and notes after gifts given together, and the return of the highest cards of their suits."""
    new_hands, new_notes = list(hands), list(map(list, notes))
    giver, receiver = debt.giver, debt.receiver
    assert receiver is not None
    for card in gifts:
        new_hands[giver] ^= BIT[card]
        new_hands[receiver] ^= BIT[card]
        new_notes[giver].append(PrivateNote("gave", receiver, card))
        new_notes[receiver].append(PrivateNote("got", giver, card))
    for card in gifts:
        back = max(c for c in cards(new_hands[receiver]) if c // 13 == card // 13)
        new_hands[receiver] ^= BIT[back]
        new_hands[giver] ^= BIT[back]
        new_notes[receiver].append(PrivateNote("gave", giver, back))
        new_notes[giver].append(PrivateNote("got", receiver, back))
    return tuple(new_hands), tuple(map(tuple, new_notes))


def exchanges(hands: Hands, notes: Notes, debts: tuple[Debt, ...], batch: bool) -> Iterator[tuple[Hands, Notes]]:
    """Yield every result of an exchange."""
    if not debts:
        yield hands, notes
        return
    first, *rest = debts
    if batch:
        for gifts in combinations(cards(hands[first.giver]), first.count):
            yield from exchanges(*exchange_cards(hands, notes, first, gifts), tuple(rest), batch)
        return
    if first.count > 1:
        rest = [Debt(first.giver, first.receiver, first.count - 1), *rest]
    for card in cards(hands[first.giver]):
        yield from exchanges(*exchange_cards(hands, notes, first, (card,)), tuple(rest), batch)


def kitties(hands: Hands, notes: Notes, kitty: int, announcer: int, mode: str) -> Iterator[tuple[Hands, Notes, int]]:
    """Yield every way to take the kitty: the hands, the notes, and the discards."""
    hand = hands[announcer]
    from_hand = hand | kitty if mode == "take_then_discard" else hand
    for discard in map(mask, combinations(cards(from_hand), kitty.bit_count())):
        new_hands = tuple((hand | kitty) & ~discard if s == announcer else h for s, h in enumerate(hands))
        kitty_notes = [PrivateNote("took", announcer, card) for card in cards(kitty)]
        kitty_notes += [PrivateNote("discarded", announcer, card) for card in cards(discard)]
        yield new_hands, tuple((*n, *kitty_notes) if s == announcer else n for s, n in enumerate(notes)), discard


ViewKey = tuple[int | None, int, tuple[PrivateNote, ...]]


def placements_by_view(
    pack: int, sizes: tuple[int, ...], debts: tuple[Debt, ...], batch: bool, announcer: int, mode: str
) -> dict[ViewKey, set[Placement]]:
    """Return by what a viewer may have seen the placements that some history leads to."""
    placements: dict[ViewKey, set[Placement]] = defaultdict(set)
    for *hands, kitty in card_splits(pack, sizes):
        for exchanged_hands, notes in exchanges(tuple(hands), ((), (), ()), debts, batch):
            ends = (
                kitties(exchanged_hands, notes, kitty, announcer, mode)
                if mode != "untouched"
                else [(exchanged_hands, notes, 0)]
            )
            for final_hands, final_notes, discard in ends:
                for seat in range(3):
                    placements[seat, final_hands[seat], final_notes[seat]].add((final_hands, discard))
                placements[None, 0, ()].add((final_hands, discard))
    return placements


def possible_placements(
    game: ThreeFiveEight, view: View[Public], pack: int, sizes: tuple[int, ...], true_placements: set[Placement]
) -> Iterator[Placement]:
    """Yield the placements that the game considers possible; its cells must allow those that are `true_placements`."""
    allowed_cards = {(cell.place, cell.seat): cell.allowed_cards for cell in game.analysis.hidden_cells(view)}
    allowed_discard = allowed_cards.get(("discard", view.public.announcer) if view.public.laid else ("stock", None), 0)
    own_discard = mask(note.action for note in view.notes if note.kind == "discarded")
    other_seats = [seat for seat in range(3) if seat != view.seat]
    heap_sizes = (*(sizes[seat] for seat in other_seats), 0 if own_discard else sizes[3])
    for *heaps, last_heap in card_splits(pack & ~view.hand & ~own_discard, heap_sizes):
        hands = [view.hand] * 3
        for seat, heap in zip(other_seats, heaps, strict=True):
            hands[seat] = heap
        discard = own_discard or (last_heap if view.public.laid else 0)
        stock = ALL & ~pack | (0 if view.public.laid else last_heap)
        if (tuple(hands), discard) in true_placements:
            assert not any(hands[seat] & ~allowed_cards["hand", seat] for seat in other_seats)
            assert not last_heap & ~allowed_discard
        if game.analysis.is_possible(view, State(view.public, tuple(hands), ((), (), ()), cards(stock))):
            yield tuple(hands), discard


def compare(
    pack: int, sizes: tuple[int, ...], debts: tuple[Debt, ...], batch: bool, announcer: int, mode: str, max_views: int
) -> None:
    """Check every placement for at most `max_views` views, including the spectator's."""
    kitty_untouched = mode == "untouched"
    options = Options(
        exchange_mode="batch" if batch else "one_by_one",
        kitty_mode="take_then_discard" if mode == "take_then_discard" else "discard_first",
    )
    game = ThreeFiveEight(options)
    taken_count = 0 if kitty_untouched else sizes[3]
    standing = MatchStanding(2, 0, ((0, 0, 0),), Carry())
    public = Public(
        "announce",
        0,
        0,
        0,
        (0, 0, 0),
        standing,
        (),
        None,
        (8, 5, 3),
        announcer,
        None,
        debts,
        53,
        taken_count,
        KITTY - taken_count,
    )
    placements = placements_by_view(pack, sizes, debts, batch, announcer, mode)
    view_keys = sorted(placements, key=repr)
    for seat, hand, notes in [(None, 0, ()), *random.Random(1).sample(view_keys, min(max_views, len(view_keys)))]:
        view = View(seat, public, hand, notes)
        true_placements = placements[seat, hand, notes]
        assert set(possible_placements(game, view, pack, sizes, true_placements)) == true_placements, (
            seat,
            hand,
            notes,
        )


def small_pack(suits: tuple[int, ...]) -> int:
    """Return this many cards of each suit, every other rank."""
    return mask(13 * suit + 2 * rank for suit, count in enumerate(suits) for rank in range(count))


@pytest.mark.parametrize("announcer", range(3))
@pytest.mark.parametrize("mode", ["untouched", "discard_first", "take_then_discard"])
@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize("debts", [SINGLE_DEBT, ONE_UP, TWO_UP], ids=["alone", "one-up", "two-up"])
def test_three_five_eight_possible_is_exact(debts: tuple[Debt, ...], batch: bool, mode: str, announcer: int) -> None:
    sizes = (2, 2, 2, 1)
    compare(small_pack((4, 3)), sizes, debts, batch, announcer, mode, 30)


@pytest.mark.parametrize(
    ("suits", "sizes", "debts", "announcer", "mode"),
    [
        ((8,), (3, 2, 2, 1), ONE_UP_MORE, 0, "discard_first"),
        ((5, 3), (3, 2, 2, 1), ONE_UP_MORE, 1, "discard_first"),
        ((4, 4), (3, 2, 2, 1), MORE_ONE_UP, 2, "discard_first"),
        ((4, 4), (2, 2, 3, 1), TWO_UP_MORE, 2, "discard_first"),
        ((5, 3), (2, 2, 3, 1), MORE_TWO_UP, 2, "take_then_discard"),
        ((4, 2, 2), (2, 2, 2, 2), TWO_UP_MORE, 1, "discard_first"),
        ((5, 3), (2, 2, 2, 2), ONE_UP_MORE, 2, "take_then_discard"),
        ((3, 3, 2), (2, 2, 2, 2), MORE_TWO_UP, 2, "discard_first"),
    ],
)
@pytest.mark.thorough
@pytest.mark.parametrize("batch", [False, True])
def test_three_five_eight_possible_is_exact_after_more_exchanges(
    suits: tuple[int, ...], sizes: tuple[int, ...], debts: tuple[Debt, ...], announcer: int, mode: str, batch: bool
) -> None:
    compare(small_pack(suits), sizes, debts, batch, announcer, mode, 20)


def cell(table: Table, place: str, seat: int | None) -> int:
    """Return the cards that a location may contain, from the view of seat 1."""
    return next(
        c.allowed_cards for c in table.game.analysis.hidden_cells(table.view(1)) if (c.place, c.seat) == (place, seat)
    )


def homes(table: Table, card: str) -> list[tuple[str, int | None]]:
    """Return the locations that a card may have, from the view of seat 1."""
    return [
        (c.place, c.seat)
        for c in table.game.analysis.hidden_cells(table.view(1))
        if c.allowed_cards & BIT[parse_card(card)]
    ]


def test_three_five_eight_cells_exclude_cards_higher_than_returned_one() -> None:
    """A card that a player was given stays in the hand until it may be discarded."""
    table, high_hearts = (
        dealt_table("", next_standing((-1, 1, 0)), ("HJ H4", "H2", "HA HK")).say("H2"),
        parse_mask("...AKQJ"),
    )
    assert not cell(table, "hand", 0) & high_hearts
    assert cell(table, "hand", 2) & high_hearts == parse_mask("...AKQ"), "the jack came back"
    assert homes(table, "H2") == [("hand", 0)]
    table.play_low("play")
    assert cell(table, "hand", 0) & high_hearts == parse_mask("...AKQ")
    assert not cell(table, "discard", 0) & high_hearts
    assert homes(table, "H2") == [("hand", 0), ("discard", 0)]


def test_three_five_eight_cells_allow_given_card_to_be_passed_on() -> None:
    table = dealt_table("", next_standing((-3, 2, 1)), ("HK H7", "H2 S2", "HA SA")).say("H2 S2")
    assert homes(table, "H2") == [("hand", 0)]
    table.say("SA")
    assert homes(table, "H2") == [("hand", 0), ("hand", 2)]
