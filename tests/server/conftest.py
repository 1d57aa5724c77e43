"""Databases to test with: a SQLite file, and one at the PostgreSQL server that PRIKUP_POSTGRES names, if it does; what
the journal writes, and a server with a guest."""

import asyncio
import io
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.logged import logged
from server.running import Running, Visitor, served
from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from support.template_database import use_template

use_template()
SERVER = os.environ.get("PRIKUP_POSTGRES", "")
"""Like `postgresql://postgres@localhost:5432/postgres`: databases are made there and thrown away."""


@pytest.fixture(params=["sqlite", "postgresql"] if SERVER else ["sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/prikup.db"
        return
    name = f"prikup_{secrets.token_hex(6)}"
    asyncio.run(_told(f"CREATE DATABASE {name}"))
    yield make_url(SERVER).set(database=name).render_as_string(hide_password=False)
    asyncio.run(_told(f"DROP DATABASE {name}"))


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What is logged, as at a server."""
    with logged() as stream:
        yield stream


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that the tests of a module share."""
    client = tmp_path_factory.mktemp("client")
    (client / "index.html").write_text("<!doctype html>")
    with served(tmp_path_factory.mktemp("server"), client=client) as running:
        yield running


@pytest.fixture
def vera(running: Running) -> Iterator[Visitor]:
    """A guest."""
    with Visitor(running) as vera:
        yield vera


async def _told(statement: str) -> None:
    engine = create_async_engine(make_url(SERVER).set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.exec_driver_sql(statement)
    await engine.dispose()
