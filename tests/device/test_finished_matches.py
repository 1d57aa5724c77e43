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
from prikup.review.review import reviewed
from prikup.review.review_json import record
from prikup.statistics.statistics import statistics
from prikup.statistics.tally import Tally, of_log, of_review

THREE, FOUR = example(seats=3), example(seats=4)


async def played(host: TabHost, game: str = THREE, **more: Any) -> str:
    """Play a match of one deal; return its id."""
    name = await opened(host, **{"game": game, "deals": 1} | more)
    await (await Page().join(host, name)).until_stage("over")
    return name


async def asked(host: TabHost, path: str, method: str = "GET", body: object = None, **query: str) -> Any:
    """Return the response to a request, which must succeed."""
    status, found = await ask(host, method, path, body, **query)
    assert status == 200, found
    return found


async def listed(host: TabHost, **wanted: str) -> list[str]:
    """Return the ids of the listed matches."""
    return [match["id"] for match in (await asked(host, "matches", **wanted))["matches"]]


async def log_of(host: TabHost, match: str) -> Log:
    status, lines = await host.asked("GET", f"matches/{match}/log", {}, "")
    assert status == 200
    events, _, _ = read_events(lines.encode())
    return Log.replay(events)


async def finally_reviewed(host: TabHost, match: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the review of the first deal of a match, and the responses before it was ready."""
    path, before = f"matches/{match}/deals/1/review", []
    assert await asked(host, path) == {"state": "none"}
    before.append(await asked(host, path, "POST"))
    while (found := await asked(host, path))["state"] != "done":
        assert found["state"] != "failed"
        before.append(found)
        await others_run()
    return found["review"], before


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
    assert ([each["id"] for each in page["matches"]], page["total"]) == (names[:0:-1], 3)
    rest = await asked(host, "matches", cursor=page["next"])
    assert ([each["id"] for each in rest["matches"]], rest["next"]) == (names[:1], "")
    for wanted, found in (
        ({"game": FOUR}, names[1:2]),
        ({"game": THREE, "company": "people"}, []),
        ({"game": THREE, "company": "computers"}, [names[2], names[0]]),
        ({"player": "nobody at all"}, []),
        ({"game": FOUR, "preset": page["matches"][1]["options"].partition(" ")[0]}, names[1:2]),
    ):
        assert await listed(host, **wanted) == found
    results = [(await asked(host, "matches", result=each))["total"] for each in ("won", "lost", "even")]
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
    own = [match["course"][side] for side, seats in enumerate(summary["sides"]) if match["you"] in seats]
    assert own == [summary["course"]]
    assert (match["host"], match["private"], match["ended"]) == (False, False, summary["ended"])
    (only,) = match["deals"]
    assert only == {"summary": only["summary"], "review": None}
    deal = await asked(host, f"matches/{name}/deals/1")
    assert deal["summary"] == only["summary"]
    (finished_deal,) = finished_deals(log.events)
    assert len(deal["steps"]) == len(finished_deal.steps)
    assert tuple(deal["end"]["hands"]) == finished_deal.end.hands
    at, step = next((at, step) for at, step in enumerate(deal["steps"]) if step["moved"]["seat"] == match["you"])
    question = await asked(host, f"matches/{name}/deals/1/steps/{at}")
    assert question["view"]["view"]["hand"] == step["before"]["hands"][match["you"]]
    for beyond in (str(len(deal["steps"])), "-1", "x", "9" * 5000):
        assert (await refused(host, "GET", f"matches/{name}/deals/1/steps/{beyond}"))[0] == 404, beyond
    same = await asked(host, f"matches/{name}/deals/1/tables")
    assert [(each["table"], each["summary"]) for each in same["played"]] == [(name, only["summary"])]


def said(tally: Tally, log: Log) -> Any:
    """Return a tally as decoded from its JSON."""
    return msgspec.json.decode(msgspec.json.encode(statistics(tally, log.game.roles)))


async def counted(host: TabHost) -> tuple[Any, Any]:
    """Return the statistics of the user, and of the only level played against."""
    (found,) = (await asked(host, "statistics"))["games"]
    (level,) = found["levels"]
    return found["you"], level["statistics"]


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
        seats = [(summary["you"],), tuple(at for at in range(len(summary["seats"])) if at != summary["you"])]
        by_log = of_log(log, seats)
        assert await counted(host) == tuple(said(tally, log) for tally in by_log)

        review, before = await finally_reviewed(host, name)
        (deal,) = finished_deals(log.events)
        told = record(reviewed(deal))
        assert review == json.loads(msgspec.json.encode(told))
        assert before[0] == {"state": "waits"}
        by_number = {each["at"]: each for each in review["decisions"]}
        early = [one for each in before for one in each.get("decisions", [])]
        assert early
        assert all(by_number[one["at"]] == one for one in early)
        by_review = of_review(told, seats)
        both = tuple(said(one + more, log) for one, more in zip(by_log, by_review, strict=True))
        assert await counted(host) == both

    async with another(shelf) as again:
        (summary,) = (await asked(again, "matches"))["matches"]
        own = [each for each in review["decisions"] if each["seat"] == summary["you"]]
        mistakes = [each for each in own if each["verdict"] in FAULTS]
        assert (summary["reviewed"], summary["mistakes"]) == (1, len(mistakes))
        worst = (await asked(again, f"matches/{name}"))["deals"][0]["review"]
        assert worst["lost"] == [seat["lost"] for seat in review["seats"]]
        assert worst["decisions"] == [seat["decisions"] for seat in review["seats"]]
        assert await asked(again, f"matches/{name}/deals/1/review", "POST") == {"state": "done", "review": review}
        assert await counted(again) == both
        found = (await asked(again, "statistics", since=str(summary["ended"] + 1)))["games"]
        assert [(each["you"], len(each["levels"])) for each in found] == [(None, 1)]


@at_host
async def test_what_another_program_has_kept_beside_the_tables_is_made_again(host: TabHost, shelf: MemoryShelf) -> None:
    name = await played(host)
    listed = await asked(host, "matches")
    made = dict(shelf.kept)
    for text in ('{"mark": "0"}', "nonsense", made["matches", name].replace(finished_matches.MARK, "0")):
        shelf.kept["matches", name] = text
        async with another(shelf) as again:
            assert (await asked(again, "matches"))["total"] == 1
        assert shelf.kept == made
    shelf.kept["reviews", f"{name} 0001"] = "{}"
    shelf.kept["sums", f"{name} 0001"] = "{}"
    async with another(shelf) as again:
        assert await asked(again, "matches") == listed
        assert await asked(again, f"matches/{name}/deals/1/review") == {"state": "none"}


@at_host
async def test_a_table_that_cannot_be_read_is_left_out_and_left_alone(host: TabHost, shelf: MemoryShelf) -> None:
    one, two = await played(host), await played(host)
    broken = next(key for key in shelf.kept if key[0] == "commits" and key[1].startswith(one))
    del shelf.kept[broken]
    async with another(shelf) as again:
        assert await listed(again) == [two]
        assert await refused(again, "GET", f"matches/{one}") == (503, "not-read")
        assert len((await asked(again, "statistics"))["games"]) == 1


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
    step = next(at for at, each in enumerate(steps) if each["before"]["public"]["phase"] == "play")
    path = f"matches/{name}/deals/1/play"
    found = await asked(host, path, "POST", {"step": step})
    page = await Page().join(host, found["id"])
    told = await page.until(lambda told: told["type"] == "view")
    assert told["view"]["hand"] == steps[step]["before"]["hands"][told["view"]["seat"]]
    await page.until_stage("over")
    assert await listed(host) == [name]
    assert await refused(host, "GET", f"matches/{found['id']}") == (404, "no-such-match")
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
