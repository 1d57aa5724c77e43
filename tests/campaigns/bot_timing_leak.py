"""Test whether the response times of strong computer players reveal whether they had a choice.

`python tests/campaigns/bot_timing_leak.py [--tables 16] [--decisions 2000]`: `prikup serve` runs with its normal
settings, and at each table a client, which answers at once with any legal action, plays against computer players of one
level. The client records when each of their actions arrives. Their alternatives follow from the log, once the deal is
over. If times reveal nothing, then within one phase of one game, and within one place of a trick, the times with a
choice and those without are samples of the same distribution. Printed is the probability of a distance at least as
large (Kolmogorov–Smirnov; its distribution is found by randomly permuting the times, so that ties do no harm), over all
decisions, each compared with those of its own kind.
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

sys.path.insert(0, str(Path(__file__).parents[1]))  # the modules that the tests share

from server.socket_player import Player
from support.command_line import parse_command_line
from support.server_process import Server, started_server

from prikup.games import GAMES
from prikup.history.log import ActionEvent, Event, Log
from prikup.history.log_file import read_events
from prikup.rules.state import view

DEALS = 2
"""Deals per match: its log reveals each deal when it is over."""
PERMUTATIONS = 1000
"""Number of random permutations for the distribution of the distance."""
MIN_P = 0.01
"""A distance less probable than this is not explained by chance."""


class Kind(NamedTuple):
    """Prompts that an observer can distinguish: game, phase, and place in the trick.

    `cards` is the number of cards in hand, `lying` that of the cards in the trick.
    """

    game: str
    phase: str
    cards: int
    lying: int


class Times(NamedTuple):
    """The times in seconds from prompt to action, with a choice (`free`) and without (`forced`)."""

    free: list[float]
    forced: list[float]


TimesByKind = dict[Kind, Times]


class Observer:
    """Times the other players at a table, as a client can: `took` lists the times by deal and seat."""

    def __init__(self) -> None:
        self.took: dict[int, dict[int, list[float | None]]] = defaultdict(lambda: defaultdict(list))
        self._deal = 0
        self._asked: dict[int, float] = {}

    def record_message(self, message: dict[str, Any]) -> None:
        """Record the arrival of a message."""
        arrival = perf_counter()
        if message["type"] == "sealed" and message["deal"] != self._deal:
            self._deal, self._asked = message["deal"], {}
        if message["type"] != "view":
            return
        for move in message["moved"]:
            prompt_time = self._asked.pop(move["seat"], None)  # none: the second of several things at once
            self.took[self._deal][move["seat"]].append(None if prompt_time is None else arrival - prompt_time)
        self._asked = {seat: self._asked.get(seat, arrival) for seat in message["asked"]}


async def _play_matches(http: httpx.AsyncClient, name: str, level: str, seed: int, times_by_kind: TimesByKind) -> None:
    """Play match after match, and add the observed times according to each log."""
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
    """Add the times of a match, sorted by whether its log shows a choice."""
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
    """Play until `decisions` decisions of each sort have been timed during card play."""
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
    """Return the times of all kinds of prompts that occurred both with and without a choice."""
    kinds = [times for times in times_by_kind.values() if times.free and times.forced]
    return Times(
        [took for kind_times in kinds for took in kind_times.free],
        [took for kind_times in kinds for took in kind_times.forced],
    )


def distance(free: Sequence[float], forced: Sequence[float]) -> float:
    """Return the Kolmogorov–Smirnov distance: the maximum difference of the empirical distribution functions."""
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
    """Return the distance between two samples, and the share of permutations with one as large.

    Each time is replaced by its rank among those of its kind, from 0 to 1, so that kinds are comparable; ranks are
    permuted within a kind.
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
    """Return the rank of each time among all, those with a choice first; equal times share a rank."""
    sorted_times = sorted([*times.free, *times.forced])
    return [
        (bisect_left(sorted_times, took) + bisect_right(sorted_times, took)) / (2 * len(sorted_times))
        for took in (*times.free, *times.forced)
    ]


def main() -> None:
    """Read the command line, measure and print."""
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
