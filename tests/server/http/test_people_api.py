"""People over HTTP: leaders, profiles, the course of a rating, and the profiles of the people at a table."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from browser.rated_people import store_rated_matches, void_last_match
from server.http.test_friends_api import accounts, ask, befriend
from server.server_thread import Running, Visitor, problem, receive, run_server, say
from server.statements import record_statements
from server.still_time import StillTime
from support import patient
from support.example_games import example
from support.waiting import DEADLINE_S

from prikup.ratings.model import VERSION
from prikup.table.protocol.client_messages import SitCommand

GAME = example(seats=3)
DAY_MS = 86_400_000
HEADERS_OF_EACH_RESPONSE = ("date", "x-request-id")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with run_server(tmp_path, keeper=StillTime()) as running:  # no chore makes queries meanwhile
        yield running


@pytest.fixture
def stranger(running: Running) -> Iterator[httpx.Client]:
    """A client that is not signed in."""
    with patient.Client(base_url=running.url) as client:
        yield client


def path_of(name: str, end: str = "") -> str:
    """Return the path of a name, which is percent-encoded twice."""
    return f"/api/people/{quote(quote(name, safe=''), safe='')}{end}"


def profile(visitor: Visitor, name: str) -> Any:
    response = visitor.http.get(path_of(name))
    assert response.is_success, response.text
    return response.json()


def rate(folder: Path, now_ms: int, **ratings: tuple[float, float, int]) -> None:
    """Store the rating of each of these accounts in `GAME`: μ, σ and the number of rated matches."""
    with closing(sqlite3.connect(folder / "tables.sqlite", timeout=DEADLINE_S)) as connection, connection:
        for name, (mu, sigma, matches) in ratings.items():
            person = connection.execute("SELECT id FROM people WHERE name = ?", [name]).fetchone()[0]
            row = [person, GAME, VERSION, mu, sigma, matches, now_ms]
            connection.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def change_settings(visitor: Visitor, **settings: str) -> Any:
    response = visitor.http.put("/api/me/settings", json=settings)
    assert response.is_success, response.text
    return response.json()


def test_leaders_are_shown_to_everybody_with_own_place(
    running: Running, stranger: httpx.Client, tmp_path: Path
) -> None:
    now_ms = running.services.wall_clock_ms()
    with accounts(running, "Anna", "Boris", "New") as (anna, boris, new):
        rate(tmp_path, now_ms, Anna=(35.0, 1.0, 20), Boris=(25.0, 1.0, 30), New=(40.0, 8.0, 3))
        public = stranger.get(f"/api/ratings?game={GAME}").json()
        assert public["leaders"] == [
            {"place": 1, "places": [1, 1], "name": "Anna", "rating": 1740, "error": 47, "matches": 20},
            {"place": 2, "places": [2, 2], "name": "Boris", "rating": 1500, "error": 47, "matches": 30},
        ]
        assert (public["number"], public["next"], public["you"]) == (2, "", None)
        assert {"level": "rule", "rating": 1500, "error": 0} in public["bots"]
        own = [visitor.get(f"ratings?game={GAME}") for visitor in (anna, boris, new)]
        assert [(lists["you"]["place"], lists["you"]["why"]) for lists in own] == [
            (1, ""),
            (2, ""),
            (None, "provisional"),
        ]
        assert all(lists["leaders"] == public["leaders"] for lists in own)
        change_settings(anna, profile="accounts")
        hidden = boris.get(f"ratings?game={GAME}")
        assert [leader["name"] for leader in hidden["leaders"]] == ["Boris"]
        assert anna.get(f"ratings?game={GAME}")["you"]["why"] == "hidden"


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("game=chess", "game-unknown"),
        (f"game={GAME}&cursor=two", "cursor-unreadable"),
        (f"game={GAME}&cursor=-1", "cursor-unreadable"),
    ],
)
def test_list_refuses_unknown_game_and_cursor(stranger: httpx.Client, query: str, key: str) -> None:
    assert problem(stranger.get(f"/api/ratings?{query}")) == (400, key)


def test_list_needs_a_game(stranger: httpx.Client) -> None:
    assert stranger.get("/api/ratings").status_code == 400


def test_profile_shows_ratings_but_nothing_of_presence(running: Running, tmp_path: Path) -> None:
    with accounts(running, "A/B %2F") as (slash,):
        rate(tmp_path, running.services.wall_clock_ms(), **{"A/B %2F": (35.0, 8.0, 20)})
        shown = profile(slash, "a/b %2f")
        assert shown.keys() == {"name", "since", "ratings", "games", "matches", "friend", "voided"}
        assert (shown["name"], shown["friend"], shown["matches"]) == ("A/B %2F", "yourself", [])
        assert shown["ratings"] == {GAME: [1740, 376, 20, True]}
        assert len(shown["since"]) == len("2026-11-29")
        rating = slash.http.get(path_of("A/B %2F", f"/ratings?game={GAME}")).json()
        assert rating == {
            "rating": 1740,
            "error": 376,
            "matches": 20,
            "provisional": True,
            "places": None,
            "leaders": 0,
            "points": [],
        }
        assert problem(slash.http.get(path_of("A/B %2F", "/ratings?game=chess"))) == (400, "game-unknown")
        other = example(seats=4)
        assert problem(slash.http.get(path_of("A/B %2F", f"/ratings?game={other}"))) == (404, "no-such-rating")


def test_own_profile_alone_lists_void_matches(running: Running, tmp_path: Path) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        people, database = [anna.me["id"], boris.me["id"], "deleted-1"], tmp_path / "tables.sqlite"
        store_rated_matches(database, GAME, people, 2)
        assert profile(anna, "Anna")["voided"] == []
        void_last_match(database, people[0], "the cards were marked")
        (void_match,) = profile(anna, "Anna")["voided"]
        assert (void_match["id"], void_match["why"]) == ("rated2", "the cards were marked")
        assert profile(anna, "Boris")["voided"] == []


def test_missing_blocking_and_hidden_profiles_have_equal_answers_and_queries(running: Running, vera: Visitor) -> None:
    with accounts(running, "Anna", "Blocking", "Friendly", "Deleted") as (anna, blocking, friendly, deleted):
        blocking.post("blocks", name="Anna")
        change_settings(friendly, profile="friends")
        deleted.post("account/deletion", password="long enough")
        assert anna.get("friends")["friends"] == []  # her token is cached from now on
        outcomes = dict[str, tuple[object, ...]]()
        for name in ("Missing", "Blocking", "Friendly", "Deleted", "Vera", "", "x" * 200):
            for end in ("", f"/ratings?game={GAME}"):
                with record_statements() as statements:
                    response = anna.http.get(path_of(name or "%00", end))
                headers = {key: value for key, value in response.headers.items() if key not in HEADERS_OF_EACH_RESPONSE}
                outcomes[f"{name}{end}"] = (response.status_code, response.content, headers, statements)
        differing = {name: outcome for name, outcome in outcomes.items() if outcome != outcomes["Missing"]}
        assert not differing, (outcomes["Missing"], differing)
        assert problem(anna.http.get(path_of("Missing"))) == (404, "no-such-person")
        assert profile(vera, "Blocking")["name"] == "Blocking"
        befriend(anna, "Anna", friendly, "Friendly")
        assert profile(anna, "Friendly")["friend"] == "friend"


def test_profile_setting_limits_who_can_see_profile(running: Running, stranger: httpx.Client) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        settings = {"seen_by": "friends", "profile": "everybody", "forced": True}
        assert anna.get("me/settings") == settings
        assert change_settings(anna, profile="accounts") == settings | {"profile": "accounts"}
        assert stranger.get(path_of("Anna")).status_code == 404
        assert profile(boris, "Anna")["friend"] == "none"
        assert anna.http.put("/api/me/settings", json={"profile": "nobody"}).status_code == 400
        assert ask(boris, name="Anna").status_code == 202
        assert (profile(boris, "Anna")["friend"], profile(anna, "Boris")["friend"]) == ("asked", "asking")


def test_block_by_name_needs_a_visible_profile(running: Running) -> None:
    with accounts(running, "Anna", "Boris", "Friendly") as (anna, _, friendly):
        change_settings(friendly, profile="friends")
        assert [block["name"] for block in anna.post("blocks", name="boris")] == ["Boris"]
        assert profile(anna, "Boris")["friend"] == "blocked"
        for name in ("Friendly", "Missing"):
            assert problem(anna.http.post("/api/blocks", json={"name": name})) == (404, "no-such-person")
        assert problem(anna.http.post("/api/blocks", json={"name": "Anna"})) == (400, "block-yourself")
        assert problem(anna.http.post("/api/blocks", json={})) == (404, "no-such-table")


def test_table_names_the_accounts_of_its_people(running: Running, vera: Visitor) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        table = anna.table(game=GAME)

        async def sit() -> dict[str, Any]:
            ids = {}
            async with anna.socket(table) as first, vera.socket(table) as second:
                for seat, (name, socket) in enumerate({"Anna": first, "Vera": second}.items()):
                    ids[name] = (await receive(socket, "seats"))["me"]
                    await say(socket, SitCommand(seat))
                    while (await receive(socket, "seats"))["seats"][seat] is None:
                        pass
            return ids

        ids = asyncio.run(sit())
        assert boris.get(f"tables/{table}/profiles") == {ids["Anna"]: "Anna"}
        anna.post("blocks", name="Boris")
        assert boris.get(f"tables/{table}/profiles") == {}
        assert problem(boris.http.get("/api/tables/nowhere/profiles")) == (404, "no-such-table")
