"""These tests need PostgreSQL (make test-postgres); without it, only tests that do not need it are collected."""

import pytest
from server.conftest import SERVER
from support.waiting import DEADLINE_S

from prikup.server.nodes import relay

NEED_IT = [
    f"test_{name}.py"
    for name in (
        "absence",
        "broadcast",
        "fence",
        "lobby",
        "node",
        "pairing_deaths",
        "problems",
        "rating_deaths",
        "relay",
        "secrecy",
        "spans",
        "turns",
    )
]
collect_ignore = [] if SERVER else NEED_IT


@pytest.fixture(autouse=True)
def _skip_without_postgresql(request: pytest.FixtureRequest) -> None:
    """Skip a file that was named on the command line, and therefore collected."""
    if not SERVER and request.path.name in NEED_IT:
        pytest.skip("this needs PostgreSQL: make test-postgres")


@pytest.fixture(autouse=True)
def _patient_relays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let relays wait for the other node as long as tests do, because a busy machine may stop both for seconds."""
    for limit in ("REACHED_WITHIN", "FIRST_WORD_WITHIN", "PING_S"):
        monkeypatch.setattr(relay, limit, DEADLINE_S)


@pytest.fixture
def lasting_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server's leases last longer than tests wait. It would lose its tables if it did nothing for two seconds."""
    monkeypatch.setattr("prikup.server.nodes.lease.HELD_S", DEADLINE_S)
    for module in ("node", "chore_lease"):
        monkeypatch.setattr(f"prikup.server.nodes.{module}.LASTS_S", 2 * DEADLINE_S)


@pytest.fixture
def postgresql(url: str) -> str:
    """The URL of a new PostgreSQL database."""
    return url
