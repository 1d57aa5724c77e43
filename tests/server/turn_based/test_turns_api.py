"""The HTTP API of turn-based tables: opening them, the table that waits next, holidays, and forced cards."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import pytest
from server.server_thread import Running, Visitor, problem
from support.example_games import example

from prikup.table.host.services import MAX_TABLES_BY_TURNS

GAME = example(seats=3, first="call")
TURNS = {"hours": 24, "reserve_h": 72}


@contextmanager
def account(running: Running, name: str) -> Iterator[Visitor]:
    """Yield a visitor with an account."""
    with Visitor(running, name) as visitor:
        visitor.post("account", name=name, password="a long password")
        yield visitor


def open_table(visitor: Visitor, **settings: Any) -> httpx.Response:
    return visitor.http.post("/api/tables", json={"game": GAME, "turns": TURNS} | settings)


def test_table_by_turns_is_opened_by_accounts_only(running: Running, vera: Visitor) -> None:
    assert problem(open_table(vera)) == (403, "account-needed")
    with account(running, "Anna T") as anna:
        table = open_table(anna).json()["id"]
        (entry,) = anna.tables()
        assert (entry["id"], entry["turns"], entry["your_turn"], entry["due"]) == (table, 24, False, None)
        for option, value in (("clock", [1000, 0]), ("minutes", 30), ("bots", True), ("coach", True)):
            response = open_table(anna, **{option: value})
            assert problem(response) == (400, "turns-exclude")
            assert response.json()["reason"]["numbers"] == {"option": option}
        for limits in ({"hours": 5}, {"hours": 24, "reserve_h": 169}, {"hours": 24, "reserve_h": -1}, {"days": 1}):
            assert open_table(anna, turns=limits).status_code == 400


def test_person_has_at_most_20_unfinished_tables_by_turns(running: Running) -> None:
    with account(running, "Boris T") as boris:
        for _ in range(MAX_TABLES_BY_TURNS):
            assert open_table(boris).status_code == 201
        assert problem(open_table(boris)) == (409, "turns-many")
        assert boris.http.post("/api/tables", json={"game": GAME}).status_code == 201, "a live table is none of them"


def test_next_table_is_null_while_no_table_waits(running: Running) -> None:
    with account(running, "Clara T") as clara:
        assert clara.get("turns/next") is None
        open_table(clara)
        assert clara.get("turns/next") is None


def test_holidays_are_whole_days_of_which_a_year_has_fourteen(running: Running, vera: Visitor) -> None:
    today = datetime.now(UTC).date()
    first = date(today.year + 1, 1, 10)
    body = {"from": first.isoformat(), "days": 10}
    assert problem(vera.http.post("/api/me/holidays", json=body)) == (403, "account-needed")
    with account(running, "Dora T") as dora:
        assert dora.get("me/holidays") == {"holidays": [], "days_a_year": 14}
        assert dora.post("me/holidays", **body)["holidays"] == [body]
        faults = (
            (first + timedelta(days=9), 1, "holiday-overlaps"),
            (first + timedelta(days=20), 5, "holiday-long"),
            (today - timedelta(days=3), 1, "holiday-past"),
            (date(today.year + 2, 1, 1), 1, "holiday-far"),
            (date.max, 1, "holiday-far"),
        )
        for day, days, key in faults:
            response = dora.http.post("/api/me/holidays", json={"from": day.isoformat(), "days": days})
            assert problem(response) == (400, key)
        dora.post("me/holidays", **{"from": (first + timedelta(days=20)).isoformat(), "days": 4})
        assert len(dora.get("me/holidays")["holidays"]) == 2


def test_forced_cards_are_a_setting_of_the_user(
    running: Running, vera: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_tables: list[Any] = []
    monkeypatch.setattr(running.services.tables, "check_timed_changes", told_tables.append)
    assert vera.get("me/settings")["forced"] is True
    response = vera.http.put("/api/me/settings", json={"forced": False})
    assert response.json()["forced"] is False
    assert vera.get("me/settings")["forced"] is False
    assert told_tables == [[]], "tables that wait for the user are told"
