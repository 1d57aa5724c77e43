"""Statistics on a server: they equal the sums over the logs; whose they are and who cannot see them."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.archive.test_archive import play_match
from server.server_thread import Running, Visitor, run_server
from support import patient
from support.example_games import example

from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.statistics.exact_sums import LEAST
from prikup.statistics.statistics import statistics
from prikup.statistics.tally import Tally, encode_tally, tallies_of_log
from prikup.terminal.cli.app import run

THREE, FOUR = example(seats=3), example(seats=4)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A server for one test, because statistics of computer players cover all its matches."""
    with run_server(tmp_path) as running:
        yield running


def games(visitor: Visitor, query: str = "") -> dict[str, dict[str, Any]]:
    """Return the statistics shown to a visitor, by game."""
    return {game["game"]: game for game in visitor.get(f"statistics{query}")["games"]}


def deals(player_statistics: dict[str, Any]) -> int:
    """Return the number of deals counted."""
    return int(player_statistics["points"]["deals"])


def tally_json(tally: Tally, log: Log) -> Any:
    """Return a tally as decoded from its JSON."""
    return msgspec.json.decode(msgspec.json.encode(statistics(tally, log.game.explanations.roles)))


async def test_user_statistics_equal_tallies_of_log(running: Running, vera: Visitor) -> None:
    vera.table(game=THREE, bots=True)
    assert games(vera) == {}, "a match that goes on counts nowhere"
    match, _ = await play_match(vera)
    game_statistics = games(vera)[THREE]
    events, _, _ = read_events(vera.http.get(f"/api/matches/{match}/log").content)
    log = Log.replay(events)
    you = vera.get(f"matches/{match}")["you"]
    other_seats = tuple(seat for seat in range(3) if seat != you)
    own_tally, computers = tallies_of_log(log, [(you,), other_seats])
    assert game_statistics["you"] == tally_json(own_tally, log)
    (level,) = game_statistics["levels"]
    assert level["statistics"] == tally_json(computers, log)
    assert game_statistics["you"]["points"] == {"deals": 1, "missing": LEAST - 1, "mean": None, "margin": None}


async def test_statistics_time_filter_applies_to_user_not_computer_players(running: Running, vera: Visitor) -> None:
    await play_match(vera, FOUR)
    match, _ = await play_match(vera)
    statistics_by_game, record = games(vera), vera.get(f"matches/{match}")
    assert set(statistics_by_game) == {THREE, FOUR}
    end_time, preset = record["ended"], record["table"]["options"].split()[0]
    for query in (
        f"since={end_time}",
        f"until={end_time + 1}",
        f"preset={preset}",
        f"since={end_time}&until={end_time + 1}",
    ):
        assert games(vera, f"?{query}&game={THREE}") == {THREE: statistics_by_game[THREE]}, query
    for query in (f"since={end_time + 1}", f"until={end_time}", "since=5&until=4"):
        later = games(vera, f"?{query}")[THREE]
        assert (later["you"], later["levels"]) == (None, statistics_by_game[THREE]["levels"]), query
    assert games(vera, "?preset=nonsense") == {}
    for invalid_time in ("yesterday", "-1", "9" * 30):
        assert vera.http.get(f"/api/statistics?since={invalid_time}").status_code == 400


async def test_user_statistics_are_hidden_from_others(running: Running, vera: Visitor) -> None:
    match, _ = await play_match(vera)
    with Visitor(running, "Oleg") as oleg, patient.Client(base_url=running.url) as anonymous:
        for game_statistics in (games(oleg)[THREE], anonymous.get("/api/statistics").json()["games"][0]):
            assert game_statistics["you"] is None
            assert [deals(level["statistics"]) for level in game_statistics["levels"]] == [1]
        vera.http.patch(f"/api/matches/{match}", json={"private": True})
        assert games(oleg) == {}, "nor what a private match says of computer players"
        assert deals(games(vera)[THREE]["you"]) == 1, "its player still has it"


async def test_user_statistics_follow_guest_into_account(running: Running, vera: Visitor) -> None:
    await play_match(vera)
    vera.post("account", name="Anush", password="correct horse")
    assert deals(games(vera)[THREE]["you"]) == 1
    with Visitor(running, "somebody") as guest:
        await play_match(guest)
        token = guest.post("login", name="Anush", password="correct horse")["token"]
    with patient.Client(base_url=running.url, headers={"Authorization": f"Bearer {token}"}) as http:
        (game_statistics,) = http.get("/api/statistics").json()["games"]
        assert deals(game_statistics["you"]) == 2


def test_statistics_command_finds_and_repairs_wrong_tallies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["statistics", "--kept", "--database", f"sqlite:///{tmp_path}/tables.sqlite", "--language", "en"]
    with run_server(tmp_path) as running, Visitor(running) as vera:
        first, _ = asyncio.run(play_match(vera))
        asyncio.run(play_match(vera))
        vera.get("statistics")
        assert run(command) == 0, "while the server runs"
        assert "again: 2." in capsys.readouterr().out
        assert run([*command, "--mend"]) == 1
        assert capsys.readouterr().err.count("\n") == 1, "not while it runs"
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file, file:
        file.execute("UPDATE statistics SET tally = ? WHERE table_id = ?", (encode_tally(Tally()), first))
    assert run([*command, "--json"]) == 1
    assert msgspec.json.decode(capsys.readouterr().out) == {"matches": 2, "wrong": [first], "sums": []}
    assert run(command) == 1
    assert first in capsys.readouterr().out
    assert run([*command, "--mend"]) == 0
    assert first in capsys.readouterr().out
    assert run(command) == 0
