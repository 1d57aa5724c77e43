"""What a player at a Tuppi table may conclude, checked against the rules told a second time."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from games.tuppi_again import Placement, explained, moved, placement
from games.tuppi_deals import EAST, NORTH, SAFE, SOUTH, WEST, act, bid, dealt, soloing, standing, tuppi
from support.circles import depth

from prikup.cards import ALL, BIT, PACK_52, Card, card_text, mask, parse_card
from prikup.games.tuppi import Options, Public, Tuppi
from prikup.options import drawn
from prikup.state import Note, Seat, State, View, view, watch
from prikup.worlds import worlds


def _allowed(rules: Tuppi, seen: View[Public], placed: Placement, state: State[Public]) -> bool:
    """Whether the placement fits the cells and `possible`."""
    sizes: Counter[Seat | None] = Counter()
    for place in placed:
        cells = [c for c in rules.unknown(seen) if (c.seat if c.place == "hand" else None) == place]
        pinned = {c.allowed.bit_length() - 1 for c in cells if c.allowed.bit_count() == 1}
        rest = [c for c in cells if c.allowed.bit_count() > 1]
        assert len(rest) <= 1
        held = placed[place]
        sizes[place] += sum(c.size for c in cells)
        if not cells:
            continue
        assert sizes[place] == len(held)
        if not pinned <= held or any(not rest or not rest[0].allowed >> card & 1 for card in held - pinned):
            return False
    hands = tuple(mask(placed[seat]) for seat in range(4))
    notes: list[tuple[Note, ...]] = [(), (), (), ()]
    if seen.seat is not None:
        notes[seen.seat] = state.notes[seen.seat]
    return rules.possible(seen, State(seen.public, hands, tuple(notes), ()))


def _swapped(placed: Placement, seen: View[Public], rng: random.Random) -> Placement:
    """The placement with some unseen cards changed between two places."""
    own = seen.seat == seen.public.soloist and seen.seat is not None
    places = [p for p in placed if placed[p] and p != seen.seat and not (p is None and own)]
    changed = dict(placed)
    for _ in range(rng.choice((1, 1, 2, 3))):
        if len(places) > 1:
            one, other = rng.sample(places, 2)
            a, b = rng.choice(sorted(changed[one])), rng.choice(sorted(changed[other]))
            changed = moved(moved(changed, a, one, other), b, other, one)
    return changed


def _lopsided(rng: random.Random) -> tuple[Card, ...]:
    """A deck in which one seat or two hold no black card, or no red one, that can bid: they may say that bid."""
    deck, red = rng.sample(PACK_52, 52), rng.random() < 0.3
    able = {card for card in deck if card_text(card)[1] in "3456789TA" and (card >= 26) == red}
    held: dict[int, list[Card]] = {0: [], 1: [], 2: [], 3: []}
    mute = rng.sample(range(4), rng.choice((1, 2)))
    for card in sorted(deck, key=lambda card: card not in able):
        open_to = [seat for seat in held if len(held[seat]) < 13 and not (card in able and seat in mute)]
        held[rng.choice(open_to)].append(card)
    return tuple(held[i % 4][i // 4] for i in range(52))


def _steps(rng: random.Random, options: Options) -> Iterator[tuple[Tuppi, State[Public]]]:
    """The states of a random deal with many words for bids and many soolis."""
    rules = Tuppi(options)
    deck = _lopsided(rng) if rng.random() < 0.6 else tuple(rng.sample(PACK_52, 52))
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


def test_a_placement_is_a_world_just_when_some_history_explains_it() -> None:
    rng = random.Random(1)
    found: Counter[Any] = Counter()
    for _ in range(depth(60)):
        for rules, state in _steps(rng, drawn(Options, rng)):
            for seat in (None, 0, 1, 2, 3):
                seen = watch(state) if seat is None else view(state, seat)
                truth = placement(state)
                assert explained(rules, seen, truth)
                assert _allowed(rules, seen, truth, state)
                other = _swapped(truth, seen, rng)
                world = explained(rules, seen, other)
                assert _allowed(rules, seen, other, state) == world
                spoken = any(said.action in (53, 54) for said in seen.public.said)
                found[world, spoken, seen.public.soloist is not None] += 1
    if depth(60) == 60:  # a smaller sample is not of every kind
        assert len(found) == 8
        assert min(found.values()) > 50


@pytest.mark.parametrize("exchange", ["discard_then_receive", "receive_then_pass_back"])
def test_a_soloist_without_a_black_bid_may_have_been_given_one(exchange: str) -> None:
    """What cells cannot say: North had no black card that can bid, so that he holds at most the one he got."""
    rules = tuppi(f"sooli_exchange={exchange}")
    hands = ("KQJ2.KQJ2.234.45", "98.98.98765.9876", "76543.76543.T.32", "AT.AT.AKQJ.AKQJT")
    state = act(rules, dealt(rules, hands, standing(dealer=WEST)), "nolo D5 S7 SA pass sooli")
    assert state.public.soloist == NORTH
    state = act(rules, state, "SK S5" if exchange == "discard_then_receive" else "S5 SK")
    outside = view(state, WEST)
    assert rules.possible(outside, state)
    rng = random.Random(2)
    black = mask(c for c in PACK_52 if c < 26 and card_text(c)[1] in "3456789TA")
    for world, _ in zip(worlds(rules, outside, rng), range(3), strict=False):
        assert (world.hands[NORTH] & black).bit_count() <= 1
    swapped = list(state.hands)
    for mine, theirs in (("SQ", "S4"), ("CQ", "C4")):
        swapped[NORTH] ^= BIT[parse_card(mine)] | BIT[parse_card(theirs)]
        swapped[SOUTH] ^= BIT[parse_card(mine)] | BIT[parse_card(theirs)]
    assert not rules.possible(outside, State(state.public, tuple(swapped), ((), (), (), ()), ()))


def _homes(rules: Tuppi, seen: View[Public], card: str) -> set[tuple[str, Seat | None, int]]:
    return {(c.place, c.seat, c.size) for c in rules.unknown(seen) if c.allowed >> parse_card(card) & 1}


def test_the_soloists_turned_card_may_have_been_laid_away() -> None:
    rules = tuppi()
    state = act(rules, dealt(rules, SAFE, standing(dealer=SOUTH)), "S9 S3 rami S5 pass sooli S3")
    assert state.public.soloist == NORTH
    for seat in (None, EAST, SOUTH, WEST):
        seen = watch(state) if seat is None else view(state, seat)
        assert _homes(rules, seen, "S3") == {("hand", NORTH, 12), ("discard", NORTH, 1)}
    assert _homes(rules, view(state, NORTH), "S3") == set()
    played_on = act(rules, state, "S5")
    assert _homes(rules, view(played_on, SOUTH), "S5") == {("hand", NORTH, 1)}
    assert _homes(rules, view(played_on, SOUTH), "S3") == {("hand", NORTH, 12), ("discard", NORTH, 1)}
    assert _homes(rules, view(played_on, NORTH), "S6") == {("hand", s, n) for s, n in ((1, 13), (2, 12), (3, 12))}


def test_the_partners_turned_card_may_have_been_given() -> None:
    rules = tuppi()
    state = act(rules, dealt(rules, SAFE, standing(dealer=EAST)), "S6 S9 S3 rami pass sooli S2")
    assert _homes(rules, view(state, EAST), "S6") == {("hand", SOUTH, 1)}
    state = act(rules, state, "S6")
    assert _homes(rules, view(state, EAST), "S6") == {("hand", NORTH, 13), ("hand", SOUTH, 12)}
    assert _homes(rules, view(state, SOUTH), "S6") == {("hand", NORTH, 1)}
    assert _homes(rules, view(state, NORTH), "S6") == set()


def test_a_card_passed_back_is_known_to_two() -> None:
    rules = tuppi("sooli_exchange=receive_then_pass_back")
    state = soloing(rules, exchange="S5 S4")
    assert _homes(rules, view(state, NORTH), "S4") == {("hand", SOUTH, 1)}
    assert _homes(rules, view(state, SOUTH), "S5") == {("hand", NORTH, 1)}
    assert _homes(rules, view(state, EAST), "S4") == {("hand", NORTH, 13), ("hand", SOUTH, 13), ("hand", WEST, 13)}
    state = soloing(rules, exchange="S5 S5")
    assert _homes(rules, view(state, NORTH), "S5") == {("hand", SOUTH, 1)}


def test_who_does_not_follow_has_none_of_the_suit() -> None:
    rules = tuppi("sooli=off")
    state = act(rules, bid(rules, dealt(rules), SOUTH), "CA DA")
    cells = {c.seat: c.allowed for c in rules.unknown(watch(state)) if c.allowed.bit_count() > 1}
    assert not cells[SOUTH] >> parse_card("C2") & 1
    assert cells[WEST] >> parse_card("C2") & 1


def test_the_cells_of_the_worked_example() -> None:
    """Seat 1 turned up a black five, seat 2 said rami aloud: the example at `prikup.games.tuppi.unknown.cells`."""
    rules = tuppi()
    red = mask(card for card in PACK_52 if card // 13 in (2, 3) and (card % 13 in range(1, 9) or card % 13 == 12))
    black, other = [c for c in PACK_52 if c // 13 < 2], [c for c in PACK_52 if c // 13 > 1]
    five, blacks = parse_card("C5"), [c for c in black if c != parse_card("C5")]
    one, two = [five, *blacks[:4], *other[:8]], blacks[4:17]
    rest = [c for c in PACK_52 if c not in one + two]
    by_seat = {1: one, 2: two, 3: rest[:13], 0: rest[13:]}
    deck = tuple(by_seat[(1 + at) % 4][trick] for trick in range(13) for at in range(4))
    state = rules.deal(deck, standing())
    assert isinstance(state, State)
    for word in ("C5", "rami"):
        state = act(rules, state, word)
    for seat in (3, 0):
        state = rules.apply(state, rules.legal(view(state, seat))[0])
    unseen = ALL & ~state.hands[0]
    found = [(cell.seat, cell.size, cell.allowed) for cell in rules.unknown(view(state, 0))]
    others = unseen & ~BIT[five]
    assert found == [(1, 1, BIT[five]), (1, 12, others), (2, 13, others & ~red), (3, 13, others)]
