"""Certain knowledge of a player at a Tuppi table, compared with the second implementation of the rules."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from games.tuppi_deals import EAST, NORTH, SAFE, SOUTH, WEST, Table, dealt_table, standing
from games.tuppi_hidden_cards_oracle import Placement, is_explained, move_card, placement
from support.circles import depth

from prikup.games.tuppi import Options, Public, Tuppi
from prikup.rules.cards import ALL, BIT, PACK_52, Card, card_text, mask, parse_card, parse_mask
from prikup.rules.options import random_options
from prikup.rules.state import PrivateNote, Seat, State, View, view, watch
from prikup.worlds.possible_worlds import sample_worlds


def _is_allowed(rules: Tuppi, player_view: View[Public], placed_cards: Placement, state: State[Public]) -> bool:
    """Return whether the placement fits the cells and `is_possible`."""
    sizes: Counter[Seat | None] = Counter()
    for place in placed_cards:
        cells = [
            c for c in rules.analysis.hidden_cells(player_view) if (c.seat if c.place == "hand" else None) == place
        ]
        pinned_cards = {c.allowed_cards.bit_length() - 1 for c in cells if c.allowed_cards.bit_count() == 1}
        rest = [c for c in cells if c.allowed_cards.bit_count() > 1]
        assert len(rest) <= 1
        hand = placed_cards[place]
        sizes[place] += sum(c.size for c in cells)
        if not cells:
            continue
        assert sizes[place] == len(hand)
        if not pinned_cards <= hand or any(
            not rest or not rest[0].allowed_cards >> card & 1 for card in hand - pinned_cards
        ):
            return False
    hands = tuple(mask(placed_cards[seat]) for seat in range(4))
    notes: list[tuple[PrivateNote, ...]] = [(), (), (), ()]
    if player_view.seat is not None:
        notes[player_view.seat] = state.notes[player_view.seat]
    return rules.analysis.is_possible(player_view, State(player_view.public, hands, tuple(notes), ()))


def _swap_cards(placed_cards: Placement, player_view: View[Public], rng: random.Random) -> Placement:
    """Return the placement with some hidden cards swapped between two locations."""
    sees_discard = player_view.seat == player_view.public.soloist and player_view.seat is not None
    places = [p for p in placed_cards if placed_cards[p] and p != player_view.seat and not (p is None and sees_discard)]
    new_placement = dict(placed_cards)
    for _ in range(rng.choice((1, 1, 2, 3))):
        if len(places) > 1:
            first_place, second_place = rng.sample(places, 2)
            a, b = rng.choice(sorted(new_placement[first_place])), rng.choice(sorted(new_placement[second_place]))
            new_placement = move_card(
                move_card(new_placement, a, first_place, second_place), b, second_place, first_place
            )
    return new_placement


def _lopsided_deck(rng: random.Random) -> tuple[Card, ...]:
    """Return a deck in which one or two seats lack a bidding card of one colour, so that they may bid it in words."""
    deck, red = rng.sample(PACK_52, 52), rng.random() < 0.3
    able = {card for card in deck if card_text(card)[1] in "3456789TA" and (card >= 26) == red}
    hands: dict[int, list[Card]] = {0: [], 1: [], 2: [], 3: []}
    mute = rng.sample(range(4), rng.choice((1, 2)))
    for card in sorted(deck, key=lambda card: card not in able):
        open_to = [seat for seat in hands if len(hands[seat]) < 13 and not (card in able and seat in mute)]
        hands[rng.choice(open_to)].append(card)
    return tuple(hands[i % 4][i // 4] for i in range(52))


def _steps(rng: random.Random, options: Options) -> Iterator[tuple[Tuppi, State[Public]]]:
    """Yield the states of a random deal with many bids in words and many soolis."""
    rules = Tuppi(options)
    deck = _lopsided_deck(rng) if rng.random() < 0.6 else tuple(rng.sample(PACK_52, 52))
    state = rules.deal(deck, standing(dealer=rng.randrange(4)))
    while True:
        yield rules, state
        if state.public.actor is None:
            return
        legal = rules.legal(view(state, state.public.actor))
        words = [action for action in legal if action >= 52]
        dear = max(legal, key=lambda card: card % 13) if state.public.actor != state.public.soloist else legal[0]
        pick = dear if state.public.phase == "play" else rng.choice(words or legal)
        state = rules.apply(state, pick if rng.random() < 0.7 else rng.choice(legal))


def test_tuppi_placement_is_possible_exactly_if_a_history_explains_it() -> None:
    rng = random.Random(1)
    counts: Counter[Any] = Counter()
    for _ in range(depth(60)):
        for rules, state in _steps(rng, random_options(Options, rng)):
            for seat in (None, 0, 1, 2, 3):
                player_view = watch(state) if seat is None else view(state, seat)
                truth = placement(state)
                assert is_explained(rules, player_view, truth)
                assert _is_allowed(rules, player_view, truth, state)
                swapped_placement = _swap_cards(truth, player_view, rng)
                world = is_explained(rules, player_view, swapped_placement)
                assert _is_allowed(rules, player_view, swapped_placement, state) == world
                has_word_bid = any(announcement.action in (53, 54) for announcement in player_view.public.said)
                counts[world, has_word_bid, player_view.public.soloist is not None] += 1
    if depth(60) == 60:  # a smaller sample lacks some kinds
        assert len(counts) == 8
        assert min(counts.values()) > 50


@pytest.mark.parametrize("exchange", ["discard_then_receive", "receive_then_pass_back"])
def test_tuppi_soloist_without_black_bid_may_have_received_one(exchange: str) -> None:
    """Cells cannot express this: North had no black bidding card, and so holds at most the one received."""
    hands = ("KQJ2.KQJ2.234.45", "98.98.98765.9876", "76543.76543.T.32", "AT.AT.AKQJ.AKQJT")
    cards = "SK S5" if exchange == "discard_then_receive" else "S5 SK"
    table = dealt_table(f"sooli_exchange={exchange}", hands, standing(dealer=WEST)).say(
        f"nolo D5 S7 SA pass sooli {cards}"
    )
    rules, state, outside = table.game, table.state, table.view(WEST)
    assert rules.analysis.is_possible(outside, state)
    rng = random.Random(2)
    black = mask(c for c in PACK_52 if c < 26 and card_text(c)[1] in "3456789TA")
    for world, _ in zip(sample_worlds(rules, outside, rng), range(3), strict=False):
        assert (world.hands[NORTH] & black).bit_count() <= 1
    swapped_hands = list(state.hands)
    for mine, theirs in (("SQ", "S4"), ("CQ", "C4")):
        swapped_hands[NORTH] ^= BIT[parse_card(mine)] | BIT[parse_card(theirs)]
        swapped_hands[SOUTH] ^= BIT[parse_card(mine)] | BIT[parse_card(theirs)]
    assert not rules.analysis.is_possible(outside, State(state.public, tuple(swapped_hands), ((), (), (), ()), ()))


def _homes(table: Table, seat: Seat | None, card: str) -> str:
    """Return the locations of a hidden card from a view (None: a spectator), with the size of each cell."""
    player_view = watch(table.state) if seat is None else table.view(seat)
    cells = [
        cell for cell in table.game.analysis.hidden_cells(player_view) if cell.allowed_cards >> parse_card(card) & 1
    ]
    return " ".join(f"{'away' if cell.place == 'discard' else 'NESW'[cell.seat or 0]}:{cell.size}" for cell in cells)


def test_tuppi_soloists_revealed_card_may_be_discarded() -> None:
    table = dealt_table("", SAFE, standing(dealer=SOUTH)).say("S9 S3 rami S5 pass sooli S3")
    assert [_homes(table, seat, "S3") for seat in (None, EAST, SOUTH, WEST, NORTH)] == ["N:12 away:1"] * 4 + [""]
    table.say("S5")
    assert [_homes(table, SOUTH, card) for card in ("S5", "S3")] == ["N:1", "N:12 away:1"]
    assert _homes(table, NORTH, "S6") == "E:13 S:12 W:12"


def test_tuppi_partners_revealed_card_may_be_given_away() -> None:
    table = dealt_table("", SAFE, standing(dealer=EAST)).say("S6 S9 S3 rami pass sooli S2")
    assert _homes(table, EAST, "S6") == "S:1"
    table.say("S6")
    assert [_homes(table, seat, "S6") for seat in (EAST, SOUTH, NORTH)] == ["N:13 S:12", "N:1", ""]


def test_tuppi_card_passed_back_is_known_to_both_partners() -> None:
    other_card_table, same_card_table = (
        dealt_table("sooli_exchange=receive_then_pass_back", SAFE).say(f"rami S7 S9 S3 pass sooli S5 {card}")
        for card in ("S4", "S5")
    )
    assert [_homes(other_card_table, seat, "S4") for seat in (NORTH, EAST)] == ["S:1", "N:13 S:13 W:13"]
    assert (_homes(other_card_table, SOUTH, "S5"), _homes(same_card_table, NORTH, "S5")) == ("N:1", "S:1")


def test_tuppi_cells_match_worked_example() -> None:
    """Seat 1 revealed a black five, seat 2 said rami: the example at `prikup.games.tuppi.hidden_cards.cells`."""
    table = dealt_table("", ("", ".5..", "AKQJT87.876432..", "")).say("C5 rami").bid(None)
    red, five = parse_mask("..AT9876543.AT9876543"), parse_mask(".5..")
    other_cards = ALL & ~table.state.hands[0] & ~five
    cells = [(cell.seat, cell.size, cell.allowed_cards) for cell in table.game.analysis.hidden_cells(table.view(0))]
    assert cells == [(1, 1, five), (1, 12, other_cards), (2, 13, other_cards & ~red), (3, 13, other_cards)]
