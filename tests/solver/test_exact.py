"""The native search, compared with the reference minimax, tested by its own laws, and interrupted."""

import os
import subprocess
import sys
import threading
from itertools import product
from random import Random

import pytest
from campaigns.solver_oracle import differing
from solver.positions import (
    MODES,
    compress_ranks,
    deal,
    deal_position,
    play_randomly,
    random_position,
    rotate_seats,
    shift_suits,
)
from support.circles import depth
from support.faults import check_each

from prikup.rules.cards import PACK_52
from prikup.solver import Limits, NotSolved, Position, best_line, reference, solve, solve_cards, solve_many
from prikup.solver.exact import PARTS, Part, Search
from prikup.solver.native import Cancel


def test_exact_search_equals_reference_minimax() -> None:
    for share in range(depth(20)):
        assert differing((1, share, (2, 3, 4), 4)) == []


def test_exact_search_equals_reference_minimax_with_five_cards() -> None:
    for seed in range(depth(4)):
        position = random_position(Random(f"five {seed}"), 3, 5)
        assert solve_cards(position) == reference.solve_cards(position)


def test_exact_result_does_not_depend_on_search_parts() -> None:
    def check(mode: str, part: Part) -> None:
        partial_search = Search(disabled_parts=(part,))
        for seed in range(3):
            position = play_randomly(Random(seed), deal_position(mode, seed), seed)
            assert partial_search.answers([position], "cards")[0].cards == solve_cards(position)

    check_each(check, product(MODES, PARTS))


def test_exact_result_is_unchanged_by_renamed_seats_suits_and_ranks() -> None:
    """Renamed seats or suits, and missing ranks, do not change the result."""
    check_each(check_laws, product(MODES, range(5)))


def check_laws(mode: str, seed: int) -> None:
    """Check the laws for a deal before its first lead."""
    position = deal_position(mode, seed)
    value, tricks_by_card = solve(position), solve_cards(position)
    best = max if position.wants_many(position.tricks.turn) else min
    assert best(tricks_by_card.values()) == value
    rotated_position = rotate_seats(position)
    if rotated_position.seats[0] == 0:  # otherwise the order around the table starts elsewhere
        assert solve(rotated_position) == value
    suits = Random(seed).randrange(1, 4)
    shifted_position = shift_suits(position, suits)
    assert solve(shifted_position) == value
    assert solve_cards(shifted_position) == {
        (card + 13 * suits) % 52: tricks for card, tricks in tricks_by_card.items()
    }
    if not position.order.ace_low:
        compressed_position, new_card = compress_ranks(position)
        assert solve_cards(compressed_position) == {new_card[card]: tricks for card, tricks in tricks_by_card.items()}


def test_exact_search_with_window_returns_nearest_bound() -> None:
    for mode in MODES:
        position = deal_position(mode, 3)
        value, tricks_by_card = solve(position), solve_cards(position)
        for need in range(1, position.remaining_tricks + 1):
            assert solve(position, window=(need - 1, need)) == (need if value >= need else need - 1)
            clipped_tricks = {card: min(max(tricks, need - 1), need) for card, tricks in tricks_by_card.items()}
            assert solve_cards(position, window=(need - 1, need)) == clipped_tricks


def test_solve_many_gives_same_answers_with_one_and_several_threads() -> None:
    positions = [deal_position("no trump", seed) for seed in range(40)]
    one_thread_answers, four_thread_answers = (solve_many(positions, "cards", threads=threads) for threads in (1, 4))
    assert [answer.cards for answer in one_thread_answers] == [answer.cards for answer in four_thread_answers]
    assert [answer.cards for answer in one_thread_answers] == [solve_cards(position) for position in positions]


def test_solve_many_handles_mixed_position_kinds() -> None:
    """Results cached for one kind of position are not used for another."""
    kinds = [deal_position(mode, seed) for seed in range(3) for mode in MODES]
    assert [answer.value for answer in solve_many(kinds)] == [solve(position) for position in kinds]


LONG = Position(
    hands=deal(Random(5), PACK_52, 4, 13), seats=(0, 1, 2, 3), leader=0, side=frozenset({0, 2}), goal="fewest"
)


def test_stopped_search_returns_valid_bounds() -> None:
    position = deal_position("partners", 2)
    value, tricks_by_card = solve(position), solve_cards(position)
    for nodes in (1, 100, 10_000):
        answer = solve_many([position], "cards", limits=Limits(nodes=nodes))[0]
        assert answer.nodes <= nodes + 1
        assert answer.tricks[0] <= value <= answer.tricks[1]
        assert set(answer.bounds_by_card) == set(tricks_by_card)
        assert all(low <= tricks_by_card[card] <= high for card, (low, high) in answer.bounds_by_card.items())
    answer = solve_many([position], "cards", limits=Limits(nodes=1))[0]
    with pytest.raises(NotSolved) as error:
        _ = answer.value
    assert error.value.answer is answer
    with pytest.raises(NotSolved):
        solve_cards(position, limits=Limits(nodes=1))


def test_exact_search_stops_at_time_limit() -> None:
    """The search returns the bounds found so far."""
    answers = solve_many([LONG] * 50, threads=2, limits=Limits(seconds=0.05))
    assert any(answer.tricks[0] < answer.tricks[1] for answer in answers)


def test_exact_search_is_cancelled_by_another_thread() -> None:
    cancel = Cancel()
    threading.Timer(0.05, cancel.cancel).start()  # real time: to interrupt a running search
    answers = solve_many([LONG] * 50, threads=2, limits=Limits(cancel=cancel))
    assert answers[-1].tricks == (0, 13)


GROWS = """
import re, sys
from pathlib import Path
from solver.positions import deal_position
from prikup.solver import Limits, solve_many
peak = lambda: int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
solve_many([deal_position("trump", 1)])
before = peak()
solve_many([deal_position("partners, fewest", 3, 13)], limits=Limits(nodes=4_000_000, memory=int(sys.argv[1]) << 20))
print(peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much it took")
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizers take memory of their own")
def test_exact_search_stays_within_memory_limit() -> None:
    """A process grows by no more MiB than allowed, with a small cache and with a large one."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    grown = [
        float(
            subprocess.run([sys.executable, "-c", GROWS, mib], env=environment, capture_output=True, check=True).stdout
        )
        for mib in ("8", "256")
    ]
    assert grown[0] < 10 < 16 < grown[1]


def test_exact_search_works_with_small_memory() -> None:
    position = deal_position("partners, fewest", 4)
    assert solve(position, limits=Limits(memory=1 << 20)) == solve(position)


def test_exact_search_of_finished_deal_has_no_tricks() -> None:
    over = Position(hands=(0, 0), seats=(0, 1), leader=0, side=frozenset({0}))
    assert solve(over) == 0
    assert solve_cards(over) == {}
    assert best_line(over) == ()


@pytest.mark.parametrize(("threads", "memory"), [(0, 1 << 20), (1, 1 << 19)])
def test_search_rejects_invalid_thread_count_and_memory(threads: int, memory: int) -> None:
    with pytest.raises(ValueError, match="thread"):
        Search(threads, Limits(memory=memory))
