"""Which hosts the table tests run on: all in memory; those that depend on the host on each kind of host."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from msgspec import UNSET, UnsetType
from support.circles import Circle
from support.template_database import use_template
from table.stores import CURRENT_HOST, EACH_HOST, MEMORY

from prikup.table import commit
from prikup.table.host.storage import LobbyFlags
from prikup.table.state.events import TableEvent
from prikup.table.state.summary import Summary, lobby_flags, summary_of
from prikup.table.state.table_state import CommitEffect, TableState

use_template()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test at a table in memory; one of `table_test_on_each_host`, or any in the circle `all`, on each host."""
    if hosts := getattr(metafunc.function, "hosts", ()):
        metafunc.parametrize("hosted", EACH_HOST if Circle.name == "all" else hosts, indirect=True)


@pytest.fixture(autouse=True)
def hosted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """Store tables as this kind of host does."""
    CURRENT_HOST.kind, CURRENT_HOST.root = getattr(request, "param", MEMORY), tmp_path
    yield
    CURRENT_HOST.kind, CURRENT_HOST.root = MEMORY, None


@pytest.fixture(autouse=True)
def foretold(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In every test, compare what a commit stores for lists of tables with the table once the commit is applied."""
    promises: WeakKeyDictionary[TableState, tuple[Summary, LobbyFlags]] = WeakKeyDictionary()
    mismatches: list[tuple[object, object, tuple[TableEvent, ...]]] = []
    original_list_changes, enter = commit.list_changes, TableState.enter

    def list_changes(
        table: TableState, events: tuple[TableEvent, ...]
    ) -> tuple[Summary | None, LobbyFlags | UnsetType]:
        summary, flags = original_list_changes(table, events)
        promises[table] = summary or summary_of(table), lobby_flags(table) if flags is UNSET else flags
        return summary, flags

    def checked_enter(table: TableState, events: tuple[TableEvent, ...], *command: Any) -> CommitEffect:
        effect = enter(table, events, *command)
        promise, state = promises.pop(table, None), (summary_of(table), lobby_flags(table))
        if promise is not None and promise != state:
            mismatches.append((promise, state, events))
        return effect

    monkeypatch.setattr(commit, "list_changes", list_changes)
    monkeypatch.setattr(TableState, "enter", checked_enter)
    yield
    assert not mismatches
