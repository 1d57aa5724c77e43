"""Playthroughs: OpenSpiel's own generator accepts every game, and replays what it wrote."""

from pathlib import Path

import pytest
from absl import flags
from env.common import NAME, each_game
from open_spiel.python.algorithms import generate_playthrough

from prikup.env.playthrough import main, playthrough
from prikup.games import GAMES

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _quick_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let OpenSpiel round only the numbers that are not whole: half a million per deal are, and rounding is slow."""

    def quick_round(number: float, digits: int) -> float:
        return number if number in (0.0, 1.0) else round(number, digits)

    monkeypatch.setattr(generate_playthrough, "round", quick_round, raising=False)


@each_game
def test_playthrough_of_each_game_is_replayed_by_openspiel(name: str, tmp_path: Path) -> None:
    text = playthrough(name, seed=2)
    assert f'GameType.short_name = "prikup_{name.replace("-", "_")}"' in text
    assert "IsTerminal() = True" in text
    file = tmp_path / "playthrough.txt"
    file.write_text(text)
    flags.FLAGS.mark_as_parsed()  # OpenSpiel's program parses them when it starts
    before, after = generate_playthrough.replay(str(file))
    assert before == after


def test_playthrough_has_chosen_rules_and_deals(capsys: Capture) -> None:
    *_, preset = GAMES[NAME].presets
    assert main([NAME, preset, "--deals", "2", "--seed", "5"]) == 0
    text = capsys.readouterr().out
    assert text == playthrough(NAME, preset, 2, 5) != playthrough(NAME, preset, 2, 6)
    assert text.startswith(f"game: prikup_{NAME.replace('-', '_')}(options={preset},deals=2)\n")
    assert "RewardModel.REWARDS" in text


@pytest.mark.parametrize("arguments", [["chess"], [NAME, "nonsense"], [NAME, "--deals", "0"], [NAME, "--seed", "x"]])
def test_playthrough_command_refuses_wrong_arguments(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert arguments[-1] in capsys.readouterr().err
