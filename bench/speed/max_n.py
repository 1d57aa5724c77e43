"""Measure the solver for positions where every seat plays for itself: `python -m bench.speed.max_n [--json]`.

Endings of random deals, reached by random play, are solved by the function `max_n`. Each ending is solved on its own,
without a cache of earlier ones. The program runs in one process on one core. The time of an ending is that of the
fastest of several runs.
"""

import argparse
import statistics
import time
from random import Random
from typing import Any

from bench.figures import pin_to_one_core, show
from prikup.rules.cards import PACK_32, PACK_52, cards, mask
from prikup.rules.tricks import Order
from prikup.solver import Position, max_n

TIME_LIMIT_MS = 50


def ending_for_fewest(rng: Random, tricks_left: int) -> Position:
    """Return a random ending of `tricks_left` tricks in which every player wants to take as few as possible.

    The two cards of the talon (the undealt cards) are out of play.
    """
    deck = rng.sample(PACK_32, 30)
    return ending(rng, Position(hands=deal_hands(deck), seats=(0, 1, 2), leader=0, goal="fewest"), tricks_left)


def talon_leads(rng: Random, tricks_left: int) -> Position:
    """Return the start of a random deal in which the cards of the talon (the undealt cards) lead to the first tricks.

    Each player has `tricks_left` cards. The dealer, who has none, takes a trick that a talon card wins. Every player
    wants to take as few tricks as possible.
    """
    deck = rng.sample(PACK_32, 3 * tricks_left + 2)
    return Position(
        hands=(*deal_hands(deck[2:]), 0),
        seats=(0, 1, 2),
        leader=0,
        goal="fewest",
        talon=tuple(deck[:2]),
        dealer=3,
        leader_again=True,
    )


def ending_for_most(rng: Random, tricks_left: int) -> Position:
    """Return a random ending of `tricks_left` tricks in which every player wants to take as many as possible.

    There may be a trump suit.
    """
    order, deck = Order(rng.choice((None, 0, 1, 2, 3))), rng.sample(PACK_52, 48)
    return ending(rng, Position(hands=deal_hands(deck), seats=(0, 1, 2), leader=0, order=order), tricks_left)


def deal_hands(deck: list[int]) -> tuple[int, ...]:
    """Deal a deck to three hands, and return the hands as bit masks."""
    return tuple(mask(deck[seat::3]) for seat in range(3))


def ending(rng: Random, position: Position, tricks_left: int) -> Position:
    """Play random cards from a position until `tricks_left` tricks are left, and return the new position."""
    while position.remaining_tricks > tricks_left or position.table:
        tricks = position.tricks
        _, position = position.after(rng.choice(cards(tricks.legal(position.hands[tricks.turn]))))
    return position


KINDS = (
    ("everybody for the fewest", ending_for_fewest, range(4, 11)),
    ("everybody for the fewest, the talon leads", talon_leads, (10,)),
    ("sixteen cards", ending_for_most, range(4, 11)),
)


def measure(endings: int, times: int, seed: int) -> dict[str, Any]:
    """Measure `endings` endings of each kind and size; return the table rows by table title.

    Each ending is solved `times` times, and the fastest time counts. `seed` determines the endings.
    """
    rows = []
    for name, kind, sizes in KINDS:
        for size in sizes:
            rng = Random(f"{seed} {name} {size}")
            durations_ms = sorted(best_time_ms(kind(rng, size), times) for _ in range(endings))
            rows.append(
                {
                    "name": name,
                    "cards each": size,
                    "mean ms": round(statistics.mean(durations_ms), 2),
                    "median": round(statistics.median(durations_ms), 2),
                    "95 %": round(durations_ms[(95 * endings - 1) // 100], 2),
                    "max": round(durations_ms[-1], 2),
                }
            )
    return {
        f"max^n of {endings} endings": rows,
        f"most cards within {TIME_LIMIT_MS} ms": [
            {"name": name} | {head: _max_cards(rows, name, head) for head in ("mean ms", "95 %", "max")}
            for name, _, sizes in KINDS
            if len(sizes) > 1
        ],
    }


def best_time_ms(position: Position, times: int) -> float:
    """Solve a position `times` times, and return the milliseconds of the fastest run.

    The fastest run counts because other processes only ever slow a run down.
    """
    return min(_measure_once(position) for _ in range(times))


def _measure_once(position: Position) -> float:
    start = time.perf_counter()
    max_n(position)
    return 1000 * (time.perf_counter() - start)


def _max_cards(rows: list[dict[str, Any]], name: str, head: str) -> int:
    return max(int(row["cards each"]) for row in rows if row["name"] == name and row[head] <= TIME_LIMIT_MS)


def main() -> None:
    """Parse the command line, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--endings", type=int, default=200, help="of each size")
    parser.add_argument("--times", type=int, default=3, help="of each ending")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    pin_to_one_core()
    figures = measure(arguments.endings, arguments.times, arguments.seed)
    show(figures, as_json=arguments.json)


if __name__ == "__main__":
    main()
