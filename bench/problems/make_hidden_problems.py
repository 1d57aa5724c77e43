"""Search for the problems of `prikup positions` and write them to the game's folder.

Run `python -m bench.problems.make_hidden_problems`.

Rule players and, now and then, a beginner play one deal after another, under each preset and each single change of a
house rule. A late position is a problem if the best card is proved (`prikup.problems.hidden_proof`), and hard if
players without a solver go wrong. From each kind (who acts against whom, for which goal, with trumps or without,
leading or not; and those where no card is best in every world) the hardest are taken in turn, no two from one deal.
`pimc` and `master` are not consulted. Other rule players would lead to other problems; those already found stay proved.
"""

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from prikup.bots import player
from prikup.bots.payoff import tricks_left
from prikup.games import GAMES, game
from prikup.problems.difficulty import failing_cards
from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.hidden_proof import is_askable, pose
from prikup.rules.cards import parse_card
from prikup.rules.game import AnyGame
from prikup.rules.match import Match
from prikup.rules.options import options_text, single_changes
from prikup.rules.state import State, View, view
from prikup.worlds.possible_worlds import count_placements

PLAYING = ("rule", "rule", "rule", "rule", "rule", "beginner")
"""The players of the deals; each entry is drawn equally often."""
UNSOLVING = ("rule", "beginner", "rollout")
"""The players whose mistakes make a problem hard."""
FEWEST_WORLDS, MOST_WORLDS = 3, 200
MOST_TRICKS = 6

Kind = tuple[Any, ...]


class Found(NamedTuple):
    """A problem, the number of its deal, its kind, how many players go wrong, and how many tricks are left."""

    problem: HiddenProblem
    deal: int
    kind: Kind
    failed_players: int
    tricks_left: int


def find_problems(name: str, deals: int, seed: int) -> Iterator[Found]:
    """Yield the hard problems of `deals` deals."""
    games = [(options, game(name, options)) for options in option_variants(GAMES[name].presets)]
    matches = [Match.begin(rules) for _, rules in games]
    for deal in range(deals):
        rng, game_number = random.Random(f"{seed} {name} {deal}"), deal % len(games)
        options, rules = games[game_number]
        state = matches[game_number].deal_random(rng)
        player_names = rng.choices(PLAYING, k=rules.seats)
        players = [player(idea, rules, deal) for idea in player_names]
        while (seat := state.public.actor) is not None:
            seat_view = view(state, seat)
            if is_candidate(rules, seat_view, state) and (problem := pose(rules, options, seat_view)):
                right = tuple(map(parse_card, problem.answer))
                wrong = sum(player(idea, rules, 0)(seat_view) not in right for idea in UNSOLVING)
                if wrong:
                    yield Found(problem, deal, kind(rules, seat_view, problem), wrong, tricks_left(state))
            state = rules.apply(state, players[seat](seat_view))
        after = matches[game_number].close(rules.outcome(state))
        matches[game_number] = Match.begin(rules) if after.over else after


def option_variants(presets: Mapping[str, Any]) -> Iterator[str]:
    """Yield each preset as text, and the first preset with one house rule changed."""
    yield from presets
    first = next(iter(presets.values()))
    for field, value in single_changes(first):
        with suppress(ValueError):  # combinations that are not allowed
            yield options_text(presets, replace(first, **{field: value}))


def is_candidate(rules: AnyGame, seat_view: View[Any], state: State[Any]) -> bool:
    """Return whether a position can be a problem."""
    return (
        is_askable(rules, seat_view)
        and tricks_left(state) <= MOST_TRICKS
        and FEWEST_WORLDS <= count_placements(rules, seat_view) <= MOST_WORLDS
    )


def kind(rules: AnyGame, seat_view: View[Any], problem: HiddenProblem) -> Kind:
    """Return who acts against whom, the goal, no trumps, open cards, leading; or only `sure` without `every`."""
    if "every" not in problem.proofs:
        return ("sure",)
    contest, tricks = rules.contest(seat_view.public), seat_view.public.tricks
    role = "one" if contest.soloist == seat_view.seat else "each" if contest.soloist is None else "other"
    return contest.goal, role, tricks.order.trump is None, any(seat_view.public.shown), not tricks.table


def select_problems(candidates: list[Found], max_count: int) -> list[Found]:
    """Return the hardest of each kind in turn, no two from one deal, with house rules spread evenly."""
    by_kind: dict[Kind, list[Found]] = defaultdict(list)
    for candidate in candidates:
        by_kind[candidate.kind].append(candidate)
    selection: list[Found] = []
    used: Counter[str] = Counter()
    while len(selection) < max_count and by_kind:
        for key in sorted(by_kind):
            available = [
                entry
                for entry in by_kind[key]
                if entry.deal not in {selected_entry.deal for selected_entry in selection}
            ]
            if not available or len(selection) == max_count:
                del by_kind[key]
                continue
            hardest = max(
                available, key=lambda entry: (*rank(entry), -used[entry.problem.options], entry.problem.worlds)
            )
            selection.append(hardest)
            used[hardest.problem.options] += 1
    return selection


def rank(candidate: Found) -> tuple[int, ...]:
    """Return the sort key for difficulty and strength of proof."""
    return candidate.failed_players, len(candidate.problem.proofs), candidate.tricks_left


def with_difficulty(problem: HiddenProblem) -> HiddenProblem:
    """Return the problem with the failed attempts of computer players."""
    right = tuple(map(parse_card, problem.answer))
    return replace(problem, failed=failing_cards(problem.rules, problem.parsed_view, right))


def main() -> None:
    """Search and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="one game; all of them unless said")
    parser.add_argument("--deals", type=int, default=2000, help="of each game")
    parser.add_argument("--each", type=int, default=14, help="problems of each game")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in [arguments.game] if arguments.game else GAMES:
        candidates = list(find_problems(name, arguments.deals, arguments.seed))
        selection = select_problems(candidates, arguments.each)
        print(f"{name}: {len(selection)} of {len(candidates)}", file=sys.stderr)
        lines = [msgspec.json.encode(with_difficulty(entry.problem)) + b"\n" for entry in selection]
        (GAMES[name].folder / HiddenProblem.FILE).write_bytes(b"".join(lines))


if __name__ == "__main__":
    main()
