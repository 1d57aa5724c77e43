"""Problems over HTTP: the list, the problem of the day, answers and a user's progress."""

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

from server.server_thread import Running, Visitor, problem, run_server
from support import patient

from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem
from prikup.problems.problem_json import answered_record, proof_record, record
from prikup.problems.progress import problem_of_the_day

EVERY = every_problem(OpenProblem)
CARD, NUMBER = (next(each for each in EVERY if each.asks == asks) for asks in ("card", "number"))
TODAY = date.today()  # noqa: DTZ011  # today in (almost) every time zone


def test_problems_api_lists_each_problem_in_one_set(running: Running) -> None:
    sets = patient.get(f"{running.url}/api/problems").json()
    listed_problems = [(entry["game"], entry["theme"], entry["level"], name) for entry in sets for name in entry["ids"]]
    assert sorted(listed_problems) == sorted((entry.game, entry.theme, entry.level, entry.id) for entry in EVERY)
    assert len({tuple(kind) for *kind, _ in listed_problems}) == len(sets)


def test_problems_api_sends_problem_without_its_answer(running: Running) -> None:
    assert patient.get(f"{running.url}/api/problems/{CARD.id}").json() == record(CARD)


def test_problem_of_the_day_depends_only_on_date(running: Running) -> None:
    for days in (0, 1, 400):
        day = TODAY - timedelta(days=days)
        assert patient.get(f"{running.url}/api/problems/days/{day}").json() == record(problem_of_the_day(day))


def test_problems_api_answers_404_for_unknown_problem(running: Running) -> None:
    # Not TODAY, because midnight may have passed since. Two days ahead is the future in every time zone.
    in_two_days = date.today() + timedelta(days=2)  # noqa: DTZ011  # as at TODAY
    for path in ("nothing", "days/soon", f"days/{in_two_days}", "nothing/proof"):
        assert problem(patient.get(f"{running.url}/api/problems/{path}")) == (404, "no-such-problem"), path


def test_problems_api_judges_answer_card_by_card(vera: Visitor) -> None:
    right, played_cards = CARD.answer[0], list[str]()
    reply = vera.post(f"problems/{CARD.id}/answer", answer=right)
    while not reply["over"]:
        assert reply == answered_record(CARD, right, played_cards)
        played_cards += [play["card"] for play in reply["rest"] if play["seat"] == CARD.you][:1]
        reply = vera.post(f"problems/{CARD.id}/answer", answer=right, played=played_cards)
    assert reply["solved"]
    assert vera.get(f"problems/{CARD.id}/proof") == proof_record(CARD)


def test_problems_api_refuses_invalid_answer(vera: Visitor) -> None:
    def answer(name: str, **body: object) -> tuple[int, str]:
        return problem(vera.http.post(f"/api/problems/{name}/answer", json=body))

    right = CARD.answer[0]
    assert answer(CARD.id, answer="XX") == (400, "not-a-card")
    assert answer(CARD.id, answer=right, played=["S2"] * 17) == (400, "request-unreadable")
    assert answer(CARD.id) == (400, "request-unreadable")
    assert answer("nothing", answer=right) == (404, "no-such-problem")


def test_problem_progress_is_merged(running: Running, vera: Visitor) -> None:
    url, day = "/api/problems/progress", TODAY.isoformat()
    assert problem(patient.get(f"{running.url}{url}")) == (401, "not-signed-in")
    assert vera.get("problems/progress") == {}
    first_progress = {"solved": {CARD.id: False, "nothing": True}, "days": [day, str(TODAY + timedelta(days=3))]}
    stored_progress = {"solved": {CARD.id: False}, "days": [day]}
    assert vera.http.put(url, json=first_progress).json() == stored_progress == vera.get("problems/progress")
    new_progress = {"solved": {CARD.id: True, NUMBER.id: False}}
    assert vera.http.put(url, json=new_progress).json() == {"solved": {CARD.id: True, NUMBER.id: False}, "days": [day]}
    assert vera.http.put(url, json={}).json() == vera.get("problems/progress")
    assert problem(vera.http.put(url, json={"days": ["soon"]})) == (400, "request-unreadable")


def test_problem_progress_is_deleted_with_its_user(tmp_path: Path) -> None:
    def rows() -> int:
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database:
            return int(database.execute("SELECT count(*) FROM problem_progress").fetchone()[0])

    with run_server(tmp_path) as running, Visitor(running) as oleg:
        oleg.http.put("/api/problems/progress", json={"solved": {CARD.id: True}})
        assert rows() == 1
        oleg.post("account/deletion")
        assert rows() == 0
