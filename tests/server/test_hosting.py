"""docs/hosting.md agrees with the real options, service unit and log events."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from server.test_proxies import HOSTING, block
from support.project_commands import command_group

from prikup.server.logging import TROUBLE
from prikup.server.storage.sql_tables import metadata


def test_hosting_document_lists_all_server_options() -> None:
    serve = command_group().commands["serve"]
    server_options = {param.opts[0] for param in serve.params if not {"--language", "--help"} & set(param.opts)}
    table = HOSTING.partition("## Options")[2].partition("\n## ")[0]
    listed_options = {
        name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall("`(--[a-z-]+)`", row)
    }
    assert listed_options == server_options


def test_hosting_document_explains_warning_and_error_events() -> None:
    rows = re.findall(r"^\| (`[a-z].*?) \|", HOSTING.partition("## Monitoring")[2], re.MULTILINE)
    assert {name for row in rows for name in re.findall("`([a-z-]+)`", row)} == {*TROUBLE["warning"], *TROUBLE["error"]}


def test_hosting_document_says_how_long_each_database_table_is_kept() -> None:
    kept = HOSTING.partition("## What is stored")[2].partition("\n## ")[0]
    columns = re.findall(r"^\| .*? \| (.*?) \| .*\S.* \|$", kept, re.MULTILINE)
    named_tables = [name for column in columns for name in re.findall("`([a-z_]+)`", column)]
    assert sorted(named_tables) == sorted(metadata.tables)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze")
def test_systemd_accepts_documented_service(tmp_path: Path) -> None:
    unit = tmp_path / "prikup.service"
    unit.write_text(block("[Unit]").replace("/opt/prikup/bin/prikup", sys.executable))
    process = subprocess.run(("systemd-analyze", "verify", unit), capture_output=True, text=True, check=False)
    complaints = [line for line in process.stderr.splitlines() if "prikup" in line]
    assert (process.returncode, complaints) == (0, []), process.stderr
