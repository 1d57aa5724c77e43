"""Practice from a step of a finished deal: the same cards at a table that does not count."""

import json
from pathlib import Path
from typing import Any

import pytest
from server.archive.test_archive import ids, play_match, problem
from server.server_thread import Running, Visitor, receive, run_server, say
from server.socket_player import play
from support import patient
from support.circles import depth
from support.example_games import example

from prikup.games import GAMES
from prikup.positions.paste_reader import read_deals
from prikup.table.protocol.client_messages import RematchCommand


async def join_table(visitor: Visitor, table: str) -> tuple[dict[str, Any], dict[str, Any], list[Any]]:
    """Return the welcome, the view and all decks that a visitor receives when joining starts the match."""
    messages: list[dict[str, Any]] = []
    async with visitor.socket(table) as socket:
        while not messages or messages[-1]["type"] != "refused":
            messages.append(json.loads(await socket.recv()))
            if messages[-1]["type"] == "view":  # read on until the refusal of this invalid command
                await socket.send(json.dumps({"type": "act", "id": "last", "n": 0, "act": 0}))
    last_by_type = {message["type"]: message for message in messages}
    decks = [deck["deck"] for message in messages if message["type"] == "opened" for deck in message["decks"]]
    return last_by_type["welcome"], last_by_type["view"], decks


def origin(match: str, deal: int, step: int, *, open_hands: bool = False) -> dict[str, Any]:
    """Return what a table reports about the origin of its deal."""
    return {"match": match, "deal": deal, "step": step, "compared": False, "open_hands": open_hands}


@pytest.mark.parametrize("name", list(GAMES)[: depth(2 * len(GAMES))])
async def test_practice_starts_from_same_position_for_any_user(vera: Visitor, oleg: Visitor, name: str) -> None:
    match, _ = await play_match(vera, name, deals=2)
    last = len(vera.get(f"matches/{match}")["deals"])  # a single deal may be the last of the match
    for number in {1, last}:
        deal = oleg.get(f"matches/{match}/deals/{number}")
        steps = deal["steps"]
        middle = next(
            step_index
            for step_index in range(len(steps) * 2 // 3, -1, -1)
            if steps[step_index]["before"]["public"]["actor"] is not None
        )
        for step in (0, middle):
            state = steps[step]["before"]
            table = oleg.post(f"matches/{match}/deals/{number}/play", step=step)["id"]
            welcome, view, decks = await join_table(oleg, table)
            assert welcome["origin"] == origin(match, number, step)
            seat = view["view"]["seat"]
            assert seat == state["public"]["actor"]
            assert view["view"]["hand"] == state["hands"][seat]
            assert view["view"]["public"] == state["public"]
            assert view["legal"], "the player is asked"
            assert deal["deck"]["deck"] not in decks, "the deck of this deal is not told"


async def test_practice_shows_open_hands_on_request(vera: Visitor) -> None:
    match, _ = await play_match(vera, example(seats=3))
    hands = vera.get(f"matches/{match}/deals/1")["steps"][0]["before"]["hands"]
    table = vera.post(f"matches/{match}/deals/1/play", step=0, open_hands=True)["id"]
    welcome, view, _ = await join_table(vera, table)
    assert welcome["origin"] == origin(match, 1, 0, open_hands=True)
    seat, face_up_hands = view["view"]["seat"], view["view"]["public"]["shown"]
    assert [hand for index, hand in enumerate(face_up_hands) if index != seat] == [
        h for index, h in enumerate(hands) if index != seat
    ]
    assert problem(vera.http.post("/api/tables", json={"game": example(seats=3), "open_hands": True}))[0] == 400


async def test_practice_match_is_played_to_its_end_and_not_archived(vera: Visitor) -> None:
    match, _ = await play_match(vera)
    table = vera.post(f"matches/{match}/deals/1/play", step=0)["id"]
    async with vera.socket(table) as socket:
        await play(socket)
        await say(socket, RematchCommand())
        while not (seats := await receive(socket, "seats"))["again"]:
            pass
    welcome, view, _ = await join_table(vera, seats["again"])
    assert welcome["origin"] == origin(match, 1, 0), "the rematch begins there, too"
    hands = vera.get(f"matches/{match}/deals/1")["steps"][0]["before"]["hands"]
    assert view["view"]["hand"] == hands[view["view"]["seat"]]
    assert ids(vera.get("matches")) == [match]
    assert problem(vera.http.get(f"/api/matches/{table}")) == (404, "no-such-match")
    assert len(vera.http.get(f"/api/tables/{table}/log").text.splitlines()) > 1


async def test_practice_can_start_with_another_action(vera: Visitor) -> None:
    match, _ = await play_match(vera, example(seats=3, first="call"))
    first_step = vera.get(f"matches/{match}/deals/1")["steps"][0]
    table = vera.post(f"matches/{match}/deals/1/play", step=0)["id"]
    _, view, _ = await join_table(vera, table)
    other_action = next(act for act in view["legal"] if act != first_step["moved"]["act"])
    table = vera.post(f"matches/{match}/deals/1/play", step=0, acts=[other_action])["id"]
    _, view, _ = await join_table(vera, table)
    assert view["view"]["seat"] == first_step["moved"]["seat"]
    assert view["view"]["public"]["said"][0] == {"seat": first_step["moved"]["seat"], "action": other_action}


async def test_practice_refusal_names_its_reason(tmp_path: Path) -> None:
    with run_server(tmp_path) as running, Visitor(running) as vera, Visitor(running) as oleg:
        match, _ = await play_match(vera)
        steps = len(vera.get(f"matches/{match}/deals/1")["steps"])
        address = f"/api/matches/{match}/deals/1/play"

        def refusal(address: str = address, **body: Any) -> tuple[int, str]:
            return problem(vera.http.post(address, json=body))

        assert refusal(step=steps) == (400, "no-such-step")
        assert refusal(step=-1)[0] == 400
        assert refusal(step=0, acts=[9_999])[0] == 400
        assert refusal(address.replace("/1/", "/2/"), step=0) == (404, "no-such-deal")
        running_match = vera.table(game=example(seats=3), bots=True, deals=1)
        assert refusal(address.replace(match, running_match), step=0) == (404, "no-such-match")
        vera.http.patch(f"/api/matches/{match}", json={"private": True})
        assert problem(oleg.http.post(address, json={"step": 0})) == (404, "no-such-match")
        anonymous_answer = patient.post(f"{running.url}{address}", json={"step": 0})
        assert problem(anonymous_answer) == (401, "not-signed-in")


LINE = "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2"
"""A position with all hands."""


async def test_position_practice_supports_open_hands_and_is_not_counted(vera: Visitor) -> None:
    position = f"{LINE} ; played DK H9 D8 ; known 1"
    hands = list(read_deals(position)[0].played_position.position.hands)
    for open_hands, other_hands in ((False, [0, 0]), (True, hands[1:])):
        table = vera.post("analyse/table", text=position, open_hands=open_hands)["id"]
        welcome, view, decks = await join_table(vera, table)
        assert welcome["origin"] == origin("", 1, 0, open_hands=open_hands)
        assert (view["view"]["seat"], view["view"]["public"]["actor"], view["view"]["hand"]) == (0, 0, hands[0])
        assert view["view"]["public"]["shown"][1:] == other_hands
        assert view["legal"], "the player is asked"
        assert not decks, "the deck is not told"
        async with vera.socket(table) as socket:
            await play(socket)
    assert ids(vera.get("matches")) == []
    assert not any(game["you"] for game in vera.get("statistics")["games"])


def test_position_practice_refuses_invalid_requests(running: Running, vera: Visitor) -> None:
    def refusal(text: str, **body: Any) -> tuple[int, str]:
        return problem(vera.http.post("/api/analyse/table", json={"text": text, **body}))

    impossible_position = "AK.AKQ.AK.AK | QJ.JT.QJT.QJ | T9.98.98.T98 ; preferans ; 6NT 0 ; leads 0"
    assert refusal(impossible_position) == (400, "open-no-beginning"), "all could have followed, and nobody did"
    assert refusal(LINE, deal=2) == (400, "paste-no-deal")
    anonymous_answer = patient.post(f"{running.url}/api/analyse/table", json={"text": LINE})
    assert problem(anonymous_answer) == (401, "not-signed-in")
