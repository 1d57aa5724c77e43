"""Test whether the response times of strong computer players reveal whether they had a choice.

Run `python tests/campaigns/bot_timing_leak.py [--tables 16] [--decisions 2000]`. `prikup serve` runs with its normal
settings. At each table a client that answers at once with any legal action plays against computer players of one level,
and records when each of their actions arrives. Which of these actions had alternatives follows from the log once the
deal is over. The recorded times are grouped by what an observer can distinguish: the game, the phase, and the place in
the trick. If times reveal nothing, then within each group the times with a choice and the times without one are samples
of the same distribution.

The program prints the Kolmogorov–Smirnov distance of the two samples, and the probability of a distance at least as
large. The distribution of the distance is found by random permutations of the times, so ties do no harm. The result
covers all decisions, but each decision is only compared with those of its own group.
"""

import asyncio
import random
import sys
import tempfile
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from server.socket_player import Player
from support.command_line import parse_command_line
from support.server_process import Server, started_server

from prikup.games import GAMES
from prikup.history.events import ActionEvent, Event
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.rules.state import view

DEALS = 2
"""The number of deals per match; the log of a match reveals each deal when it is over."""
PERMUTATIONS = 1000
"""The number of random permutations from which the distribution of the distance is found."""
MIN_P = 0.01
"""A distance with a smaller probability than this is not put down to chance."""


class Kind(NamedTuple):
    """A group of prompts that an observer can distinguish from others: the game, the phase, and the place in the trick.

    `cards` is the number of cards in the hand, and `lying` the number of cards in the trick.
    """

    game: str
    phase: str
    cards: int
    lying: int


class Times(NamedTuple):
    """The seconds from prompt to action, with a choice (`free`) and without one (`forced`)."""

    free: list[float]
    forced: list[float]


TimesByKind = dict[Kind, Times]


class Observer:
    """A client that measures the response times of the other players at a table.

    `took` has the times by deal and then by seat, in order; a time is None if it cannot be measured.
    """

    def __init__(self) -> None:
        self.took: dict[int, dict[int, list[float | None]]] = defaultdict(lambda: defaultdict(list))
        self._deal = 0
        self._asked: dict[int, float] = {}

    def record_message(self, message: dict[str, Any]) -> None:
        """Record the arrival of a message of the server."""
        arrival = perf_counter()
        if message["type"] == "sealed" and message["deal"] != self._deal:
            self._deal, self._asked = message["deal"], {}
        if message["type"] != "view":
            return
        for move in message["moved"]:
            prompt_time = self._asked.pop(move["seat"], None)  # None: a later one of several actions at once
            self.took[self._deal][move["seat"]].append(None if prompt_time is None else arrival - prompt_time)
        self._asked = {seat: self._asked.get(seat, arrival) for seat in message["asked"]}


async def _play_matches(http: httpx.AsyncClient, name: str, level: str, seed: int, times_by_kind: TimesByKind) -> None:
    """Play one match of the game `name` after another, and add the observed times after each match.

    `level` is the strength of the computer players, and `seed` determines the client's actions.
    """
    guest = (await http.post("/api/guests", json={})).raise_for_status().json()
    headers = {"Authorization": f"Bearer {guest['token']}"}
    while True:
        table_settings = {"game": name, "level": level, "bots": True, "deals": DEALS}
        table = (await http.post("/api/tables", json=table_settings, headers=headers)).raise_for_status().json()["id"]
        ticket = (await http.post("/api/tickets", json={}, headers=headers)).raise_for_status().json()["ticket"]
        address = f"{str(http.base_url).replace('http', 'ws', 1)}/ws/tables/{table}?ticket={ticket}"
        player, observer = Player(seed), Observer()
        async with connect(address, compression=None, max_queue=None) as socket:
            async for text in socket:
                message = msgspec.json.decode(text)
                observer.record_message(message)
                if answer := player.respond(message):
                    await socket.send(msgspec.json.encode(answer), text=True)
                if player.stage == "over":
                    break
        log = (await http.get(f"/api/tables/{table}/log", headers=headers)).raise_for_status().content
        _add_times(read_events(log)[0], observer, player.seat, times_by_kind)
        seed += 1000


def _add_times(events: Sequence[Event], observer: Observer, own_seat: int | None, times_by_kind: TimesByKind) -> None:
    """Add the times of a match, grouped by whether the log shows that the player had a choice.

    `events` is the log of the match. `own_seat` is the seat of the client, whose own times do not count.
    """
    begin, *rest = events
    log = Log.replay([begin])
    times = {deal: {seat: iter(took) for seat, took in seats.items()} for deal, seats in observer.took.items()}
    for event in rest:
        if isinstance(event, ActionEvent) and log.state is not None:
            took = next(times[log.match.deals + 1][event.seat])
            if event.seat != own_seat and took is not None:
                seat_view = view(log.state, event.seat)
                public = log.state.public
                lying = len(public.tricks.table) if public.tricks else 0
                kind = Kind(log.game.name, public.phase, seat_view.hand.bit_count(), lying)
                free = len(log.game.legal(seat_view)) > 1
                (times_by_kind[kind].free if free else times_by_kind[kind].forced).append(took)
        log.enter(event)


async def measure(server: Server, level: str, tables: int, decisions: int) -> TimesByKind:
    """Play at `tables` tables until `decisions` decisions with a choice and as many without one have been timed.

    Only groups with both kinds of decisions count. `level` is the strength of the computer players.
    """
    times_by_kind: TimesByKind = defaultdict(lambda: Times([], []))
    games = tuple(GAMES)
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http, asyncio.TaskGroup() as group:
        playing = [
            group.create_task(_play_matches(http, games[number % len(games)], level, number, times_by_kind))
            for number in range(tables)
        ]
        while min(map(len, _comparable_times(times_by_kind))) < decisions:
            await asyncio.sleep(1)
        for task in playing:
            task.cancel()
    return times_by_kind


def _comparable_times(times_by_kind: TimesByKind) -> Times:
    """Return the times of all groups in which prompts occurred both with and without a choice."""
    kinds = [times for times in times_by_kind.values() if times.free and times.forced]
    return Times(
        [took for kind_times in kinds for took in kind_times.free],
        [took for kind_times in kinds for took in kind_times.forced],
    )


def distance(free: Sequence[float], forced: Sequence[float]) -> float:
    """Return the Kolmogorov–Smirnov distance of two samples, the times with a choice and those without one.

    It is the maximum difference of their empirical distribution functions.
    """
    sorted_free, sorted_forced = sorted(free), sorted(forced)
    return max(
        (
            abs(
                bisect_right(sorted_free, duration) / len(sorted_free)
                - bisect_right(sorted_forced, duration) / len(sorted_forced)
            )
            for duration in {*sorted_free, *sorted_forced}
        ),
        default=0.0,
    )


def chance(kinds: Sequence[Times], rng: random.Random) -> tuple[float, float]:
    """Return the distance between the times with and without a choice, and the probability of one as large.

    `kinds` are the times by group. The probability is the share of permutations with a distance at least as large. Each
    time is replaced by its rank in its group, from 0 to 1, so that groups are comparable; ranks are permuted within a
    group.
    """
    places = [_ranks(times) for times in kinds]

    def measure_distance() -> float:
        pairs = list(zip(kinds, places, strict=True))
        return distance(
            [rank for times, all_ in pairs for rank in all_[: len(times.free)]],
            [rank for times, all_ in pairs for rank in all_[len(times.free) :]],
        )

    observed, as_great = measure_distance(), 0
    for _ in range(PERMUTATIONS):
        for all_ in places:
            rng.shuffle(all_)
        as_great += measure_distance() >= observed
    return observed, (as_great + 1) / (PERMUTATIONS + 1)


def _ranks(times: Times) -> list[float]:
    """Return the rank of each time among all times of a group, first of those with a choice.

    Equal times have the same rank.
    """
    sorted_times = sorted([*times.free, *times.forced])
    return [
        (bisect_left(sorted_times, took) + bisect_right(sorted_times, took)) / (2 * len(sorted_times))
        for took in (*times.free, *times.forced)
    ]


def main() -> None:
    """Parse the command line, measure, and print the result."""
    arguments = parse_command_line(__doc__, level="master", tables=16, decisions=2000, pace=0.8)
    with tempfile.TemporaryDirectory() as folder, started_server(Path(folder), "--pace", str(arguments.pace)) as server:
        times_by_kind = asyncio.run(measure(server, arguments.level, arguments.tables, arguments.decisions))
    free, forced = _comparable_times(times_by_kind)
    ks_distance, p = chance(
        [times for times in times_by_kind.values() if times.free and times.forced], random.Random(0)
    )
    print(f"{len(free)} with a choice, {len(forced)} without: distance {ks_distance:.3f}, p {p:.3f}")
    if p <= MIN_P:
        sys.exit("Their times tell them apart")


if __name__ == "__main__":
    main()
