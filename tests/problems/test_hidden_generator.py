"""Problems with hidden hands are generated from deals: the same ones from the same seed, each of them hard."""

import pytest
from msgspec.structs import replace
from support.circles import depth

from prikup.games import GAMES
from prikup.problems.hidden_generator import generate_candidates, select_problems
from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.problem import PLAYERS, problems

GAMES_WITH_PROBLEMS = tuple(name for name in GAMES if problems(HiddenProblem, name))


@pytest.mark.parametrize("name", GAMES_WITH_PROBLEMS)
def test_the_same_seed_makes_the_same_hidden_problems(name: str) -> None:
    candidates = list(generate_candidates(name, 3, depth(20)))
    assert candidates == list(generate_candidates(name, 3, depth(20)))
    assert all(candidate.failed_players for candidate in candidates)


def test_hidden_problems_of_one_deal_are_not_chosen_together() -> None:
    candidates = list(generate_candidates(GAMES_WITH_PROBLEMS[0], 3, 12))[:4]
    assert len(candidates) == 4, "the seed makes fewer now: take another seed"
    deals = (0, 1, 1, 0)
    candidates = [replace(candidate, deal=deal) for candidate, deal in zip(candidates, deals, strict=True)]
    deal_by_view = {candidate.problem.view: candidate.deal for candidate in candidates}
    selection = select_problems(candidates, 3)
    assert sorted(deal_by_view[problem.view] for problem in selection) == [0, 1]
    assert all(len(problem.failed) == len(PLAYERS) for problem in selection)
