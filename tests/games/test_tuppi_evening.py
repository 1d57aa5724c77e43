"""Evenings of Tuppi in the scorer: started on paper, entered in a terminal, stored in a file."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from prikup.games import game
from prikup.scorer.replay import replay_scoring
from prikup.scorer.score_file import read
from prikup.terminal.cli.app import run


def test_scorer_reads_file_in_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs" / "scorer.md").read_text()
    lines = [line.strip() for line in text.splitlines() if line.startswith('    {"type"')]
    history, _ = read("\n".join((*lines, "")).encode())
    assert [entry.id for entry in history.current_list.entries] == ["5f0c93aa"]
    replayed_evening = replay_scoring(history.current_list)
    assert replayed_evening.match.sheet.totals == ((8, 0),)
    assert history.current_list.rules == game("tuppi").rules_version


Score = Callable[..., str]


@pytest.fixture
def score(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Score:
    """Return a function that types lines into a scored match stored in a file, and returns the output."""

    def score_lines(lines: str, *options: str, file: str = "a") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        path = str(tmp_path / f"{file}.jsonl")
        assert run(["score", "tuppi", "--plain", "--language", "en", *options, "--file", path]) == 0
        return capsys.readouterr().out

    return score_lines


def test_S23_cli_score_matches_player_names_in_any_case(score: Score, capsys: pytest.CaptureFixture[str]) -> None:
    assert "dealer Vera" in score("", "--names", "Anna,Boris,Vera,Gleb", "--dealer", "vera")
    assert run(["score", "tuppi", "--names", "Anna,Boris,ANNA,Gleb"]) == 2
    assert "ANNA" in capsys.readouterr().err


def test_cli_score_asks_for_carry_of_paper_match(score: Score) -> None:
    options = ("--preset", "tournament", "--totals", "12,0", "--deal", "16", "--dealer", "4")
    assert "have scored 56" in score("52\n52 60\nnolo 6\n\n", *options, file="asked")
    assert "have scored 56" in score("nolo 6\n\n", *options, "--carry", "written=52,60", file="told")
    assert run(["score", "tuppi", "--preset", "tournament", "--totals", "12,4", "--carry", "written=12,4"]) == 2


def test_cli_score_file_holds_one_match(score: Score, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    score("nolo 6\n\n", "--names", "A,B,C,D")
    assert "deal 2" in score("")
    assert "deal 2" in score("", "--names", "A,B,C,D")
    for arguments in (("tuppi", "--names", "A,B,C,E"), ("tuppi", "--preset", "minnesota"), ("paston",)):
        assert run(["score", *arguments, "--file", str(tmp_path / "a.jsonl")]) == 2
    (tmp_path / "b.jsonl").write_text("nonsense\n")
    assert run(["score", "tuppi", "--file", str(tmp_path / "b.jsonl")]) == 2
    assert "not a scored match" in capsys.readouterr().err
