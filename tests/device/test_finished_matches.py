"""Finished matches on a device: listed as on a server, reviewed and counted."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from device.test_host import QUICK, Page, host_test, open_table, request_refusal, send_request
from support.example_games import example
from table.stores import MemoryShelf
from table.tables import yield_to_tasks

from prikup.device import finished_matches
from prikup.device.host import TabHost
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.review import incremental
from prikup.review.decisions import finished_deals
from prikup.review.judgement import FAULTS
from prikup.review.review import review_deal
from prikup.review.review_json import record
from prikup.statistics.statistics import statistics
from prikup.statistics.tally import Tally, tallies_of_log, tallies_of_review

THREE, FOUR = example(seats=3), example(seats=4)


async def play_match(host: TabHost, game: str = THREE, **settings: Any) -> str:
    """Play a match of one deal; return its id."""
    name = await open_table(host, **{"game": game, "deals": 1} | settings)
    await (await Page().join(host, name)).until_stage("over")
    return name


async def request_successfully(host: TabHost, path: str, method: str = "GET", body: object = None, **query: str) -> Any:
    """Return the response to a request, which must succeed."""
    status, response = await send_request(host, method, path, body, **query)
    assert status in (200, 201), response
    return response


async def listed_match_ids(host: TabHost, **filters: str) -> list[str]:
    """Return the ids of the listed matches."""
    return [match["id"] for match in (await request_successfully(host, "matches", **filters))["matches"]]


async def log_of(host: TabHost, match: str) -> Log:
    status, lines = await host.handle_request("GET", f"matches/{match}/log", {}, "")
    assert status == 200
    events, _, _ = read_events(lines.encode())
    return Log.replay(events)


async def wait_for_review(host: TabHost, match: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the review of the first deal of a match, and the responses before it was ready."""
    path, earlier_responses = f"matches/{match}/deals/1/review", []
    assert await request_successfully(host, path) == {"state": "none"}
    earlier_responses.append(await request_successfully(host, path, "POST"))
    while (response := await request_successfully(host, path))["state"] != "done":
        assert response["state"] != "failed"
        earlier_responses.append(response)
        await yield_to_tasks()
    return response["review"], earlier_responses


@asynccontextmanager
async def open_host(shelf: MemoryShelf) -> AsyncIterator[TabHost]:
    """Open another host on the same storage."""
    host = TabHost(shelf, QUICK)
    yield host
    await host.close()


@host_test
async def test_finished_matches_are_listed_newest_first_and_filtered(host: TabHost, shelf: MemoryShelf) -> None:
    assert await request_successfully(host, "matches") == {"matches": [], "next": "", "total": 0}
    names = [await play_match(host, game) for game in (THREE, FOUR, THREE)]
    await open_table(host)  # an unfinished match
    page = await request_successfully(host, "matches", limit="2")
    assert ([entry["id"] for entry in page["matches"]], page["total"]) == (names[:0:-1], 3)
    next_page = await request_successfully(host, "matches", limit="2", cursor=page["next"])
    assert ([entry["id"] for entry in next_page["matches"]], next_page["next"]) == (names[:1], "")
    for filters, expected_ids in (
        ({"game": FOUR}, names[1:2]),
        ({"game": THREE, "company": "people"}, []),
        ({"game": THREE, "company": "computers"}, [names[2], names[0]]),
        ({"player": "nobody at all"}, []),
        ({"game": FOUR, "preset": page["matches"][1]["options"].partition(" ")[0]}, names[1:2]),
    ):
        assert await listed_match_ids(host, **filters) == expected_ids
    results = [
        (await request_successfully(host, "matches", result=entry))["total"] for entry in ("won", "lost", "even")
    ]
    assert sum(results) == 3
    assert await request_refusal(host, "GET", "matches", cursor="nonsense") == (400, "cursor-unreadable")
    assert await request_refusal(host, "GET", "matches", result="great") == (400, "request-unreadable")


@host_test
async def test_finished_match_has_sheet_and_deals_with_cards_and_steps(host: TabHost, shelf: MemoryShelf) -> None:
    name = await play_match(host)
    match, log = await request_successfully(host, f"matches/{name}"), await log_of(host, name)
    (summary,) = (await request_successfully(host, "matches"))["matches"]
    assert match["you"] == summary["you"]
    assert match["sheet"]["settlement"] == summary["settlement"]
    own_courses = [match["course"][side] for side, seats in enumerate(summary["sides"]) if match["you"] in seats]
    assert own_courses == [summary["course"]]
    assert (match["host"], match["private"], match["ended"]) == (False, False, summary["ended"])
    (only_deal,) = match["deals"]
    assert only_deal == {"summary": only_deal["summary"], "review": None}
    deal = await request_successfully(host, f"matches/{name}/deals/1")
    assert deal["summary"] == only_deal["summary"]
    (finished_deal,) = finished_deals(log.events)
    assert len(deal["steps"]) == len(finished_deal.steps)
    assert tuple(deal["end"]["hands"]) == finished_deal.end.hands
    step_index, step = next(
        (step_index, step) for step_index, step in enumerate(deal["steps"]) if step["moved"]["seat"] == match["you"]
    )
    question = await request_successfully(host, f"matches/{name}/deals/1/steps/{step_index}")
    assert question["view"]["view"]["hand"] == step["before"]["hands"][match["you"]]
    for bad_index in (str(len(deal["steps"])), "-1", "x", "9" * 5000):
        assert (await request_refusal(host, "GET", f"matches/{name}/deals/1/steps/{bad_index}"))[0] == 404, bad_index
    same_deal = await request_successfully(host, f"matches/{name}/deals/1/tables")
    assert [(row["table"], row["summary"]) for row in same_deal["played"]] == [(name, only_deal["summary"])]


def decoded_statistics(tally: Tally, log: Log) -> Any:
    """Return a tally as decoded from its JSON."""
    return msgspec.json.decode(msgspec.json.encode(statistics(tally, log.game.explanations.roles)))


async def request_statistics(host: TabHost) -> tuple[Any, Any]:
    """Return the statistics of the user, and of the only level played against."""
    (game_statistics,) = (await request_successfully(host, "statistics"))["games"]
    (level,) = game_statistics["levels"]
    return game_statistics["you"], level["statistics"]


@pytest.mark.usefixtures("cheap_review")
@host_test
async def test_finished_match_review_and_statistics_are_computed_and_saved(
    host: TabHost, shelf: MemoryShelf, brief_match: MemoryShelf
) -> None:
    assert await request_successfully(host, "statistics") == {"games": []}
    shelf = MemoryShelf(brief_match.rows_by_key)
    async with open_host(shelf) as host:
        (summary,) = (await request_successfully(host, "matches"))["matches"]
        name, log = summary["id"], await log_of(host, summary["id"])
        seats = [
            (summary["you"],),
            tuple(seat_index for seat_index in range(len(summary["seats"])) if seat_index != summary["you"]),
        ]
        by_log = tallies_of_log(log, seats)
        assert await request_statistics(host) == tuple(decoded_statistics(tally, log) for tally in by_log)

        review, earlier_responses = await wait_for_review(host, name)
        (deal,) = finished_deals(log.events)
        review_record = record(review_deal(deal))
        assert review == json.loads(msgspec.json.encode(review_record))
        assert earlier_responses[0] == {"state": "waits"}
        by_number = {entry["at"]: entry for entry in review["decisions"]}
        early = [part for entry in earlier_responses for part in entry.get("decisions", [])]
        assert early
        assert all(by_number[part["at"]] == part for part in early)
        by_review = tallies_of_review(review_record, seats)
        combined_statistics = tuple(
            decoded_statistics(part + review_part, log) for part, review_part in zip(by_log, by_review, strict=True)
        )
        assert await request_statistics(host) == combined_statistics

    async with open_host(shelf) as reopened_host:
        (summary,) = (await request_successfully(reopened_host, "matches"))["matches"]
        own_decisions = [entry for entry in review["decisions"] if entry["seat"] == summary["you"]]
        mistakes = [entry for entry in own_decisions if entry["verdict"] in FAULTS]
        assert (summary["reviewed"], summary["mistakes"]) == (1, len(mistakes))
        worst = (await request_successfully(reopened_host, f"matches/{name}"))["deals"][0]["review"]
        assert worst["lost"] == [seat["lost"] for seat in review["seats"]]
        assert worst["decisions"] == [seat["decisions"] for seat in review["seats"]]
        assert await request_successfully(reopened_host, f"matches/{name}/deals/1/review", "POST") == {
            "state": "done",
            "review": review,
        }
        assert await request_statistics(reopened_host) == combined_statistics
        games = (await request_successfully(reopened_host, "statistics", since=str(summary["ended"] + 1)))["games"]
        assert [(entry["you"], len(entry["levels"])) for entry in games] == [(None, 1)]


@host_test
async def test_finished_matches_rebuild_outdated_stored_rows(host: TabHost, shelf: MemoryShelf) -> None:
    name = await play_match(host)
    match_list = await request_successfully(host, "matches")
    stored_rows = dict(shelf.rows_by_key)
    for text in ('{"mark": "0"}', "nonsense", stored_rows["matches", name].replace(finished_matches.MARK, "0")):
        shelf.rows_by_key["matches", name] = text
        async with open_host(shelf) as reopened_host:
            assert (await request_successfully(reopened_host, "matches"))["total"] == 1
        assert shelf.rows_by_key == stored_rows
    shelf.rows_by_key["reviews", f"{name} 0001"] = "{}"
    shelf.rows_by_key["sums", f"{name} 0001"] = "{}"
    async with open_host(shelf) as reopened_host:
        assert await request_successfully(reopened_host, "matches") == match_list
        assert await request_successfully(reopened_host, f"matches/{name}/deals/1/review") == {"state": "none"}


@host_test
async def test_finished_matches_omit_unreadable_table(host: TabHost, shelf: MemoryShelf) -> None:
    broken_match, intact_match = await play_match(host), await play_match(host)
    commit_key = next(key for key in shelf.rows_by_key if key[0] == "commits" and key[1].startswith(broken_match))
    del shelf.rows_by_key[commit_key]
    async with open_host(shelf) as reopened_host:
        assert await listed_match_ids(reopened_host) == [intact_match]
        assert await request_refusal(reopened_host, "GET", f"matches/{broken_match}") == (503, "not-read")
        assert len((await request_successfully(reopened_host, "statistics"))["games"]) == 1


@host_test
async def test_failed_deal_review_is_reported_and_next_deal_is_reviewed(
    host: TabHost, shelf: MemoryShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [f"matches/{await play_match(host)}/deals/1/review" for _ in range(2)]
    order, wrong = incremental.order, [True]

    def failing(events: bytes) -> tuple[int, ...]:
        if wrong:
            raise RuntimeError(wrong.pop())
        return order(events)

    monkeypatch.setattr(incremental, "order", failing)
    assert [(await request_successfully(host, path, "POST"))["state"] for path in paths] == ["waits", "waits"]
    while (await request_successfully(host, paths[1]))["state"] == "waits":
        await yield_to_tasks()
    assert [(await request_successfully(host, path))["state"] for path in paths] == ["failed", "under-way"]


@host_test
async def test_practice_table_of_a_deal_is_not_listed_as_a_match(host: TabHost, shelf: MemoryShelf) -> None:
    name = await play_match(host)
    steps = (await request_successfully(host, f"matches/{name}/deals/1"))["steps"]
    step_index = next(index for index, step in enumerate(steps) if step["before"]["public"]["phase"] == "play")
    path = f"matches/{name}/deals/1/play"
    response = await request_successfully(host, path, "POST", {"step": step_index})
    page = await Page().join(host, response["id"])
    message = await page.until(lambda message: message["type"] == "view")
    assert message["view"]["hand"] == steps[step_index]["before"]["hands"][message["view"]["seat"]]
    await page.until_stage("over")
    assert await listed_match_ids(host) == [name]
    assert await request_refusal(host, "GET", f"matches/{response['id']}") == (404, "no-such-match")
    assert await request_refusal(host, "POST", path, {"step": 9999}) == (400, "no-such-step")
    assert await request_refusal(host, "POST", path, {"step": "first"}) == (400, "request-unreadable")


@host_test
async def test_finished_matches_refuse_unknown_match_deal_page_or_time(host: TabHost, shelf: MemoryShelf) -> None:
    name, going_on = await play_match(host), await open_table(host)
    for path in ("matches/{}/deals/{}", "matches/{}/deals/{}/review", "matches/{}/deals/{}/tables"):
        for deal in ("0", "2", "9" * 9):
            assert await request_refusal(host, "GET", path.format(name, deal)) == (404, "no-such-deal"), (path, deal)
        for deal in ("-1", "x", "", "9" * 5000):
            assert await request_refusal(host, "GET", path.format(name, deal)) == (404, "no-such-page"), (path, deal)
        for match in (going_on, "none", ""):
            assert await request_refusal(host, "GET", path.format(match, 1)) == (404, "no-such-match"), (path, match)
            assert await request_refusal(host, "GET", f"matches/{match}") == (404, "no-such-match"), match
    assert await request_refusal(host, "GET", f"matches/{name}/else") == (404, "no-such-page")
    assert await request_refusal(host, "GET", "statistics", since="x") == (400, "request-unreadable")
    assert await request_refusal(host, "GET", "statistics", until="9" * 5000) == (400, "request-unreadable")
    assert await request_refusal(host, "GET", "statistics", until="9" * 15) == (400, "no-such-moment")
