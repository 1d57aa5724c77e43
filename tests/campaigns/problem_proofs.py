"""Prove every problem of the package again: `python tests/campaigns/problem_proofs.py`, or `make problems-proof`.

Problems with open hands and few remaining cards are also proved by plain minimax.
"""

import sys
import time
from collections import Counter

from msgspec.structs import replace

from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.hidden_proof import pose
from prikup.problems.open_problem import OpenProblem
from prikup.problems.open_proof import is_proved, prove
from prikup.problems.problem import Problem, every_problem
from prikup.rules.cards import card_text
from prikup.solver import reference

__all__ = ["is_proved_plainly", "is_short"]

PLAINLY = {2: 7, 3: 6, 4: 4}
"""The maximum number of remaining tricks for plain minimax, by number of players."""


def is_short(problem: OpenProblem) -> bool:
    """Return whether a problem has so few remaining tricks that plain minimax can prove it."""
    return problem.asks != "discard" and problem.position().remaining_tricks <= PLAINLY[len(problem.seats)]


def is_proved_plainly(problem: OpenProblem) -> bool:
    """Return whether plain minimax confirms the solution of a problem."""
    if problem.asks == "number":
        return reference.solve(problem.position()) == problem.value
    tricks_by_card = {card_text(card): tricks for card, tricks in reference.solve_cards(problem.position()).items()}
    return tricks_by_card == prove(problem).tricks_by_answer


def is_right(problem: Problem) -> bool:
    """Return whether a new proof confirms the solution of a problem."""
    if isinstance(problem, OpenProblem):
        return is_proved(problem, prove(problem)) and (not is_short(problem) or is_proved_plainly(problem))
    assert isinstance(problem, HiddenProblem)
    return pose(problem.rules, problem.options, problem.parsed_view) == replace(problem, failed=())


def main() -> int:
    """Prove all problems, print those that are not proved, and return the exit code."""
    start, proof_counts, wrong = time.monotonic(), Counter[str](), 0
    for problem in (*every_problem(OpenProblem), *every_problem(HiddenProblem)):
        proof_counts[f"{problem.game} {problem.theme}"] += 1
        if not is_right(problem):
            wrong += 1
            print(f"not proved: {problem}", file=sys.stderr)
    for name, number in proof_counts.items():
        print(f"{number:5} {name}")
    print(f"{proof_counts.total()} problems, {wrong} not proved, {time.monotonic() - start:.1f} s")
    return 1 if wrong or not proof_counts else 0


if __name__ == "__main__":
    sys.exit(main())
