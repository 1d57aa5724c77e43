"""`prikup dataset`: it writes a data set, in the user's language."""

from pathlib import Path

import pytest
from support.example_games import example

from prikup.env.dataset import Dataset
from prikup.games import GAMES
from prikup.rules.options import single_changes, value_text
from prikup.terminal.cli.app import run

NAME = example()


def test_dataset_command_writes_dataset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    preset, options = next(iter(GAMES[NAME].presets.items()))
    field, value = next(single_changes(options))
    rule = f"{field}={value_text(value)}"
    folder = tmp_path / "data"
    arguments = ["dataset", NAME, str(folder), "--deals", "3", "--players", "random", "--seed", "x", "--workers", "1"]
    assert run([*arguments, "--set", rule]) == 0
    assert capsys.readouterr().out == f"3 deals are in {folder}\n"
    dataset = Dataset(folder)
    dataset.check()
    assert len(list(dataset.deals())) == 3
    assert (dataset.description.seed, dataset.description.options) == ("x", f"{preset} {rule}")
    assert run([*arguments, "--language", "ru"]) == 2
    assert "не пуста" in capsys.readouterr().err
