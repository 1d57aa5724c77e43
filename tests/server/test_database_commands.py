"""Database commands of a server operator: backup during play, restore, and the audit log."""

import asyncio
import json
from pathlib import Path
from typing import get_args

import pytest
from server.server_thread import Visitor, run_server
from support import patient
from support.example_games import example

from prikup.locale import LANGUAGES
from prikup.server.storage.audit import AuditKind, NewAuditRow, note
from prikup.server.storage.database import Database
from prikup.terminal.cli.app import run

THREE = example(seats=3)
FACTS: dict[str, dict[str, str | int]] = {
    "seated": {"seat": 0, "name": "Verotschka"},
    "stood": {"seat": 2},
    "renamed": {"from": "Verotschka", "to": "Wera"},
    "account-opened": {"from": "", "to": "Wera"},
    "rating-voided": {"why": "the cards were marked"},
}
TextCapture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRIKUP_LANGUAGE", "en")


async def _write_audit(url: str, *entries: NewAuditRow) -> None:
    database = await Database.open(url)
    async with database.writing() as connection:
        await note(connection, *entries)
    await database.close()


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_audit_command_describes_entries_in_each_language(tongue: str, tmp_path: Path, capsys: TextCapture) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite"
    kinds = get_args(AuditKind)
    entries = [
        NewAuditRow(1_800_000_000_000 + index, kind, FACTS.get(kind, {}), f"table{index}", f"person{index}")
        for index, kind in enumerate(kinds)
    ]
    asyncio.run(_write_audit(url, *entries))
    assert run(["audit", "--database", url, "--language", tongue]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(kinds)
    for index, (kind, line) in enumerate(zip(kinds, lines, strict=True)):
        assert line.startswith("2027-01-15 08:00:00Z  ")
        assert "audit-" not in line
        assert "{" not in line
        assert f"person{index}" in line or f"table{index}" in line
        for name, fact in FACTS.get(kind, {}).items():
            assert (str(int(fact) + 1) if name == "seat" else str(fact or "–")) in line


def test_audit_command_writes_json_lines_and_applies_filters(tmp_path: Path, capsys: TextCapture) -> None:
    with run_server(tmp_path) as running, Visitor(running, "Vera") as vera:
        vera.http.patch("/api/me", json={"name": "Wera"})
        database = ["--database", running.services.config.database]
        assert run(["audit", "--json", *database]) == 0  # while the server runs
        (line,) = capsys.readouterr().out.splitlines()
        entry = json.loads(line)
        assert entry.pop("at").endswith("+00:00")
        person = vera.me["id"]
        facts = {"from": "Vera", "to": "Wera"}
        assert entry == {"kind": "renamed", "person": person, "name": "Wera", "facts": facts}
        for option, value, number in (
            ("--person", person, 1),
            ("--person", "x", 0),
            ("--table", "x", 0),
            ("--since", "2020-01-01", 1),
            ("--since", "2020-01-01T10:00+03:00", 1),
            ("--since", "2999-01-01", 0),
        ):
            assert run(["audit", option, value, *database]) == 0
            assert len(capsys.readouterr().out.splitlines()) == number


def test_backup_and_restore_commands_recover_server(tmp_path: Path, capsys: TextCapture) -> None:
    file = str(tmp_path / "backup")
    with run_server(tmp_path) as running, Visitor(running, "Vera") as vera:
        database = ["--database", running.services.config.database]
        assert run(["backup", file, *database]) == 0
        assert run(["backup", file, *database]) == 1  # the file exists
        table = vera.table(game=THREE)
        assert run(["backup", file, "--force", *database]) == 0
        later_table = vera.table(game=THREE)
        assert run(["restore", file, *database]) == 1  # the server is using the database
    capsys.readouterr()
    assert run(["restore", file, *database]) == 0
    output = capsys.readouterr()
    assert (file in output.out, "before-restore" in output.out, output.err) == (True, True, "")
    headers = {"Authorization": f"Bearer {vera.token}"}
    with run_server(tmp_path) as running, patient.Client(base_url=running.url, headers=headers) as http:
        assert [row["id"] for row in http.get("/api/bootstrap").json()["tables"]] == [table]
        assert http.get(f"/api/tables/{later_table}").status_code == 404
        assert http.post("/api/tables", json={"game": THREE}).is_success


@pytest.mark.parametrize("command", ["backup", "audit"])
def test_database_commands_do_not_create_missing_database(command: str, tmp_path: Path, capsys: TextCapture) -> None:
    arguments = [str(tmp_path / "file")] if command == "backup" else []
    assert run([command, *arguments, "--database", f"sqlite:///{tmp_path}/none.sqlite"]) == 1
    assert "none.sqlite" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
