"""Inference from exchanges and the kitty, compared with every history that a few cards allow.

The histories are played here by the text of the rules, without the engine: all deals of a handful of cards, all gifts,
all discards. A placement must pass the cells and `possible` exactly if some history leads to it and shows the viewer
what they saw.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import pytest
from games.three_five_eight_deals import Table, after, seated

from prikup.games.three_five_eight import Options, Public, ThreeFiveEight
from prikup.games.three_five_eight.public import KITTY
from prikup.games.three_five_eight.scoring import Carry
from prikup.rules.cards import ALL, BIT, cards, mask, parse_card, parse_mask
from prikup.rules.exchange import Debt
from prikup.rules.game import MatchStanding
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
ALONE = (Debt(0, 1, 2),)


def parted(pack: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every way to split some cards into heaps of these sizes."""
    if len(sizes) == 1:
        yield (pack,)
        return
    for heap in map(mask, combinations(cards(pack), sizes[0])):
        for rest in parted(pack & ~heap, sizes[1:]):
            yield (heap, *rest)


def exchanged(hands: Hands, notes: Notes, debt: Debt, gifts: tuple[int, ...]) -> tuple[Hands, Notes]:
    """Return the hands and notes after gifts given together, and the return of the highest cards of their suits."""
    after, told = list(hands), list(map(list, notes))
    giver, receiver = debt.giver, debt.receiver
    assert receiver is not None
    for card in gifts:
        after[giver] ^= BIT[card]
        after[receiver] ^= BIT[card]
        told[giver].append(PrivateNote("gave", receiver, card))
        told[receiver].append(PrivateNote("got", giver, card))
    for card in gifts:
        back = max(c for c in cards(after[receiver]) if c // 13 == card // 13)
        after[receiver] ^= BIT[back]
        after[giver] ^= BIT[back]
        told[receiver].append(PrivateNote("gave", giver, back))
        told[giver].append(PrivateNote("got", receiver, back))
    return tuple(after), tuple(map(tuple, told))


def exchanges(hands: Hands, notes: Notes, debts: tuple[Debt, ...], together: bool) -> Iterator[tuple[Hands, Notes]]:
    """Yield every result of an exchange."""
    if not debts:
        yield hands, notes
        return
    first, *rest = debts
    if together:
        for gifts in combinations(cards(hands[first.giver]), first.count):
            yield from exchanges(*exchanged(hands, notes, first, gifts), tuple(rest), together)
        return
    if first.count > 1:
        rest = [Debt(first.giver, first.receiver, first.count - 1), *rest]
    for card in cards(hands[first.giver]):
        yield from exchanges(*exchanged(hands, notes, first, (card,)), tuple(rest), together)


def kitties(hands: Hands, notes: Notes, kitty: int, announcer: int, mode: str) -> Iterator[tuple[Hands, Notes, int]]:
    """Yield every way to take the kitty: the hands, the notes, and the discards."""
    own = hands[announcer]
    from_hand = own | kitty if mode == "take_then_discard" else own
    for laid in map(mask, combinations(cards(from_hand), kitty.bit_count())):
        held = tuple((own | kitty) & ~laid if s == announcer else h for s, h in enumerate(hands))
        more = [PrivateNote("took", announcer, card) for card in cards(kitty)]
        more += [PrivateNote("discarded", announcer, card) for card in cards(laid)]
        yield held, tuple((*n, *more) if s == announcer else n for s, n in enumerate(notes)), laid


Seen = tuple[int | None, int, tuple[PrivateNote, ...]]


def courses(
    pack: int, sizes: tuple[int, ...], debts: tuple[Debt, ...], together: bool, announcer: int, mode: str
) -> dict[Seen, set[Placement]]:
    """Return by what a viewer may have seen the placements that some history leads to."""
    found: dict[Seen, set[Placement]] = defaultdict(set)
    for *hands, kitty in parted(pack, sizes):
        for then, notes in exchanges(tuple(hands), ((), (), ()), debts, together):
            ends = kitties(then, notes, kitty, announcer, mode) if mode != "untouched" else [(then, notes, 0)]
            for held, told, laid in ends:
                for seat in range(3):
                    found[seat, held[seat], told[seat]].add((held, laid))
                found[None, 0, ()].add((held, laid))
    return found


def judged(
    game: ThreeFiveEight, view: View[Public], pack: int, sizes: tuple[int, ...], found: set[Placement]
) -> Iterator[Placement]:
    """Yield the placements that the game considers possible; its cells must allow those that are `found`."""
    allowed = {(cell.place, cell.seat): cell.allowed for cell in game.unknown(view)}
    away = allowed.get(("discard", view.public.announcer) if view.public.laid else ("stock", None), 0)
    own = mask(note.action for note in view.notes if note.kind == "discarded")
    others = [seat for seat in range(3) if seat != view.seat]
    heap_sizes = (*(sizes[seat] for seat in others), 0 if own else sizes[3])
    for *heaps, last in parted(pack & ~view.hand & ~own, heap_sizes):
        hands = [view.hand] * 3
        for seat, heap in zip(others, heaps, strict=True):
            hands[seat] = heap
        laid = own or (last if view.public.laid else 0)
        stock = ALL & ~pack | (0 if view.public.laid else last)
        if (tuple(hands), laid) in found:
            assert not any(hands[seat] & ~allowed["hand", seat] for seat in others)
            assert not last & ~away
        if game.possible(view, State(view.public, tuple(hands), ((), (), ()), cards(stock))):
            yield tuple(hands), laid


def compare(
    pack: int, sizes: tuple[int, ...], debts: tuple[Debt, ...], together: bool, announcer: int, mode: str, most: int
) -> None:
    """Check every placement for at most `most` views, including the spectator's."""
    untouched = mode == "untouched"
    options = Options(
        exchange_mode="batch" if together else "one_by_one",
        kitty_mode="take_then_discard" if mode == "take_then_discard" else "discard_first",
    )
    game = ThreeFiveEight(options)
    taken = 0 if untouched else sizes[3]
    standing = MatchStanding(2, 0, ((0, 0, 0),), Carry())
    public = Public(
        "announce", 0, 0, 0, (0, 0, 0), standing, (), None, (8, 5, 3), announcer, None, debts, 53, taken, KITTY - taken
    )
    found = courses(pack, sizes, debts, together, announcer, mode)
    seen = sorted(found, key=repr)
    for seat, hand, notes in [(None, 0, ()), *random.Random(1).sample(seen, min(most, len(seen)))]:
        view = View(seat, public, hand, notes)
        true = found[seat, hand, notes]
        assert set(judged(game, view, pack, sizes, true)) == true, (seat, hand, notes)


def few(suits: tuple[int, ...]) -> int:
    """Return this many cards of each suit, every other rank."""
    return mask(13 * suit + 2 * rank for suit, count in enumerate(suits) for rank in range(count))


@pytest.mark.parametrize("announcer", range(3))
@pytest.mark.parametrize("mode", ["untouched", "discard_first", "take_then_discard"])
@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("debts", [ALONE, ONE_UP, TWO_UP], ids=["alone", "one-up", "two-up"])
def test_possible_is_exact(debts: tuple[Debt, ...], together: bool, mode: str, announcer: int) -> None:
    sizes = (2, 2, 2, 1)
    compare(few((4, 3)), sizes, debts, together, announcer, mode, 30)


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
@pytest.mark.parametrize("together", [False, True])
def test_possible_is_exact_after_more_exchanges(
    suits: tuple[int, ...], sizes: tuple[int, ...], debts: tuple[Debt, ...], announcer: int, mode: str, together: bool
) -> None:
    compare(few(suits), sizes, debts, together, announcer, mode, 20)


def cell(table: Table, place: str, seat: int | None) -> int:
    """Return the cards that a location may contain, from the view of seat 1."""
    return next(c.allowed for c in table.game.unknown(table.view(1)) if (c.place, c.seat) == (place, seat))


def homes(table: Table, card: str) -> list[tuple[str, int | None]]:
    """Return the locations that a card may have, from the view of seat 1."""
    return [(c.place, c.seat) for c in table.game.unknown(table.view(1)) if c.allowed & BIT[parse_card(card)]]


def test_who_returned_a_card_holds_nothing_higher_until_he_takes_the_kitty() -> None:
    """A card that a player was given stays in the hand until it may be discarded."""
    table, above = seated("", after((-1, 1, 0)), ("HJ H4", "H2", "HA HK")).say("H2"), parse_mask("...AKQJ")
    assert not cell(table, "hand", 0) & above
    assert cell(table, "hand", 2) & above == parse_mask("...AKQ"), "the jack came back"
    assert homes(table, "H2") == [("hand", 0)]
    table.low("play")
    assert cell(table, "hand", 0) & above == parse_mask("...AKQ")
    assert not cell(table, "discard", 0) & above
    assert homes(table, "H2") == [("hand", 0), ("discard", 0)]


def test_a_card_given_may_have_been_given_on() -> None:
    table = seated("", after((-3, 2, 1)), ("HK H7", "H2 S2", "HA SA")).say("H2 S2")
    assert homes(table, "H2") == [("hand", 0)]
    table.say("SA")
    assert homes(table, "H2") == [("hand", 0), ("hand", 2)]
