"""A deal of a finished match, dealt again at a table of friends: the results of all tables are compared."""

import asyncio
import json
from typing import Any

import pytest
from server.archive.test_archive import ids, play_match, problem
from server.server_thread import Running, Visitor, receive, say
from server.socket_player import Player
from support import patient
from support.circles import depth

from prikup.games import GAMES
from prikup.table.protocol.client_messages import RematchCommand, SitCommand, StartCommand


async def _play_with_friend(
    host: Visitor, friend: Visitor, table: str, at_prompt: Any = lambda: None
) -> list[dict[str, Any]]:
    """Let a friend play with computer players while the host watches; return the messages the friend received.

    `at_prompt` is called at each of the friend's prompts.
    """
    player = Player(2)
    messages: list[dict[str, Any]] = []
    async with host.socket(table) as host_socket, friend.socket(table) as friend_socket:
        await say(friend_socket, SitCommand(1))
        async for text in friend_socket:
            messages.append(json.loads(text))
            match messages[-1]:
                case {"type": "seats", "stage": "open", "you": 1}:
                    await say(host_socket, StartCommand())
                case {"type": "view", "legal": [_, *_]}:
                    await asyncio.to_thread(at_prompt)
            if command := player.respond(messages[-1]):
                await friend_socket.send(json.dumps(command))
            if player.stage == "over":
                return messages
    raise AssertionError("the connection ended")


def last_message(messages: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """Return the last message of a type."""
    return next(message for message in reversed(messages) if message["type"] == kind)


@pytest.mark.parametrize("name", list(GAMES)[: depth(2 * len(GAMES))])
async def test_same_deal_table_repeats_cards_and_compares_results(vera: Visitor, oleg: Visitor, name: str) -> None:
    match, _ = await play_match(vera, name, deals=2)
    last_deal = len(vera.get(f"matches/{match}")["deals"])  # a single deal may be the last of the match
    address = f"matches/{match}/deals/{last_deal}/tables"
    table = vera.post(address)["id"]
    messages = await _play_with_friend(vera, oleg, table)
    first = vera.get(f"matches/{match}/deals/{last_deal}")["steps"][0]["before"]
    view = next(message["view"] for message in messages if message["type"] == "view")
    assert view["hand"] == first["hands"][view["seat"]], "the cards are the same"
    comparison = vera.get(address)
    assert (comparison["match"], comparison["deal"]) == (match, last_deal)
    original, theirs = comparison["played"]
    assert (original["table"], original["you"]) == (match, 0)
    assert original["summary"] == vera.get(f"matches/{match}")["deals"][-1]["summary"]
    assert (theirs["table"], theirs["you"], theirs["seats"][1]) == (table, None, {"name": "Oleg"})
    line = last_message(messages, "sheet")["lines"][-1]
    assert theirs["summary"]["line"] == line
    assert oleg.get(f"tables/{table}/tables") == oleg.get(address)
    assert oleg.get(address)["played"][1]["you"] == 1
    assert ids(oleg.get("matches")) == [], "it counts nowhere"
    assert problem(oleg.http.get(f"/api/matches/{table}")) == (404, "no-such-match")
    assert problem(oleg.http.get(f"/api/tables/{match}/tables")) == (404, "no-such-deal")


async def test_same_deal_table_hides_original_match_until_its_end(vera: Visitor, oleg: Visitor) -> None:
    """The link of the finished match would reveal all cards."""
    match, _ = await play_match(vera)
    address = f"matches/{match}/deals/1/tables"
    table = vera.post(address)["id"]
    prompt_count = 0

    def check_secrecy() -> None:
        nonlocal prompt_count
        prompt_count += 1
        assert problem(oleg.http.get(f"/api/tables/{table}/tables")) == (404, "no-such-deal")
        assert match not in oleg.http.get(f"/api/tables/{table}").text
        assert [entry["table"] for entry in vera.get(address)["played"]] == [match]

    messages = await _play_with_friend(vera, oleg, table, check_secrecy)
    assert prompt_count
    assert match not in json.dumps(messages)
    origin = {"match": "", "deal": 1, "step": 0, "compared": True, "open_hands": False}
    assert last_message(messages, "welcome")["origin"] == origin
    async with oleg.socket(table) as socket:
        assert (await receive(socket, "welcome"))["origin"] == {**origin, "match": match}


async def test_same_deal_rematch_is_an_ordinary_match(vera: Visitor, oleg: Visitor) -> None:
    match, _ = await play_match(vera)
    table = vera.post(f"matches/{match}/deals/1/tables")["id"]
    await _play_with_friend(vera, oleg, table)
    async with oleg.socket(table) as socket:
        await say(socket, RematchCommand())
        while not (seats := await receive(socket, "seats"))["again"]:
            pass
    async with oleg.socket(seats["again"]) as socket:
        assert (await receive(socket, "welcome"))["origin"] is None


async def test_same_deal_refusal_names_its_reason(running: Running, vera: Visitor, oleg: Visitor) -> None:
    match, _ = await play_match(vera)
    address = f"/api/matches/{match}/deals/1/tables"
    for request in (lambda path: vera.http.post(path, json={}), vera.http.get):
        assert problem(request(address.replace("/1/", "/2/"))) == (404, "no-such-deal")
        assert problem(request(address.replace(match, "nothing"))) == (404, "no-such-match")
    table = vera.post(address.removeprefix("/api/"))["id"]
    await _play_with_friend(vera, oleg, table)
    vera.http.patch(f"/api/matches/{match}", json={"private": True})
    assert problem(vera.http.post(address, json={})) == (409, "match-private")
    assert problem(oleg.http.get(address)) == (404, "no-such-match")
    theirs = oleg.get(f"tables/{table}/tables")
    assert (theirs["match"], [entry["table"] for entry in theirs["played"]]) == ("", [table])
    anonymous_answer = patient.post(f"{running.url}{address}", json={})
    assert problem(anonymous_answer) == (401, "not-signed-in")
