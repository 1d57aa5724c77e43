"""Which hosts the table tests run on: all in memory; those that depend on the host on each kind of host."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from support.circles import Circle
from support.template_database import use_template
from table.stores import EACH_HOST, HOSTED, MEMORY

from prikup.table.events import Event
from prikup.table.state import CommitEffect, Summary, TableState

use_template()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test at a table in memory; one marked `at_each_host`, or any in the circle `all`, on each kind of host."""
    if hosts := getattr(metafunc.function, "hosts", ()):
        metafunc.parametrize("hosted", EACH_HOST if Circle.name == "all" else hosts, indirect=True)


@pytest.fixture(autouse=True)
def hosted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """Store tables as this kind of host does."""
    HOSTED.kind, HOSTED.root = getattr(request, "param", MEMORY), tmp_path
    yield
    HOSTED.kind, HOSTED.root = MEMORY, None


@pytest.fixture(autouse=True)
def foretold(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In every test, compare the summary stored with a commit with the table's once the commit is applied."""
    promised: WeakKeyDictionary[TableState, Summary] = WeakKeyDictionary()
    wrong: list[tuple[Summary, Summary, tuple[Event, ...]]] = []
    foretell, enter = TableState.summary_after, TableState.enter

    def summary_after(table: TableState, events: tuple[Event, ...]) -> Summary | None:
        found = foretell(table, events)
        promised[table] = found or table.summary
        return found

    def entered(table: TableState, events: tuple[Event, ...], *command: Any) -> CommitEffect:
        effect = enter(table, events, *command)
        told = promised.pop(table, None)
        if told is not None and told != table.summary:
            wrong.append((told, table.summary, events))
        return effect

    monkeypatch.setattr(TableState, "summary_after", summary_after)
    monkeypatch.setattr(TableState, "enter", entered)
    yield
    assert not wrong
