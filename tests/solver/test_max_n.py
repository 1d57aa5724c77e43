"""Every seat for itself: the native search compared with the reference, the tie rule, the laws, the limits."""

import threading
from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from campaigns.solver_oracle import differing_max_n
from msgspec.structs import replace
from solver.positions import (
    compress_ranks,
    deal,
    hand,
    moments,
    play_randomly,
    position,
    random_position,
    rotate_seats,
    shift_suits,
)
from support.circles import depth
from support.faults import check_each

from prikup.rules.cards import PACK_32, PACK_52, parse_card
from prikup.rules.tricks import Order
from prikup.solver import (
    BadPosition,
    Goal,
    Limits,
    NotSolved,
    Position,
    max_n,
    max_n_cards,
    paranoid,
    reference,
    solve,
)
from prikup.solver.native import Cancel

Game = Callable[[int, int], Position]


def fewest_position(seed: int, cards_per_seat: int = 7) -> Position:
    """Return a position in which all want the fewest tricks."""
    rng = Random(f"fewest {seed}")
    hands = deal(rng, PACK_32, 3, cards_per_seat)
    return play_randomly(rng, Position(hands=hands, seats=(0, 1, 2), leader=rng.randrange(3), goal="fewest"), seed % 3)


def most_position(seed: int, cards_per_seat: int = 7) -> Position:
    """Return a position in which all want the most tricks."""
    rng = Random(f"most {seed}")
    hands, order = deal(rng, PACK_52, 3, cards_per_seat), Order(rng.choice((None, 0, 1, 2, 3)))
    return play_randomly(rng, Position(hands=hands, seats=(0, 1, 2), leader=rng.randrange(3), order=order), seed % 3)


def test_max_n_equals_reference_search() -> None:
    for share in range(depth(8)):
        assert differing_max_n((2, share, (2, 3, 4), 4)) == []


def test_max_n_equals_reference_search_with_five_cards() -> None:
    for game, seed in product((fewest_position, most_position), range(2)):
        position = game(seed, 5)
        assert max_n_cards(position) == reference.max_n_cards(position)


def test_max_n_equals_reference_search_with_fixed_last_player() -> None:
    """In one suit the same cards are left after either of two leads, but a different seat plays last."""
    for seed in range(depth(40)):
        rng = Random(f"last {seed}")
        hands, last = deal(rng, PACK_52[:13], 3, 4), rng.randrange(3)
        moment = Position(hands=hands, seats=(0, 1, 2), leader=0, last=last, goal=rng.choice(("most", "fewest")))
        assert max_n(moment) == reference.max_n(moment)


HANDS = hand("2.2"), hand("A..3"), hand(".A.4")


@pytest.mark.parametrize(
    ("goal", "seats", "lead", "expected_tricks"),
    [
        ("most", (0, 1, 2), "C2", {0: 0, 1: 0, 2: 2}),
        ("most", (0, 2, 1), "S2", {0: 0, 2: 1, 1: 1}),
        ("fewest", (0, 1, 2), "S2", {0: 0, 1: 2, 2: 0}),
        ("fewest", (0, 2, 1), "C2", {0: 0, 2: 2, 1: 0}),
    ],
)
def test_max_n_breaks_ties_against_next_player(
    goal: Goal, seats: tuple[int, ...], lead: str, expected_tricks: dict[int, int]
) -> None:
    """Seat 0 takes no trick: one opponent's ace beats its spade, the other's its club.

    The seat that discards on the spade keeps the four of diamonds above the three if it wants tricks, and discards it
    if it wants none.
    """
    moment = Position(hands=HANDS, seats=seats, leader=0, goal=goal)
    tricks_by_card = max_n_cards(moment)
    assert max_n(moment) == expected_tricks == tricks_by_card[parse_card(lead)]
    assert [tricks[0] for tricks in tricks_by_card.values()] == [0, 0]
    other_tricks = next(tricks for card, tricks in tricks_by_card.items() if card != parse_card(lead))
    assert (other_tricks[seats[1]] > expected_tricks[seats[1]]) == (goal == "most")


def test_max_n_breaks_ties_against_second_next_player() -> None:
    """The hands are the same, with a fourth player in between who takes no trick either."""
    hands = (HANDS[0], hand("3.3"), *HANDS[1:])
    assert max_n(position(hands, leader=0, side=set())) == {0: 0, 1: 0, 2: 0, 3: 2}
    assert max_n(position(hands, leader=0, side=set(), goal="fewest")) == {0: 0, 1: 0, 2: 2, 3: 0}


def test_max_n_gives_talon_tricks_to_dealer() -> None:
    talon = Position(
        hands=(*map(hand, ("7.7", "8.8", "9.9")), 0),
        seats=(0, 1, 2),
        leader=1,
        goal="fewest",
        talon=(parse_card("SA"),),
        dealer=3,
        leader_again=True,
    )
    assert max_n(talon) == {0: 0, 1: 0, 2: 1, 3: 1}
    assert max_n(replace(talon, dealer=None)) == {0: 0, 1: 0, 2: 2}


def test_max_n_satisfies_its_laws() -> None:
    """All tricks are taken, no seat does worse than against a united table, and the best card gives the value.

    The side of a position has no effect here.
    """
    check_each(check_moment, (*moments(depth(150), 5), *moments(depth(20), 6)))


def check_moment(moment: Position) -> None:
    """Check the laws for a position."""
    tricks_by_seat, tricks_by_card = max_n(moment), max_n_cards(moment)
    assert set(tricks_by_seat) == set(moment.takers)
    assert all(sum(tricks.values()) == moment.remaining_tricks for tricks in (tricks_by_seat, *tricks_by_card.values()))
    paranoid_tricks = paranoid(moment)
    wants_many = moment.goal == "most"
    assert all(
        paranoid_tricks[seat] <= tricks_by_seat[seat] if wants_many else paranoid_tricks[seat] >= tricks_by_seat[seat]
        for seat in tricks_by_seat
    )
    best = (max if wants_many else min)(tricks[moment.tricks.turn] for tricks in tricks_by_card.values())
    assert tricks_by_seat in tricks_by_card.values()
    assert tricks_by_seat[moment.tricks.turn] == best
    assert max_n(replace(moment, side=frozenset())) == tricks_by_seat


def test_paranoid_search_equals_one_against_all() -> None:
    for moment in moments(20, 4):
        assert paranoid(moment) == {seat: solve(replace(moment, side=frozenset({seat}))) for seat in moment.takers}


def test_max_n_of_two_players_equals_paranoid_search() -> None:
    """Every trick that one does not take, the other takes."""
    for seed in range(20):
        moment = replace(random_position(Random(f"two {seed}"), 2, 6), talon=(), dealer=None)
        assert max_n(moment) == paranoid(moment)


def test_max_n_result_is_unchanged_by_renamed_seats_suits_and_ranks() -> None:
    """Renamed seats or suits, and missing ranks, do not change the result."""
    check_each(check_names, product((fewest_position, most_position), range(6)))


def check_names(game: Game, seed: int) -> None:
    """Check a deal under other names."""
    moment = game(seed, 7)
    tricks_by_seat, tricks_by_card = max_n(moment), max_n_cards(moment)
    assert max_n(rotate_seats(moment)) == {(seat - 1) % 3: tricks for seat, tricks in tricks_by_seat.items()}
    suits = 1 + seed % 3
    shifted_position = shift_suits(moment, suits)
    assert max_n_cards(shifted_position) == {
        (card + 13 * suits) % 52: tricks for card, tricks in tricks_by_card.items()
    }
    compressed_position, new_card = compress_ranks(moment)
    assert max_n_cards(compressed_position) == {new_card[card]: tricks for card, tricks in tricks_by_card.items()}


def test_max_n_of_finished_deal_has_no_tricks() -> None:
    over = Position(hands=(0, 0, 0), seats=(0, 2), leader=0)
    assert max_n(over) == {0: 0, 2: 0} == paranoid(over) == reference.max_n(over)
    assert max_n_cards(over) == {}


def test_max_n_rejects_invalid_position() -> None:
    for ask in (max_n, max_n_cards, paranoid):
        with pytest.raises(BadPosition):
            ask(position((hand("2"), hand("34")), leader=0, side=set()))


def test_max_n_works_with_small_memory() -> None:
    """The cache is overwritten many times during the search."""
    moment = fewest_position(6, 10)
    assert max_n(moment, limits=Limits(memory=1 << 20)) == max_n(moment)


LONG = most_position(0, 16)


def test_stopped_max_n_returns_widest_bounds() -> None:
    for ask in (max_n, max_n_cards):
        with pytest.raises(NotSolved) as error:
            ask(LONG, limits=Limits(nodes=1000))
        assert error.value.answer.tricks == (0, 16)
        assert error.value.answer.nodes == 1001


def test_max_n_within_node_limit_is_exact() -> None:
    """Under any limit, the answer is right or there is none."""
    moment = fewest_position(2)
    exact_tricks = max_n(moment)
    results = []
    for nodes in (1, 10, 100, 1000, 10_000, 100_000, 1_000_000):
        try:
            results.append(max_n(moment, limits=Limits(nodes=nodes)) == exact_tricks)
        except NotSolved:
            assert not results
    assert results
    assert all(results)


def test_max_n_stops_at_time_limit() -> None:
    with pytest.raises(NotSolved):
        max_n(LONG, limits=Limits(seconds=0.05))


def test_max_n_is_cancelled_by_another_thread() -> None:
    cancel = Cancel()
    threading.Timer(0.05, cancel.cancel).start()  # real time: to interrupt a running search
    with pytest.raises(NotSolved):
        max_n(LONG, limits=Limits(cancel=cancel))
