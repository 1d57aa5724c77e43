"""Compare the native search with the reference search on random endings, in every mode and at any point of a trick.

    python tests/campaigns/solver_oracle.py --cards 4 --positions 200000 [--max-n] [--seats 2,3,4] [--seed 0]
    python tests/campaigns/solver_oracle.py --full 20

The endings are solved for two sides, or with `--max-n` for players who each play for themselves.

With `--full` the program solves this number of whole deals of each mode, with the complete search and without each of
its parts in turn. Without the transposition table a hand has at most nine cards, because more would take days.
"""

import sys
from multiprocessing import Pool
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from solver.positions import MODES, deal_position, random_position
from support.command_line import parse_command_line

from prikup.solver import max_n, max_n_cards, reference, solve_cards, solve_many
from prikup.solver.exact import PARTS, Search
from prikup.solver.position import Position

SHARE = 100  # positions per task


Task = tuple[int, int, tuple[int, ...], int]
"""A seed, the number of the task, the possible numbers of seats, and the maximum number of cards per hand."""


def share_of(task: Task) -> list[Position]:
    """Return the random positions of one task."""
    seed, share, seats, max_cards = task
    rng = Random(f"{seed} {share}")
    return [
        random_position(rng, rng.choice(seats), max_cards if max_cards > 4 else rng.randint(1, max_cards))
        for _ in range(SHARE)
    ]


def differing(task: Task) -> list[Position]:
    """Return the positions of one task on which the native and the reference search disagree."""
    positions = share_of(task)
    answers = solve_many(positions, "cards")
    return [
        position
        for position, answer in zip(positions, answers, strict=True)
        if answer.cards != (cards := reference.solve_cards(position)) or answer.value not in cards.values()
    ]


def differing_max_n(task: Task) -> list[Position]:
    """Return the positions of one task on which the native and the reference search disagree.

    Every seat plays for itself.
    """
    return [
        position
        for position in share_of(task)
        if max_n(position) != reference.max_n(position) or max_n_cards(position) != reference.max_n_cards(position)
    ]


def check_without_parts(task: tuple[str, int]) -> list[Position]:
    """Return the deals for which the search without one of its parts gives another result.

    `task` is the name of a mode, and a number that determines the deals. Each part of the search is switched off in
    turn; the list is empty if all results agree.
    """
    mode, seed = task
    wrong = []
    for part in PARTS:
        position = deal_position(mode, seed, min(9, MODES[mode]) if part == "table" else min(13, MODES[mode]))
        if solve_cards(position) != Search(disabled_parts=(part,)).answers([position], "cards")[0].cards:
            wrong.append(position)
    return wrong


def main() -> int:
    """Print the positions that differ, and return their number, at most 99."""
    arguments = parse_command_line(__doc__, cards=4, positions=2000, seats="2,3,4", seed=0, full=0, max_n=False)
    seats = tuple(map(int, arguments.seats.split(",")))
    shares = -(-arguments.positions // SHARE)
    description = f"{shares * SHARE} positions of {'' if arguments.cards > 4 else 'up to '}{arguments.cards} cards"
    wrong = []
    with Pool() as pool:
        if arguments.full:
            description = f"{arguments.full} deals of each of {', '.join(MODES)}"
            tasks = [(mode, arguments.seed + deal) for mode in MODES for deal in range(arguments.full)]
            results = pool.imap_unordered(check_without_parts, tasks)
        else:
            compare = differing_max_n if arguments.max_n else differing
            results = pool.imap_unordered(
                compare, ((arguments.seed, share, seats, arguments.cards) for share in range(shares))
            )
        for positions in results:
            wrong += positions
            for position in positions:
                print(position)
    print(f"{description}: {len(wrong)} differ")
    return min(len(wrong), 99)


if __name__ == "__main__":
    sys.exit(main())
