"""Several kernels in threads give the results of one kernel, and stop at a limit."""

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from solver.positions import MODES, deal_position, random_position
from wasm.over_wasm import Kernels

from prikup.solver import Limits, NotSolved, Position, SearchResult, solve_many, wasm


class Counting(Kernels):
    """Kernels that count the shared questions."""

    def __init__(self, threads: int) -> None:
        super().__init__(threads=threads)
        self.shared = 0

    def share(self, make: bytes, questions: Iterable[bytes], over: wasm.Over) -> wasm.KernelAnswer:
        question_list = [*questions]
        self.shared += len(question_list)
        return super().share(make, question_list, over)


@pytest.fixture(params=[2, 4])
def shared_kernels(request: pytest.FixtureRequest) -> Iterator[Counting]:
    """Replace the single kernel by two or four."""
    kernels = Counting(request.param)
    wasm.use(kernels)
    yield kernels
    wasm.use(Kernels())


def positions() -> list[Position]:
    """Return small positions and whole deals."""
    rng = Random(1)
    small_positions = [random_position(rng, rng.choice((2, 3, 4)), 4) for _ in range(100)]
    return small_positions + [deal_position(mode, seed, 7) for mode in MODES for seed in range(5)]


def solved_values(answers: Iterable[SearchResult]) -> list[object]:
    """Return the results without the nodes, which depend on the positions that the same kernel has solved before."""
    return [(answer.tricks, answer.bounds_by_card) for answer in answers]


def test_several_wasm_kernels_give_results_of_one(shared_kernels: Counting) -> None:
    solver_positions = positions()
    shared_values = solved_values(solve_many(solver_positions, "cards"))
    assert shared_kernels.shared == len(solver_positions)
    wasm.use(Kernels())
    assert shared_values == solved_values(solve_many(solver_positions, "cards"))


def test_search_with_a_node_limit_is_not_shared(shared_kernels: Counting) -> None:
    deals = [deal_position("trump", seed, 8) for seed in range(16)]
    shared_results = solve_many(deals, limits=Limits(nodes=1000))
    assert not shared_kernels.shared
    wasm.use(Kernels())
    assert shared_results == solve_many(deals, limits=Limits(nodes=1000))


def test_shared_kernels_stop_at_time_limit(shared_kernels: Counting) -> None:
    deals = [deal_position("partners", seed, 13) for seed in range(500)]  # which take some minutes
    answers = solve_many(deals, limits=Limits(seconds=0.2))
    assert shared_kernels.shared == len(deals)
    for answer in answers[-100:]:
        with pytest.raises(NotSolved):
            _ = answer.value
