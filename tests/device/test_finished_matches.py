"""Finished matches on a device: listed as on a server, reviewed and counted."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from device.test_host import QUICK, Page, ask, at_host, opened, refused
from support.example_games import example
from table.stores import MemoryShelf
from table.tables import others_run

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


async def played(host: TabHost, game: str = THREE, **settings: Any) -> str:
    """Play a match of one deal; return its id."""
    name = await opened(host, **{"game": game, "deals": 1} | settings)
    await (await Page().join(host, name)).until_stage("over")
    return name


async def asked(host: TabHost, path: str, method: str = "GET", body: object = None, **query: str) -> Any:
    """Return the response to a request, which must succeed."""
    status, response = await ask(host, method, path, body, **query)
    assert status == 200, response
    return response


async def listed(host: TabHost, **filters: str) -> list[str]:
    """Return the ids of the listed matches."""
    return [match["id"] for match in (await asked(host, "matches", **filters))["matches"]]


async def log_of(host: TabHost, match: str) -> Log:
    status, lines = await host.handle_request("GET", f"matches/{match}/log", {}, "")
    assert status == 200
    events, _, _ = read_events(lines.encode())
    return Log.replay(events)


async def finally_reviewed(host: TabHost, match: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the review of the first deal of a match, and the responses before it was ready."""
    path, earlier_responses = f"matches/{match}/deals/1/review", []
    assert await asked(host, path) == {"state": "none"}
    earlier_responses.append(await asked(host, path, "POST"))
    while (response := await asked(host, path))["state"] != "done":
        assert response["state"] != "failed"
        earlier_responses.append(response)
        await others_run()
    return response["review"], earlier_responses


@asynccontextmanager
async def another(shelf: MemoryShelf) -> AsyncIterator[TabHost]:
    """Open another host on the same storage."""
    host = TabHost(shelf, QUICK)
    yield host
    await host.close()


@at_host
async def test_matches_are_listed_the_last_first_and_narrowed_down(
    host: TabHost, shelf: MemoryShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finished_matches, "A_PAGE", 2)
    assert await asked(host, "matches") == {"matches": [], "next": "", "total": 0}
    names = [await played(host, game) for game in (THREE, FOUR, THREE)]
    await opened(host)  # an unfinished match
    page = await asked(host, "matches")
    assert ([entry["id"] for entry in page["matches"]], page["total"]) == (names[:0:-1], 3)
    next_page = await asked(host, "matches", cursor=page["next"])
    assert ([entry["id"] for entry in next_page["matches"]], next_page["next"]) == (names[:1], "")
    for filters, expected_ids in (
        ({"game": FOUR}, names[1:2]),
        ({"game": THREE, "company": "people"}, []),
        ({"game": THREE, "company": "computers"}, [names[2], names[0]]),
        ({"player": "nobody at all"}, []),
        ({"game": FOUR, "preset": page["matches"][1]["options"].partition(" ")[0]}, names[1:2]),
    ):
        assert await listed(host, **filters) == expected_ids
    results = [(await asked(host, "matches", result=entry))["total"] for entry in ("won", "lost", "even")]
    assert sum(results) == 3
    assert await refused(host, "GET", "matches", cursor="nonsense") == (400, "cursor-unreadable")
    assert await refused(host, "GET", "matches", result="great") == (400, "request-unreadable")


@at_host
async def test_a_match_is_told_with_its_sheet_and_each_deal_with_its_cards(host: TabHost, shelf: MemoryShelf) -> None:
    name = await played(host)
    match, log = await asked(host, f"matches/{name}"), await log_of(host, name)
    (summary,) = (await asked(host, "matches"))["matches"]
    assert match["you"] == summary["you"]
    assert match["sheet"]["settlement"] == summary["settlement"]
    own_courses = [match["course"][side] for side, seats in enumerate(summary["sides"]) if match["you"] in seats]
    assert own_courses == [summary["course"]]
    assert (match["host"], match["private"], match["ended"]) == (False, False, summary["ended"])
    (only_deal,) = match["deals"]
    assert only_deal == {"summary": only_deal["summary"], "review": None}
    deal = await asked(host, f"matches/{name}/deals/1")
    assert deal["summary"] == only_deal["summary"]
    (finished_deal,) = finished_deals(log.events)
    assert len(deal["steps"]) == len(finished_deal.steps)
    assert tuple(deal["end"]["hands"]) == finished_deal.end.hands
    step_index, step = next(
        (step_index, step) for step_index, step in enumerate(deal["steps"]) if step["moved"]["seat"] == match["you"]
    )
    question = await asked(host, f"matches/{name}/deals/1/steps/{step_index}")
    assert question["view"]["view"]["hand"] == step["before"]["hands"][match["you"]]
    for bad_index in (str(len(deal["steps"])), "-1", "x", "9" * 5000):
        assert (await refused(host, "GET", f"matches/{name}/deals/1/steps/{bad_index}"))[0] == 404, bad_index
    same_deal = await asked(host, f"matches/{name}/deals/1/tables")
    assert [(row["table"], row["summary"]) for row in same_deal["played"]] == [(name, only_deal["summary"])]


def said(tally: Tally, log: Log) -> Any:
    """Return a tally as decoded from its JSON."""
    return msgspec.json.decode(msgspec.json.encode(statistics(tally, log.game.roles)))


async def counted(host: TabHost) -> tuple[Any, Any]:
    """Return the statistics of the user, and of the only level played against."""
    (game_statistics,) = (await asked(host, "statistics"))["games"]
    (level,) = game_statistics["levels"]
    return game_statistics["you"], level["statistics"]


@pytest.mark.usefixtures("cheap_review")
@at_host
async def test_a_deal_is_reviewed_as_anywhere_else_and_counted_and_both_are_kept(
    host: TabHost, shelf: MemoryShelf, brief_match: MemoryShelf
) -> None:
    assert await asked(host, "statistics") == {"games": []}
    shelf = MemoryShelf(brief_match.kept)
    async with another(shelf) as host:
        (summary,) = (await asked(host, "matches"))["matches"]
        name, log = summary["id"], await log_of(host, summary["id"])
        seats = [
            (summary["you"],),
            tuple(seat_index for seat_index in range(len(summary["seats"])) if seat_index != summary["you"]),
        ]
        by_log = tallies_of_log(log, seats)
        assert await counted(host) == tuple(said(tally, log) for tally in by_log)

        review, earlier_responses = await finally_reviewed(host, name)
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
            said(part + review_part, log) for part, review_part in zip(by_log, by_review, strict=True)
        )
        assert await counted(host) == combined_statistics

    async with another(shelf) as reopened_host:
        (summary,) = (await asked(reopened_host, "matches"))["matches"]
        own_decisions = [entry for entry in review["decisions"] if entry["seat"] == summary["you"]]
        mistakes = [entry for entry in own_decisions if entry["verdict"] in FAULTS]
        assert (summary["reviewed"], summary["mistakes"]) == (1, len(mistakes))
        worst = (await asked(reopened_host, f"matches/{name}"))["deals"][0]["review"]
        assert worst["lost"] == [seat["lost"] for seat in review["seats"]]
        assert worst["decisions"] == [seat["decisions"] for seat in review["seats"]]
        assert await asked(reopened_host, f"matches/{name}/deals/1/review", "POST") == {
            "state": "done",
            "review": review,
        }
        assert await counted(reopened_host) == combined_statistics
        games = (await asked(reopened_host, "statistics", since=str(summary["ended"] + 1)))["games"]
        assert [(entry["you"], len(entry["levels"])) for entry in games] == [(None, 1)]


@at_host
async def test_what_another_program_has_kept_beside_the_tables_is_made_again(host: TabHost, shelf: MemoryShelf) -> None:
    name = await played(host)
    match_list = await asked(host, "matches")
    stored_rows = dict(shelf.kept)
    for text in ('{"mark": "0"}', "nonsense", stored_rows["matches", name].replace(finished_matches.MARK, "0")):
        shelf.kept["matches", name] = text
        async with another(shelf) as reopened_host:
            assert (await asked(reopened_host, "matches"))["total"] == 1
        assert shelf.kept == stored_rows
    shelf.kept["reviews", f"{name} 0001"] = "{}"
    shelf.kept["sums", f"{name} 0001"] = "{}"
    async with another(shelf) as reopened_host:
        assert await asked(reopened_host, "matches") == match_list
        assert await asked(reopened_host, f"matches/{name}/deals/1/review") == {"state": "none"}


@at_host
async def test_a_table_that_cannot_be_read_is_left_out_and_left_alone(host: TabHost, shelf: MemoryShelf) -> None:
    broken_match, intact_match = await played(host), await played(host)
    commit_key = next(key for key in shelf.kept if key[0] == "commits" and key[1].startswith(broken_match))
    del shelf.kept[commit_key]
    async with another(shelf) as reopened_host:
        assert await listed(reopened_host) == [intact_match]
        assert await refused(reopened_host, "GET", f"matches/{broken_match}") == (503, "not-read")
        assert len((await asked(reopened_host, "statistics"))["games"]) == 1


@at_host
async def test_a_deal_that_cannot_be_reviewed_is_told_and_the_next_one_is_reviewed(
    host: TabHost, shelf: MemoryShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [f"matches/{await played(host)}/deals/1/review" for _ in range(2)]
    order, wrong = incremental.order, [True]

    def failing(events: bytes) -> tuple[int, ...]:
        if wrong:
            raise RuntimeError(wrong.pop())
        return order(events)

    monkeypatch.setattr(incremental, "order", failing)
    assert [(await asked(host, path, "POST"))["state"] for path in paths] == ["waits", "waits"]
    while (await asked(host, paths[1]))["state"] == "waits":
        await others_run()
    assert [(await asked(host, path))["state"] for path in paths] == ["failed", "under-way"]


@at_host
async def test_a_deal_is_played_on_and_that_counts_nowhere(host: TabHost, shelf: MemoryShelf) -> None:
    name = await played(host)
    steps = (await asked(host, f"matches/{name}/deals/1"))["steps"]
    step_index = next(index for index, step in enumerate(steps) if step["before"]["public"]["phase"] == "play")
    path = f"matches/{name}/deals/1/play"
    response = await asked(host, path, "POST", {"step": step_index})
    page = await Page().join(host, response["id"])
    message = await page.until(lambda message: message["type"] == "view")
    assert message["view"]["hand"] == steps[step_index]["before"]["hands"][message["view"]["seat"]]
    await page.until_stage("over")
    assert await listed(host) == [name]
    assert await refused(host, "GET", f"matches/{response['id']}") == (404, "no-such-match")
    assert await refused(host, "POST", path, {"step": 9999}) == (400, "no-such-step")
    assert await refused(host, "POST", path, {"step": "first"}) == (400, "request-unreadable")


@at_host
async def test_what_there_is_not_is_said(host: TabHost, shelf: MemoryShelf) -> None:
    name, going_on = await played(host), await opened(host)
    for path in ("matches/{}/deals/{}", "matches/{}/deals/{}/review", "matches/{}/deals/{}/tables"):
        for deal in ("0", "2", "01", "-1", "x", "9" * 5000):
            assert await refused(host, "GET", path.format(name, deal)) == (404, "no-such-deal"), (path, deal)
        for match in (going_on, "none", ""):
            assert await refused(host, "GET", path.format(match, 1)) == (404, "no-such-match"), (path, match)
            assert await refused(host, "GET", f"matches/{match}") == (404, "no-such-match"), match
    assert await refused(host, "GET", f"matches/{name}/else") == (404, "no-such-page")
    assert await refused(host, "GET", "statistics", since="x") == (400, "no-such-moment")
    assert await refused(host, "GET", "statistics", until="9" * 5000) == (400, "no-such-moment")
