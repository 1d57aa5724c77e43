"""Which hosts the table tests run on: all in memory; those that depend on the host on each kind of host."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from support.circles import Circle
from support.template_database import use_template
from table.stores import CURRENT_HOST, EACH_HOST, MEMORY

from prikup.table import commit
from prikup.table.state.events import TableEvent
from prikup.table.state.summary import Summary, summary_of
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
    """In every test, compare the summary stored with a commit with the table's once the commit is applied."""
    promised_summaries: WeakKeyDictionary[TableState, Summary] = WeakKeyDictionary()
    mismatches: list[tuple[Summary, Summary, tuple[TableEvent, ...]]] = []
    originalsummary_after, enter = commit.summary_after, TableState.enter

    def summary_after(table: TableState, events: tuple[TableEvent, ...]) -> Summary | None:
        summary = originalsummary_after(table, events)
        promised_summaries[table] = summary or summary_of(table)
        return summary

    def checked_enter(table: TableState, events: tuple[TableEvent, ...], *command: Any) -> CommitEffect:
        effect = enter(table, events, *command)
        promised_summary = promised_summaries.pop(table, None)
        if promised_summary is not None and promised_summary != summary_of(table):
            mismatches.append((promised_summary, summary_of(table), events))
        return effect

    monkeypatch.setattr(commit, "summary_after", summary_after)
    monkeypatch.setattr(TableState, "enter", checked_enter)
    yield
    assert not mismatches
