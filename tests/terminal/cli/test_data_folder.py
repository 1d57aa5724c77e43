"""The folder in which the program stores its files, on each system."""

from pathlib import Path

import pytest

from prikup.terminal.cli.data_folder import data_folder


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the home folder of the user."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path


def test_data_folder_is_where_programs_of_the_system_store_data(home: Path) -> None:
    assert data_folder({}, "linux") == home / ".local" / "share" / "prikup"
    assert data_folder({}, "freebsd14") == home / ".local" / "share" / "prikup"
    assert data_folder({}, "darwin") == home / "Library" / "Application Support" / "prikup"
    assert data_folder({}, "win32") == home / "AppData" / "Local" / "prikup"
    assert data_folder({"LOCALAPPDATA": str(home / "other")}, "win32") == home / "other" / "prikup"


def test_data_folder_prefers_xdg_data_home_on_every_system(home: Path) -> None:
    environment = {"XDG_DATA_HOME": str(home / "data"), "LOCALAPPDATA": str(home / "other")}
    assert {data_folder(environment, system) for system in ("linux", "darwin", "win32")} == {home / "data" / "prikup"}


def test_data_folder_ignores_an_empty_variable(home: Path) -> None:
    assert data_folder({"XDG_DATA_HOME": ""}, "linux") == home / ".local" / "share" / "prikup"
