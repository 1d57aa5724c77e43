"""Generate problems with hidden hands from deals between computer players, determined by a seed.

Rule players (which play by fixed heuristics), and occasionally a beginner, play one deal after another, under each
preset and each single change of a house rule. A late position becomes a problem if its best card is proved
(`prikup.problems.hidden_proof`) and at least one of some weaker players chooses another card. These weaker players do
not include the levels `pimc` and `master`, so the number of problems that these two levels solve is meaningful. A
change of the rule players would generate other problems, but existing problems remain proved.
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
"""The computer players that play the deals. Each seat gets one of the entries, all with equal probability."""
UNSOLVING = ("rule", "beginner", "rollout")
"""The computer players whose wrong choices make a position a problem."""
FEWEST_WORLDS, MOST_WORLDS = 3, 200
MOST_TRICKS = 6

Category = tuple[Any, ...]


class HiddenCandidate(Struct, frozen=True):
    """A generated problem, with the data by which `select_problems` chooses among the candidates.

    - `deal`: the number of the deal from which the problem was taken.
    - `category`: the group of similar problems to which it belongs; the selection takes problems from all groups in
      turn.
    - `failed_players`: the number of computer players that choose a wrong card.
    - `tricks_left`: the number of remaining tricks.
    """

    problem: HiddenProblem
    deal: int
    category: Category
    failed_players: int
    tricks_left: int


def generate_candidates(name: str, seed: int, deals: int) -> Iterator[HiddenCandidate]:
    """Yield the problems found in random deals of the game `name`.

    `seed` determines the deals, and `deals` is their number.
    """
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
    """Yield each preset as text, and each variant of the first preset with one house rule changed.

    `presets` are the named sets of house rules of a game.
    """
    yield from presets
    first = next(iter(presets.values()))
    for field, value in single_changes(first):
        with suppress(ValueError):  # skip options that may not be combined
            yield options_text(presets, replace(first, **{field: value}))


def _is_candidate(rules: AnyGame, seat_view: View[Any], state: State[Any]) -> bool:
    """Return whether a position has suitable numbers of remaining tricks and of possible deals to become a problem.

    `seat_view` is what the seat to act in `state` can see.
    """
    return (
        is_askable(rules, seat_view)
        and tricks_left(state) <= MOST_TRICKS
        and FEWEST_WORLDS <= count_placements(rules, seat_view) <= MOST_WORLDS
    )


def _category(rules: AnyGame, seat_view: View[Any], problem: HiddenProblem) -> Category:
    """Return the group of similar problems to which a problem belongs, for `select_problems`.

    `seat_view` is what its player sees. The group is the goal, the player's role, and whether there are no trumps,
    whether cards lie face up, and whether the player leads. All problems that have only the proof `sure` (see
    `ProofKind`) form one group.
    """
    if "every" not in problem.proofs:
        return ("sure",)
    objective, tricks = rules.objective(seat_view.public), seat_view.public.tricks
    role = "one" if objective.soloist == seat_view.seat else "each" if objective.soloist is None else "other"
    return objective.goal, role, tricks.order.trump is None, any(seat_view.public.shown), not tricks.table


# Selection


def select_problems(candidates: Sequence[HiddenCandidate], count: int) -> list[HiddenProblem]:
    """Return up to `count` of the candidates, each with the number of failed attempts of computer players filled in.

    The hardest problem of each category (group of similar problems) is chosen in turn. No two problems come from one
    deal, and the house rules are spread evenly.
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
