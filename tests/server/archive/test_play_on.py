"""Practice from a step of a finished deal: the same cards at a table that does not count."""

import json
from pathlib import Path
from typing import Any

import pytest
from server.archive.test_archive import finished, ids, problem
from server.server_thread import Running, Visitor, heard, say, served
from server.socket_player import play
from support import patient
from support.circles import depth
from support.example_games import example

from prikup.games import GAMES
from prikup.positions.paste_reader import read_deals
from prikup.table.protocol import Rematch


async def arrives(visitor: Visitor, table: str) -> tuple[dict[str, Any], dict[str, Any], list[Any]]:
    """Return the welcome, the view and all decks that a visitor receives when joining starts the match."""
    told: list[dict[str, Any]] = []
    async with visitor.socket(table) as socket:
        while not told or told[-1]["type"] != "refused":
            told.append(json.loads(await socket.recv()))
            if told[-1]["type"] == "view":  # read on until the refusal of this invalid command
                await socket.send(json.dumps({"type": "act", "id": "last", "n": 0, "act": 0}))
    last = {each["type"]: each for each in told}
    decks = [deck["deck"] for each in told if each["type"] == "opened" for deck in each["decks"]]
    return last["welcome"], last["view"], decks


def origin(match: str, deal: int, step: int, *, open_hands: bool = False) -> dict[str, Any]:
    """Return what a table reports about the origin of its deal."""
    return {"match": match, "deal": deal, "step": step, "compared": False, "open_hands": open_hands}


@pytest.mark.parametrize("name", list(GAMES)[: depth(2 * len(GAMES))])
async def test_the_position_is_the_same_whoever_plays_on(vera: Visitor, oleg: Visitor, name: str) -> None:
    match, _ = await finished(vera, name, deals=2)
    last = len(vera.get(f"matches/{match}")["deals"])  # a single deal may be the last of the match
    for number in {1, last}:
        deal = oleg.get(f"matches/{match}/deals/{number}")
        steps = deal["steps"]
        middle = next(
            at for at in range(len(steps) * 2 // 3, -1, -1) if steps[at]["before"]["public"]["actor"] is not None
        )
        for step in (0, middle):
            before = steps[step]["before"]
            table = oleg.post(f"matches/{match}/deals/{number}/play", step=step)["id"]
            welcome, view, decks = await arrives(oleg, table)
            assert welcome["origin"] == origin(match, number, step)
            seat = view["view"]["seat"]
            assert seat == before["public"]["actor"]
            assert view["view"]["hand"] == before["hands"][seat]
            assert view["view"]["public"] == before["public"]
            assert view["legal"], "the player is asked"
            assert deal["deck"]["deck"] not in decks, "the deck of this deal is not told"


async def test_hands_lie_open_before_who_asks_for_it(vera: Visitor) -> None:
    match, _ = await finished(vera, example(seats=3))
    hands = vera.get(f"matches/{match}/deals/1")["steps"][0]["before"]["hands"]
    table = vera.post(f"matches/{match}/deals/1/play", step=0, open_hands=True)["id"]
    welcome, view, _ = await arrives(vera, table)
    assert welcome["origin"] == origin(match, 1, 0, open_hands=True)
    seat, shown = view["view"]["seat"], view["view"]["public"]["shown"]
    assert [hand for at, hand in enumerate(shown) if at != seat] == [h for at, h in enumerate(hands) if at != seat]
    assert problem(vera.http.post("/api/tables", json={"game": example(seats=3), "open_hands": True}))[0] == 400


async def test_it_is_played_to_its_end_and_counts_nowhere(vera: Visitor) -> None:
    match, _ = await finished(vera)
    table = vera.post(f"matches/{match}/deals/1/play", step=0)["id"]
    async with vera.socket(table) as socket:
        await play(socket)
        await say(socket, Rematch())
        while not (seats := await heard(socket, "seats"))["again"]:
            pass
    welcome, view, _ = await arrives(vera, seats["again"])
    assert welcome["origin"] == origin(match, 1, 0), "the rematch begins there, too"
    hands = vera.get(f"matches/{match}/deals/1")["steps"][0]["before"]["hands"]
    assert view["view"]["hand"] == hands[view["view"]["seat"]]
    assert ids(vera.get("matches")) == [match]
    assert problem(vera.http.get(f"/api/matches/{table}")) == (404, "no-such-match")
    assert len(vera.http.get(f"/api/tables/{table}/log").text.splitlines()) > 1


async def test_something_else_may_be_done_first(vera: Visitor) -> None:
    match, _ = await finished(vera, example(seats=3, first="call"))
    first = vera.get(f"matches/{match}/deals/1")["steps"][0]
    table = vera.post(f"matches/{match}/deals/1/play", step=0)["id"]
    _, view, _ = await arrives(vera, table)
    other = next(act for act in view["legal"] if act != first["moved"]["act"])
    table = vera.post(f"matches/{match}/deals/1/play", step=0, acts=[other])["id"]
    _, view, _ = await arrives(vera, table)
    assert view["view"]["seat"] == first["moved"]["seat"]
    assert view["view"]["public"]["said"][0] == {"seat": first["moved"]["seat"], "action": other}


async def test_what_cannot_be_is_refused_with_its_reason(tmp_path: Path) -> None:
    with served(tmp_path) as running, Visitor(running) as vera, Visitor(running) as oleg:
        match, _ = await finished(vera)
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
        assert problem(oleg.http.post(address, json={"step": 0})) == (404, "no-such-match")
        nobody = patient.post(f"{running.url}{address}", json={"step": 0})
        assert problem(nobody) == (401, "not-signed-in")


LINE = "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2"
"""A position with all hands."""


async def test_a_position_is_played_on_with_hidden_or_open_hands_and_counts_nowhere(vera: Visitor) -> None:
    position = f"{LINE} ; played DK H9 D8 ; known 1"
    hands = list(read_deals(position)[0].moment.position.hands)
    for open_hands, others in ((False, [0, 0]), (True, hands[1:])):
        table = vera.post("analyse/table", text=position, open_hands=open_hands)["id"]
        welcome, view, decks = await arrives(vera, table)
        assert welcome["origin"] == origin("", 1, 0, open_hands=open_hands)
        assert (view["view"]["seat"], view["view"]["public"]["actor"], view["view"]["hand"]) == (0, 0, hands[0])
        assert view["view"]["public"]["shown"][1:] == others
        assert view["legal"], "the player is asked"
        assert not decks, "the deck is not told"
        async with vera.socket(table) as socket:
            await play(socket)
    assert ids(vera.get("matches")) == []
    assert not any(each["you"] for each in vera.get("statistics")["games"])


def test_a_position_to_which_no_table_comes_is_refused(running: Running, vera: Visitor) -> None:
    def refused(text: str, **body: Any) -> tuple[int, str]:
        return problem(vera.http.post("/api/analyse/table", json={"text": text, **body}))

    followed = "AK.AKQ.AK.AK | QJ.JT.QJT.QJ | T9.98.98.T98 ; preferans ; 6NT 0 ; leads 0"
    assert refused(followed) == (400, "open-no-beginning"), "all could have followed, and nobody did"
    assert refused(LINE, deal=2) == (400, "paste-no-deal")
    nobody = patient.post(f"{running.url}/api/analyse/table", json={"text": LINE})
    assert problem(nobody) == (401, "not-signed-in")
