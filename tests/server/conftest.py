"""Fixtures: new databases, the log stream, a shared server and two guests.

Databases are SQLite, or PostgreSQL if PRIKUP_POSTGRES is set (see tests/support/run_on_postgres.py).
"""

import asyncio
import inspect
import io
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from server.captured_log import capture_log
from server.run_coroutines import finish
from server.server_thread import Running, Visitor, run_server
from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from support.template_database import use_template

from prikup.server.accounts import accounts

use_template()
accounts._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # cheap: not tested here
SERVER = os.environ.get("PRIKUP_POSTGRES", "")
"""For example `postgresql://postgres@localhost:5432/postgres`: test databases are created there and dropped."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(finish(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})))
    return True


KINDS = ["postgresql"] if SERVER else ["sqlite"]


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a new database that gets the newest schema when opened."""
    yield from _database(request.param, tmp_path, "template1")


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a new database without tables."""
    yield from _database(request.param, tmp_path, "template0")


def _database(kind: str, folder: Path, template: str) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{folder}/prikup.db"
        return
    name = f"prikup_{secrets.token_hex(6)}"
    asyncio.run(_execute(f"CREATE DATABASE {name} TEMPLATE {template}"))
    yield make_url(SERVER).set(database=name).render_as_string(hide_password=False)
    asyncio.run(_execute(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """The log of a test, formatted as on a server."""
    with capture_log() as stream:
        yield stream


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server shared by the tests of a module."""
    client = tmp_path_factory.mktemp("client")
    (client / "index.html").write_text("<!doctype html>")
    with run_server(tmp_path_factory.mktemp("server"), client=client) as running:
        yield running


@pytest.fixture
def vera(running: Running) -> Iterator[Visitor]:
    """A guest."""
    with Visitor(running) as vera:
        yield vera


@pytest.fixture
def oleg(running: Running) -> Iterator[Visitor]:
    """Another guest."""
    with Visitor(running, "Oleg") as oleg:
        yield oleg


async def _execute(statement: str) -> None:
    engine = create_async_engine(make_url(SERVER).set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.exec_driver_sql(statement)
    await engine.dispose()
