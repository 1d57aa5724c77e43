"""Test whether the time of an answer to a friend request reveals whether the account exists or has blocked the sender.

Run `python tests/campaigns/friend_answer_times.py [--tries 200]`. An account asks by name, in random order: an account
that exists, one that has blocked it, one that has refused it twice, and a name that no account has. After each answer
the request is withdrawn. The server stores notices of the requests. If times reveal nothing, then the times for any two
of these names are samples of the same distribution.

The program prints for each other name the median time, the Kolmogorov–Smirnov distance to the times for the name that
exists, and the probability of a distance at least as large, by random permutations of the times.
"""

import asyncio
import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from campaigns.bot_timing_leak import MIN_P, Times, chance
from server.http.test_notices import BOTH
from server.server_thread import Visitor, receive, run_server
from support.command_line import parse_command_line
from support.example_games import example

NAMES = ("Existing", "Missing", "Blocking", "Refusing")


def _make_accounts(asker: Visitor, blocking: Visitor, refusing: Visitor) -> None:
    """Let one account block the sender, and another one refuse the sender's requests twice."""
    table = blocking.table(game=example(seats=3))

    async def block() -> None:
        async with blocking.socket(table) as owner, asker.socket(table) as guest:
            person = (await receive(guest, "seats"))["me"]
            await receive(owner, "seats")
            await asyncio.to_thread(blocking.post, "blocks", table=table, person=person)

    asyncio.run(block())
    for _ in range(2):
        asker.post("friends", name="Refusing")
        refusing.post("friends/Asker", yes=False)


def measure(tries: int, rng: random.Random) -> dict[str, list[float]]:
    """Return the seconds of the answers to requests by name, in so many tries each."""
    seconds: dict[str, list[float]] = {name: [] for name in NAMES}
    with (
        tempfile.TemporaryDirectory() as folder,
        run_server(Path(folder), notices=BOTH, client=Path(folder)) as running,
    ):
        visitors = {name: Visitor(running, name) for name in ("Asker", *NAMES) if name != "Missing"}
        for name, visitor in visitors.items():
            visitor.post("account", name=name, password="long enough")
        asker = visitors["Asker"]
        _make_accounts(asker, visitors["Blocking"], visitors["Refusing"])
        for _ in range(tries):
            for name in rng.sample(NAMES, len(NAMES)):
                start = perf_counter()
                asker.post("friends", name=name)
                seconds[name].append(perf_counter() - start)
                asker.http.delete(f"/api/friends/{name}", headers={"content-type": "application/json"})
        for visitor in visitors.values():
            visitor.http.close()
    return seconds


def main() -> None:
    """Measure and compare; exit with 1 if a difference is too large for chance."""
    options = parse_command_line(__doc__, tries=200, seed=1)
    rng = random.Random(options.seed)
    seconds = measure(options.tries, rng)
    is_leak = False
    for name in NAMES[1:]:
        distance, probability = chance([Times(seconds[name], seconds["Existing"])], rng)
        milliseconds = 1000 * median(seconds[name])
        print(f"{name}: median {milliseconds:.2f} ms, distance {distance:.3f}, probability {probability:.3f}")
        is_leak |= probability < MIN_P
    print(f"Existing: median {1000 * median(seconds['Existing']):.2f} ms")
    sys.exit(is_leak)


if __name__ == "__main__":
    main()
