"""Measure one round of quick pairing: the time to decide which people of a queue sit down together.

Run `python -m bench.speed.pairing [--people 300] [--json]`. Each row is a lane with that many people and other ratings
and waiting times; the time is the best of five runs. The worst case is that all of them began to look at once.
"""

import argparse
from random import Random
from time import process_time

from bench.figures import pin_to_one_core, show
from prikup.server.lobby.pairing import Meetings, Seeker, find_groups

RUNS = 5
QUEUES = {"equal ratings": (0, 1_000), "ratings ± 200": (200, 30_000), "ratings ± 600": (600, 1_000)}
"""The queues by name, each with the standard deviation of the ratings and the longest time waited, in ms."""


def seekers(people: int, deviation: int, waited_ms: int) -> list[Seeker]:
    """Return random people of a lane."""
    dice = Random(1)
    return [
        Seeker(f"{number:024}", dice.randrange(waited_ms), round(dice.gauss(1500, deviation)), bots=dice.random() < 0.5)
        for number in range(people)
    ]


def seconds(queue: list[Seeker], seats: int, *, partners: bool) -> float:
    """Return the processor time of one round."""
    start = process_time()
    find_groups(queue, seats, Meetings(), partners=partners)
    return process_time() - start


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    pin_to_one_core()
    rows = []
    for name, (deviation, waited_ms) in QUEUES.items():
        queue = seekers(arguments.people, deviation, waited_ms)
        for seats, partners in ((3, False), (4, True)):
            best_s = min(seconds(queue, seats, partners=partners) for _ in range(RUNS))
            tables = len(find_groups(queue, seats, Meetings(), partners=partners))
            rows.append({"": name, "seats": seats, "tables": tables, "ms": f"{1000 * best_s:.0f}"})
    show({f"One round, {arguments.people} people": rows}, as_json=arguments.json)


if __name__ == "__main__":
    main()
