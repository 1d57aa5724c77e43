"""Generate problems with hidden hands from deals between computer players, determined by a seed.

Rule players and, now and then, a beginner play one deal after another, under each preset and each single change of a
house rule. A late position is a problem if the best card is proved (`prikup.problems.hidden_proof`), and hard if
players without a solver go wrong. `pimc` and `master` are not consulted, so that their scores on these problems mean
something. Other rule players would lead to other problems; those already found stay proved.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prikup.bots import player
from prikup.bots.payoff import tricks_left
from prikup.games import GAMES, game
from prikup.problems.difficulty import failing_cards
from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.hidden_proof import is_askable, pose
from prikup.problems.random_deals import RandomDeals, draw_players
from prikup.rules.cards import parse_card
from prikup.rules.game import AnyGame
from prikup.rules.options import options_text, single_changes
from prikup.rules.state import State, View, view
from prikup.worlds.possible_worlds import count_placements

__all__ = ["HiddenCandidate", "generate_candidates", "select_problems"]

PLAYING = ("rule", "rule", "rule", "rule", "rule", "beginner")
"""The players of the deals, drawn with equal probability."""
UNSOLVING = ("rule", "beginner", "rollout")
"""The players whose mistakes make a problem hard."""
FEWEST_WORLDS, MOST_WORLDS = 3, 200
MOST_TRICKS = 6

Category = tuple[Any, ...]


class HiddenCandidate(Struct, frozen=True):
    """A problem, the number of its deal, its category, how many players go wrong, and how many tricks are left."""

    problem: HiddenProblem
    deal: int
    category: Category
    failed_players: int
    tricks_left: int


def generate_candidates(name: str, seed: int, deals: int) -> Iterator[HiddenCandidate]:
    """Yield the hard problems of random deals of a game."""
    options = tuple(_option_variants(GAMES[name].presets))
    random_deals = RandomDeals([game(name, text) for text in options])
    for deal in range(deals):
        rng, rules = random.Random(f"{seed} {name} {deal}"), random_deals.rules(deal)
        for state in random_deals.play(deal, rng, partial(draw_players, PLAYING, rules, deal, rng)):
            seat_view = view(state, state.public.actor)
            if not _is_candidate(rules, seat_view, state):
                continue
            problem = pose(rules, options[deal % len(options)], seat_view)
            if problem is None:
                continue
            right = tuple(map(parse_card, problem.answer))
            failed_players = sum(player(idea, rules, 0)(seat_view) not in right for idea in UNSOLVING)
            if failed_players:
                category = _category(rules, seat_view, problem)
                yield HiddenCandidate(problem, deal, category, failed_players, tricks_left(state))


def _option_variants(presets: Mapping[str, Any]) -> Iterator[str]:
    """Yield each preset as text, and the first preset with one house rule changed."""
    yield from presets
    first = next(iter(presets.values()))
    for field, value in single_changes(first):
        with suppress(ValueError):  # combinations that are not allowed
            yield options_text(presets, replace(first, **{field: value}))


def _is_candidate(rules: AnyGame, seat_view: View[Any], state: State[Any]) -> bool:
    """Return whether a position can be a problem."""
    return (
        is_askable(rules, seat_view)
        and tricks_left(state) <= MOST_TRICKS
        and FEWEST_WORLDS <= count_placements(rules, seat_view) <= MOST_WORLDS
    )


def _category(rules: AnyGame, seat_view: View[Any], problem: HiddenProblem) -> Category:
    """Return the goal, who acts against whom, no trumps, open cards, leading; or only `sure` without `every`."""
    if "every" not in problem.proofs:
        return ("sure",)
    objective, tricks = rules.objective(seat_view.public), seat_view.public.tricks
    role = "one" if objective.soloist == seat_view.seat else "each" if objective.soloist is None else "other"
    return objective.goal, role, tricks.order.trump is None, any(seat_view.public.shown), not tricks.table


# Selection


def select_problems(candidates: Sequence[HiddenCandidate], count: int) -> list[HiddenProblem]:
    """Return up to `count` problems, each with its difficulty.

    They are the hardest of each category in turn, no two from one deal, with house rules spread evenly.
    """
    by_category: dict[Category, list[HiddenCandidate]] = defaultdict(list)
    for candidate in candidates:
        by_category[candidate.category].append(candidate)
    selection: list[HiddenProblem] = []
    used_deals: set[int] = set()
    used_options: Counter[str] = Counter()

    def rank(candidate: HiddenCandidate) -> tuple[int, ...]:
        problem = candidate.problem
        hardness = (candidate.failed_players, len(problem.proofs), candidate.tricks_left)
        return (*hardness, -used_options[problem.options], problem.worlds)

    while len(selection) < count and by_category:
        for category in sorted(by_category):
            available = [candidate for candidate in by_category[category] if candidate.deal not in used_deals]
            if not available or len(selection) == count:
                del by_category[category]
                continue
            hardest = max(available, key=rank)
            selection.append(_with_difficulty(hardest.problem))
            used_deals.add(hardest.deal)
            used_options[hardest.problem.options] += 1
    return selection


def _with_difficulty(problem: HiddenProblem) -> HiddenProblem:
    right = tuple(map(parse_card, problem.answer))
    return replace(problem, failed=failing_cards(problem.rules, problem.parsed_view, right))
