"""A deal of a finished match that somebody plays on from a step: the same cards at a table that counts nowhere."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from server.archive.test_archive import finished, ids, problem
from server.playing import play
from server.running import Visitor, served
from support.circles import depth
from support.example_games import example
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from prikup.games import GAMES
from prikup.positions.reading import read_deals


async def waiting(socket: ClientConnection) -> list[dict[str, Any]]:
    """All messages up to the refusal of a command that makes no sense now."""
    await socket.send(json.dumps({"type": "act", "id": "last", "n": 0, "act": 0}))
    found: list[dict[str, Any]] = []
    while not found or found[-1].get("id") != "last":
        found.append(json.loads(await socket.recv()))
    return found


def arrives(visitor: Visitor, table: str) -> tuple[dict[str, Any], dict[str, Any], list[Any]]:
    """What a visitor is told at a table where the match begins as they come: the welcome, the view, all decks."""

    async def coming() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        async with visitor.socket(table) as socket:
            while not found or found[-1]["type"] != "view":
                found.append(json.loads(await socket.recv()))
            return found + await waiting(socket)

    told = asyncio.run(coming())
    last = {each["type"]: each for each in told}
    decks = [deck["deck"] for each in told if each["type"] == "opened" for deck in each["decks"]]
    return last["welcome"], last["view"], decks


def origin(match: str, deal: int, step: int, *, open_hands: bool = False) -> dict[str, Any]:
    """What a table says of where its deal comes from."""
    return {"match": match, "deal": deal, "step": step, "compared": False, "open_hands": open_hands}


@pytest.mark.parametrize("name", list(GAMES)[: depth(2 * len(GAMES))])
def test_the_position_is_the_same_whoever_plays_on(vera: Visitor, oleg: Visitor, name: str) -> None:
    match, _ = finished(vera, name, deals=2)
    last = len(vera.get(f"matches/{match}")["deals"])  # one deal alone may come to the end of a match
    for number in {1, last}:
        deal = oleg.get(f"matches/{match}/deals/{number}")
        steps = deal["steps"]
        middle = next(
            at for at in range(len(steps) * 2 // 3, -1, -1) if steps[at]["before"]["public"]["actor"] is not None
        )
        for step in (0, middle):
            before = steps[step]["before"]
            table = oleg.post(f"matches/{match}/deals/{number}/play", step=step)["id"]
            welcome, view, decks = arrives(oleg, table)
            assert welcome["origin"] == origin(match, number, step)
            seat = view["view"]["seat"]
            assert seat == before["public"]["actor"]
            assert view["view"]["hand"] == before["hands"][seat]
            assert view["view"]["public"] == before["public"]
            assert view["legal"], "the player is asked"
            assert deal["deck"]["deck"] not in decks, "the deck of this deal is not told"


def test_hands_lie_open_before_who_asks_for_it_and_plays_alone(vera: Visitor, oleg: Visitor) -> None:
    match, _ = finished(vera, example(seats=3))
    hands = vera.get(f"matches/{match}/deals/1")["steps"][0]["before"]["hands"]
    address = f"matches/{match}/deals/1/play"
    for open_hands in (False, True):
        table = vera.post(address, step=0, open_hands=open_hands)["id"]
        spied = spies(oleg, table) if open_hands else []
        welcome, view, _ = arrives(vera, table)
        assert welcome["origin"] == origin(match, 1, 0, open_hands=open_hands)
        seat, shown = view["view"]["seat"], view["view"]["public"]["shown"]
        other = [hand for at, hand in enumerate(shown) if at != seat]
        assert (other == [hand for at, hand in enumerate(hands) if at != seat]) == open_hands
        spied += spies(oleg, table)
        assert not any(told["type"] == "view" for told in spied), "nobody else sees anything"
        assert ("seat-reserved" in json.dumps(spied)) == open_hands
    assert problem(vera.http.post("/api/tables", json={"game": example(seats=3), "open_hands": True}))[0] == 400
    friends = f"/api/matches/{match}/deals/1/tables"
    assert vera.post(friends.removeprefix("/api/")), "friends play it with hidden hands"


def spies(visitor: Visitor, table: str) -> list[dict[str, Any]]:
    """What somebody is told who has the link of a table and tries every seat."""

    async def trying() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        async with visitor.socket(table) as socket:
            with suppress(ConnectionClosed):
                for seat in range(3):
                    await socket.send(json.dumps({"type": "sit", "seat": seat}))
                    found += await waiting(socket)
        return found

    return asyncio.run(trying())


def test_it_is_played_to_its_end_and_counts_nowhere(vera: Visitor) -> None:
    match, _ = finished(vera)
    table = vera.post(f"matches/{match}/deals/1/play", step=0)["id"]

    async def playing() -> str:
        async with vera.socket(table) as socket:
            await play(socket)
            await socket.send(json.dumps({"type": "rematch"}))
            async for text in socket:
                told = json.loads(text)
                if told["type"] == "seats" and told["again"]:
                    return str(told["again"])
        raise AssertionError("the connection ended")

    welcome, view, _ = arrives(vera, asyncio.run(playing()))
    assert welcome["origin"] == origin(match, 1, 0), "the rematch begins there, too"
    assert (
        view["view"]["hand"]
        == vera.get(f"matches/{match}/deals/1")["steps"][0]["before"]["hands"][view["view"]["seat"]]
    )
    assert ids(vera.get("matches")) == [match]
    assert problem(vera.http.get(f"/api/matches/{table}")) == (404, "no-such-match")
    assert len(vera.http.get(f"/api/tables/{table}/log").text.splitlines()) > 1


def test_something_else_may_be_done_first(vera: Visitor) -> None:
    match, _ = finished(vera, example(seats=3, first="call"))
    first = vera.get(f"matches/{match}/deals/1")["steps"][0]
    table = vera.post(f"matches/{match}/deals/1/play", step=0)["id"]
    _, view, _ = arrives(vera, table)
    other = next(act for act in view["legal"] if act != first["moved"]["act"])
    table = vera.post(f"matches/{match}/deals/1/play", step=0, acts=[other])["id"]
    _, view, _ = arrives(vera, table)
    assert view["view"]["seat"] == first["moved"]["seat"]
    assert view["view"]["public"]["said"][0] == {"seat": first["moved"]["seat"], "action": other}


def test_what_cannot_be_is_refused_with_its_reason(tmp_path: Path) -> None:
    with served(tmp_path) as running, Visitor(running) as vera, Visitor(running) as nobody:
        match, _ = finished(vera)
        steps = len(vera.get(f"matches/{match}/deals/1")["steps"])
        address = f"/api/matches/{match}/deals/1/play"

        def refused(address: str = address, **body: Any) -> tuple[int, str]:
            return problem(vera.http.post(address, json=body))

        assert refused(step=steps) == (400, "no-such-step")
        assert refused(step=-1)[0] == 400
        assert refused(step=0, acts=[9_999])[0] == 400
        assert refused(address.replace("/1/", "/2/"), step=0) == (404, "no-such-deal")
        going = vera.table(game=example(seats=3), bots=True, deals=1)
        assert refused(address.replace(match, going), step=0) == (404, "no-such-match")
        vera.http.patch(f"/api/matches/{match}", json={"private": True})
        assert problem(nobody.http.post(address, json={"step": 0})) == (404, "no-such-match")
        nobody.http.headers.clear()
        nobody.http.cookies.clear()
        assert problem(nobody.http.post(address, json={"step": 0})) == (401, "not-signed-in")


LINE = "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2"
"""A position of whole hands."""


def test_a_position_is_played_on_with_hidden_hands_and_counts_nowhere(vera: Visitor) -> None:
    for played, seat in (("", 2), (" ; played DK H9 D8", 0), (" ; played DK H9 D8 ; known 1", 0)):
        table = vera.post("analyse/table", text=LINE + played)["id"]
        welcome, view, decks = arrives(vera, table)
        assert welcome["origin"] == origin("", 1, 0)
        assert (view["view"]["seat"], view["view"]["public"]["actor"]) == (seat, seat)
        assert view["legal"], "the player is asked"
        hands = read_deals(LINE + played)[0].moment.position.hands
        assert view["view"]["hand"] == hands[seat]
        assert not any(view["view"]["public"]["shown"]), "no other hand is told"
        assert not decks, "nor the deck"
        table = vera.post("analyse/table", text=LINE + played, open_hands=True)["id"]
        welcome, view, _ = arrives(vera, table)
        assert welcome["origin"] == origin("", 1, 0, open_hands=True)
        others = {at: hand for at, hand in enumerate(view["view"]["public"]["shown"]) if at != seat}
        assert others == {at: hand for at, hand in enumerate(hands) if at != seat}

    async def playing() -> None:
        async with vera.socket(table) as socket:
            await play(socket)

    asyncio.run(playing())
    assert ids(vera.get("matches")) == []
    assert not any(each["you"] for each in vera.get("statistics")["games"])


def test_a_position_to_which_no_table_comes_is_refused(vera: Visitor) -> None:

    def refused(text: str, **body: Any) -> tuple[int, str]:
        return problem(vera.http.post("/api/analyse/table", json={"text": text, **body}))

    followed = "AK.AKQ.AK.AK | QJ.JT.QJT.QJ | T9.98.98.T98 ; preferans ; 6NT 0 ; leads 0"
    assert refused(followed) == (400, "open-no-beginning"), "all could have followed, and nobody did"
    assert refused(LINE.replace("AQ.", "A.")) == (400, "open-uneven")
    assert refused(LINE, deal=2) == (400, "paste-no-deal")
    assert refused("Z") == (400, "paste-word")
    vera.http.headers.clear()
    vera.http.cookies.clear()
    assert refused(LINE) == (401, "not-signed-in")
