"""Evenings of Tuppi on a scored table: begun on paper, told at a terminal, kept in a file."""

import io
from pathlib import Path

import pytest

from prikup.games import game
from prikup.scorer.replay import replayed
from prikup.scorer.score_file import read
from prikup.terminal.cli.app import run

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def test_the_file_in_the_document_reads() -> None:
    text = (Path(__file__).parents[2] / "docs" / "scorer.md").read_text()
    lines = [line.strip() for line in text.splitlines() if line.startswith('    {"type"')]
    history, _ = read("\n".join((*lines, "")).encode())
    assert [entry.id for entry in history.now.entries] == ["5f0c93aa"]
    now = replayed(history.now)
    assert now.match.sheet.totals == ((8, 0),)
    assert history.now.rules == game("tuppi").rules


Captured = pytest.CaptureFixture[str]


def at_terminal(monkeypatch: pytest.MonkeyPatch, captured: Captured, typing: str, *options: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(typing))
    assert run(["score", "tuppi", "--plain", "--language", "en", *options]) == 0
    return captured.readouterr().out


def test_S23_players_are_named_in_any_case(monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path) -> None:
    file = str(tmp_path / "a.jsonl")
    text = at_terminal(monkeypatch, capsys, "", "--names", "Anna,Boris,Vera,Gleb", "--dealer", "vera", "--file", file)
    assert "dealer Vera" in text
    assert run(["score", "tuppi", "--names", "Anna,Boris,ANNA,Gleb"]) == 2
    assert "ANNA" in capsys.readouterr().err


def test_a_match_on_paper_is_asked_what_its_rules_carry(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path
) -> None:
    options = ("--preset", "tournament", "--totals", "12,0", "--deal", "16", "--dealer", "4")
    text = at_terminal(monkeypatch, capsys, "52\n52 60\nnolo 6\n\n", *options, "--file", str(tmp_path / "asked.jsonl"))
    assert "have written 56" in text
    told = at_terminal(
        monkeypatch,
        capsys,
        "nolo 6\n\n",
        *options,
        "--carry",
        "written=52,60",
        "--file",
        str(tmp_path / "told.jsonl"),
    )
    assert "have written 56" in told
    assert run(["score", "tuppi", "--preset", "tournament", "--totals", "12,4", "--carry", "written=12,4"]) == 2


def test_a_file_holds_one_match(monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path) -> None:
    file = str(tmp_path / "a.jsonl")
    at_terminal(monkeypatch, capsys, "nolo 6\n\n", "--file", file, "--names", "A,B,C,D")
    assert "deal 2" in at_terminal(monkeypatch, capsys, "", "--file", file)
    assert "deal 2" in at_terminal(monkeypatch, capsys, "", "--file", file, "--names", "A,B,C,D")
    for other in (("tuppi", "--names", "A,B,C,E"), ("tuppi", "--preset", "minnesota"), ("paston",)):
        assert run(["score", *other, "--file", file]) == 2
    (tmp_path / "b.jsonl").write_text("nonsense\n")
    assert run(["score", "tuppi", "--file", str(tmp_path / "b.jsonl")]) == 2
    assert "line 1" in capsys.readouterr().err
