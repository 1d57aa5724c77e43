"""The suite of the table runs over each kind of host."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from support.template_database import use_template
from table.stores import HOSTED, STORES

from prikup.table.events import Event
from prikup.table.state import Effect, Summary, TableState

use_template()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test at a table over each kind of host."""
    if getattr(metafunc.function, "hosted", False):
        metafunc.parametrize("hosted", STORES, indirect=True)


@pytest.fixture(autouse=True)
def hosted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """Let tables be kept as this kind of host keeps them."""
    HOSTED.kind, HOSTED.root = getattr(request, "param", next(iter(STORES))), tmp_path
    yield
    HOSTED.kind, HOSTED.root = "memory", None


@pytest.fixture(autouse=True)
def foretold(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold each summary that is kept with a commit to the table once the commit is entered, in every test here."""
    promised: WeakKeyDictionary[TableState, Summary] = WeakKeyDictionary()
    wrong: list[tuple[Summary, Summary, tuple[Event, ...]]] = []
    foretell, enter = TableState.summary_after, TableState.enter

    def summary_after(table: TableState, events: tuple[Event, ...]) -> Summary | None:
        found = foretell(table, events)
        promised[table] = found or table.summary
        return found

    def entered(table: TableState, events: tuple[Event, ...], *command: Any) -> Effect:
        effect = enter(table, events, *command)
        told = promised.pop(table, None)
        if told is not None and told != table.summary:
            wrong.append((told, table.summary, events))
        return effect

    monkeypatch.setattr(TableState, "summary_after", summary_after)
    monkeypatch.setattr(TableState, "enter", entered)
    yield
    assert not wrong
