"""`prikup arena`: the matrix as text and as JSON; resuming an interrupted run from its results file."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from support.example_games import example

from prikup.bots import leaderboard
from prikup.games import GAMES
from prikup.rules.game import AnyGame, Player
from prikup.rules.options import single_changes, value_text
from prikup.terminal.cli.app import run

NAME = example(seats=4)
"""A game with short random matches."""
PRESET = next(iter(GAMES[NAME].presets))
ARENA_COMMAND = ["arena", NAME, "--players", "rule,random", "--deals", "4", "--workers", "1"]


def run_arena(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the output of a run."""
    assert run([*ARENA_COMMAND, *arguments]) == 0
    return capsys.readouterr().out


PAGES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("en", (), (f"{NAME} ({PRESET}), 4 deals, seed 1", "against: rule; random: +", "player: random; phase: play")),
    ("ru", (), ("сдач: 4",)),
    ("en", ("--matches",), ("against: random; rule: 0.00 (0.00…0.49)",)),
    (
        "en",
        ("--players", "rule,random,beginner"),
        ("player: rule; in place of: random; against: beginner; difference: +",),
    ),
)


def test_arena_command_prints_matrix_in_user_language(capsys: pytest.CaptureFixture[str]) -> None:
    """With few matches the intervals are wide; players against the same opponents are compared."""
    for tongue, options, texts in PAGES:
        page = run_arena(capsys, "--language", tongue, *options)
        assert [text for text in texts if text not in page] == [], options


def test_arena_command_json_contains_job_and_report(capsys: pytest.CaptureFixture[str]) -> None:
    field, value = next(single_changes(GAMES[NAME].presets[PRESET]))
    rule = f"{field}={value_text(value)}"
    output = json.loads(run_arena(capsys, "--json", "--set", rule, "--seed", "x"))
    assert output["job"]["options"] == f"{PRESET} {rule}"
    assert output["report"]["deals"] == 4
    assert [(cell["one"], cell["others"]) for cell in output["report"]["cells"]] == [
        ("rule", "random"),
        ("random", "rule"),
    ]


def test_arena_command_with_alone_plays_a_single_row(capsys: pytest.CaptureFixture[str]) -> None:
    output = json.loads(run_arena(capsys, "--json", "--alone", "random"))
    assert [(cell["one"], cell["others"]) for cell in output["report"]["cells"]] == [("random", "rule")]


def test_arena_command_resumes_interrupted_and_extended_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Complete lines are kept, a truncated one is played again, and the result is the same."""
    file = tmp_path / "results.jsonl"
    full_output = json.loads(run_arena(capsys, "--json", "--log", str(file)))
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    file.write_bytes(b"".join(lines[:3]) + lines[3][:40])
    resumed_output = json.loads(run_arena(capsys, "--json", "--log", str(file)))
    assert resumed_output["report"]["cells"] == full_output["report"]["cells"]
    assert len(file.read_bytes().splitlines()) == 5
    extended_output = json.loads(run_arena(capsys, "--json", "--log", str(file), "--deals", "6"))
    assert extended_output["report"]["deals"] == 6
    assert len(file.read_bytes().splitlines()) == 7


def test_arena_command_records_interim_looks_in_job_and_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = str(tmp_path / "results.jsonl")
    options = ["--deals", "40", "--looks", "8", "--log", file]
    output = json.loads(run_arena(capsys, "--json", *options))
    deals = output["report"]["deals"]
    assert deals in range(5, 40, 5)
    assert output["job"]["looks"] == 8
    assert f"8 planned looks: after {deals} of 40" in run_arena(capsys, *options, "--language", "en")
    assert run([*ARENA_COMMAND, "--deals", "80", "--looks", "8", "--log", file, "--language", "en"]) == 2
    assert "something else" in capsys.readouterr().err


def test_arena_command_plots_matrix_as_svg(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "matrix.svg"
    run_arena(capsys, "--plot", str(file))
    svg = ET.parse(file).getroot()
    names = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert names[:2] == ["rule — random", "random — rule"]
    assert len(list(svg.iter("{http://www.w3.org/2000/svg}circle"))) == 2


def test_arena_command_rejects_unwritable_plot_before_playing(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    assert run([*ARENA_COMMAND, "--plot", str(tmp_path / "nowhere/matrix.svg"), "--log", str(results)]) == 2
    assert not results.exists()


def test_arena_command_json_of_a_single_deal_has_null_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    output = json.loads(run_arena(capsys, "--json", "--deals", "1"), parse_constant=pytest.fail)
    assert {cell["low"] for cell in output["report"]["cells"]} == {None}


def test_arena_command_rejects_bad_option_values(capsys: pytest.CaptureFixture[str]) -> None:
    for option, value, complaint in (
        ("--players", "rule", "two players"),
        ("--players", "rule,grandmaster", "grandmaster"),
        ("--players", "rule,pimc:0", "pimc:0"),
        ("--alone", "master", "master"),
        ("--set", "target=x", "target"),
        ("--deals", "0", "--deals"),
        ("--looks", "0", "--looks"),
    ):
        assert run([*ARENA_COMMAND, option, value, "--language", "en"]) == 2, (option, value)
        captured_output = capsys.readouterr()
        assert complaint in captured_output.err
        assert not captured_output.out


def test_arena_command_leaves_results_of_another_job_unchanged(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "results.jsonl"
    run_arena(capsys, "--log", str(file))
    old_bytes = file.read_bytes()
    assert run([*ARENA_COMMAND, "--seed", "other", "--log", str(file), "--language", "en"]) == 2
    assert "something else" in capsys.readouterr().err
    assert file.read_bytes() == old_bytes


def first_legal(rules: AnyGame, seed: int) -> Player:
    """Return a player from outside the package, which the commands import by the name of this function."""
    return lambda view: rules.legal(view)[0]


OUTSIDE_PLAYER = f"{__name__}:first_legal"


@pytest.fixture
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this module be imported by its name, as a module of the user's own would be."""
    monkeypatch.setitem(sys.modules, __name__, sys.modules[first_legal.__module__])


@pytest.mark.usefixtures("importable")
def test_arena_command_measures_player_from_outside(capsys: pytest.CaptureFixture[str]) -> None:
    output = json.loads(run_arena(capsys, "--json", "--players", f"{OUTSIDE_PLAYER},rule"))
    assert [cell["one"] for cell in output["report"]["cells"]] == [OUTSIDE_PLAYER, "rule"]


@pytest.mark.usefixtures("importable")
def test_leaderboard_command_has_fixed_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deals are reduced here; otherwise the settings are those of the leaderboard, for any player."""
    monkeypatch.setattr(leaderboard, "DEALS", 2)
    monkeypatch.setattr(leaderboard, "OPPONENTS", ("random", "rule"))
    for player, opponents in ((OUTSIDE_PLAYER, ["random", "rule"]), ("rule", ["random"])):
        assert run(["leaderboard", NAME, player, "--workers", "1", "--json"]) == 0
        output = json.loads(capsys.readouterr().out)
        assert (output["job"]["seed"], output["job"]["options"]) == (leaderboard.SEED, PRESET)
        assert output["job"]["alone"] == player
        assert [cell["others"] for cell in output["report"]["cells"]] == opponents


def test_leaderboard_command_plays_first_deals_of_leaderboard(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A log with fewer deals continues to the whole leaderboard; there are no deals beyond it."""
    monkeypatch.setattr(leaderboard, "DEALS", 2)
    monkeypatch.setattr(leaderboard, "OPPONENTS", ("random", "rule"))
    command = ["leaderboard", NAME, "rule", "--workers", "1", "--log", str(tmp_path / "log.jsonl"), "--json"]
    for options, deals in ((["--deals", "1"], 1), ([], 2)):
        assert run([*command, *options]) == 0
        assert json.loads(capsys.readouterr().out)["report"]["deals"] == deals
    assert run([*command, "--deals", "3", "--language", "en"]) == 2
    assert "--deals is not allowed" in capsys.readouterr().err


def test_leaderboard_settings_are_documented() -> None:
    """A changed setting makes results incomparable, so it needs another seed; this test reminds of that."""
    document = (Path(__file__).parents[3] / "docs" / "research.md").read_text()
    section = " ".join(document.split("\n## The leaderboard\n")[1].split("\n## ")[0].split())
    assert f"{leaderboard.DEALS} deals with the seed `{leaderboard.SEED}`" in section
    *first, last = (f"`{name}`" for name in leaderboard.OPPONENTS)
    assert f"against each of {', '.join(first)} and {last}." in section
