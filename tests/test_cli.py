"""The command line: help and error messages in the user's language, and the output of each command."""

import io
import json
import re
import subprocess
import sys
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support.faults import check_each
from support.random_walk import KINDS, each_game
from terminal.plain_player import Sitting, legal, play_new_match

from prikup.games import GAMES
from prikup.history.deal_link import linked_deals, parse_link
from prikup.history.events import BeginEvent, DealEvent, Event
from prikup.history.log import Log
from prikup.history.log_file import LogFile, lines, read_events
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import single_changes, value_text
from prikup.rules.score_sheet import Line
from prikup.terminal.cli.app import run
from prikup.terminal.cli.scorer.score_options import parse_outcome
from prikup.terminal.cli.tables.new_match import Wish
from prikup.terminal.render.outcome_input import default_text, outcome_fields
from prikup.terminal.words import words_of

each_language = pytest.mark.parametrize("tongue", LANGUAGES)
COMMANDS = (
    "backup",
    "restore",
    "audit",
    "tables",
    "play",
    "rules",
    "replay",
    "review",
    "verify",
    "notation",
    "score",
    "solve",
    "problems",
    "reports",
    "arena",
    "leaderboard",
    "dataset",
)
Capture = pytest.CaptureFixture[str]
BARE = ("--trump", "N", "--leader", "0", "--side", "0")
POSITION = "A.7.. | K.8.. | J.9.. ; preferans ; 6NT 0 ; leads 0"
PASTED_TEXTS = ("", "nonsense", "A... | K... | Q...", f"{POSITION} ; played SK", "[Bula 60]")
WRONG = (
    ("--trump", "X"),
    ("--trump", ""),
    ("--goal", "more"),
    ("--follow", "never"),
    *(("--leader", seat) for seat in ("x", "", "-1", "2", "99", "²")),
    *(("--side", seats) for seats in ("x", "", "2", "0,", "0 1")),
    *(("--last", seat) for seat in ("x", "2")),
    *(("--table", cards) for cards in ("XX", "SA", "S4 S5", "S4", "♠4")),
    *(("--seconds", number) for number in ("0", "-1", "nan", "many")),
)
"""Arguments that `solve` refuses, to be added to those that it needs."""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PRIKUP_LANGUAGE", "en")


@pytest.fixture(scope="module")
def match_of_two_deals(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("cli") / "match.jsonl"
    play_new_match(path, Wish(KINDS[0][0], name="Anna", deals=2, seed="x"), Sitting("en", lambda s: str(len(legal(s)))))
    return path.read_bytes()


@pytest.fixture
def log(tmp_path: Path, match_of_two_deals: bytes) -> Path:
    """Return a match of two deals of the first game."""
    path = tmp_path / "match.jsonl"
    path.write_bytes(match_of_two_deals)
    return path


def test_cli_help_of_all_commands_is_translated(capsys: Capture) -> None:
    def check(command: str, tongue: str) -> None:
        assert run([*([command] if command else []), "--help", "--language", tongue]) == 0
        text = capsys.readouterr().out
        assert ("Usage" in text) == (tongue == "en")
        assert not any(raw_key in text for raw_key in ("opt-", "help-of", "{", "None"))
        for name in GAMES if command in ("play", "rules", "score") else ():
            assert name in text.replace("\n", " ")

    check_each(check, product(("", *COMMANDS), LANGUAGES))


MISTAKES = (
    ["play", "no-such-game"],
    ["rules", "no-such-game"],
    ["score", "no-such-game"],
    ["rules"],
    ["dance"],
    ["play", KINDS[0][0], "--dance"],
    ["play", KINDS[0][0], "--deals", "many"],
    ["play", KINDS[0][0], "--preset", "nobody"],
    ["play", KINDS[0][0], "--set", "nothing=1"],
    ["play", KINDS[0][0], "--set", "nothing"],
    ["play", KINDS[0][0], "--level", "genius"],
    ["play", KINDS[0][0], "--log", "/nowhere/at/all"],
    ["leaderboard", KINDS[0][0], "genius"],
    ["leaderboard", KINDS[0][0], "random,rule"],
    ["leaderboard", KINDS[0][0], "random:player"],
    ["dataset", KINDS[0][0], "/nowhere", "--players", ","],
    ["dataset", KINDS[0][0], "/", "--players", "random", "--deals", "1"],
    ["replay", "/nowhere"],
    ["replay", "/"],
    ["verify", "/nowhere"],
    ["restore", "/nowhere"],
    ["backup"],
    ["audit", "--since", "yesterday"],
    *(["serve", "--root-path", path] for path in ("cards", "/a b", '/"', "/../cards", "/score/evening")),
    ["serve", "--redis", "redis://localhost"],
    ["serve", "--lobby", "friends"],
    ["tables"],
    ["serve", "--peer-address", "localhost:8000"],
    ["notation", "/nowhere"],
    ["score", KINDS[0][0], "nothing=1"],
    ["score", KINDS[0][0], "--totals", "1 2"],
    ["score", KINDS[0][0], "--totals", "a b c d"],
    ["score", KINDS[0][0], "--dealer", "Nobody"],
    ["score", KINDS[0][0], "--carry", "nothing=1"],
    ["score", KINDS[0][0], "--names", "A"],
    ["solve"],
    ["solve", "A... | K...", "--trump", "N", "--leader", "0"],
    *(["solve", pasted] for pasted in PASTED_TEXTS),
    ["solve", POSITION.replace("A.7", "AQ.7")],
    ["solve", POSITION, "--deal", "2"],
    *(["solve", hands, *BARE] for hands in ("A.. | K...", "A... | A...", "AQ... | K...", "A...", "...", "|", "")),
    *(["solve", "A2... | K3...", *BARE, *wrong] for wrong in WRONG),
)


@pytest.mark.usefixtures("every_key_has_words")
def test_cli_reports_mistake_in_one_translated_line_with_exit_code_2(capsys: Capture) -> None:
    """The line differs by language; before a language is given it is in English."""

    def line(arguments: list[str]) -> str:
        assert run(arguments) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.count("\n") == 1
        assert "Traceback" not in output.err
        assert len(output.err) > 12
        assert "{" not in output.err
        return output.err

    def check(arguments: list[str]) -> None:
        lines = [line([*arguments, "--language", tongue]) for tongue in LANGUAGES]
        assert len(set(lines)) == len(LANGUAGES)

    check_each(check, MISTAKES)
    line(["--dance"])


def test_cli_prints_version(capsys: Capture) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"prikup {version('prikup')}\n"


def test_cli_rejects_unknown_language_and_lists_known_ones(capsys: Capture) -> None:
    assert run(["rules", KINDS[0][0], "--language", "xx"]) == 2
    assert " ".join(LANGUAGES) in capsys.readouterr().err


def test_rules_command_explains_all_options_and_presets(capsys: Capture) -> None:
    def check(name: str, kind: GameDefinition, tongue: str) -> None:
        assert run(["rules", name, "--language", tongue]) == 0
        text = capsys.readouterr().out
        options = next(iter(kind.presets.values()))
        for rule_name in (*options.__struct_fields__, *kind.presets):
            assert f"  {rule_name}: " in text
        assert "option-" not in text
        assert "\x1b" not in text

    check_each(check, ((*game, tongue) for game in KINDS for tongue in LANGUAGES))


@each_language
def test_replay_command_prints_whole_match_or_a_single_deal(log: Path, tongue: str, capsys: Capture) -> None:
    assert run(["replay", str(log), "--language", tongue]) == 0
    full_output = capsys.readouterr().out
    assert run(["replay", str(log), "--deal", "2", "--language", tongue]) == 0
    second = capsys.readouterr().out
    assert len(second) < len(full_output)
    assert second.strip() in full_output
    assert run(["replay", str(log), "--deal", "3", "--language", tongue]) == 2


def test_replay_command_hides_cards_of_unfinished_deal(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "open.jsonl"
    sitting = Sitting("en", lambda s: None if s.prompt_count > 2 else "1")
    match = play_new_match(path, Wish(KINDS[0][0], name="Anna", seed="x"), sitting)
    assert match.state is not None
    assert run(["replay", str(path)]) == 0
    assert "stay hidden" in capsys.readouterr().out


def replace_shuffles(events: list[Event], **changes: Any) -> list[Event]:
    """Return the same events, with the shuffle of each deck changed."""

    def change_shuffle(event: Event) -> Event:
        if isinstance(event, DealEvent) and event.shuffle:
            return replace(event, shuffle=replace(event.shuffle, **changes))
        return event

    return list(map(change_shuffle, events))


def test_verify_command_explains_its_proof_and_counts_withheld_numbers(log: Path, capsys: Capture) -> None:
    assert run(["verify", str(log)]) == 0
    text = capsys.readouterr().out
    assert "This proves" in text
    assert "It does not prove" in text
    events = read_events(log.read_bytes())[0]
    log.write_bytes(lines(replace_shuffles(events, withheld=(0,))))
    run(["verify", str(log)])
    text = " ".join(capsys.readouterr().out.split())
    assert text.count("promised a number and did not show it") == sum(isinstance(event, DealEvent) for event in events)
    assert "This has happened once in this match." in text


def test_verify_command_detects_forged_seeds_and_entropy(log: Path, capsys: Capture) -> None:
    first, *rest = events = read_events(log.read_bytes())[0]
    assert isinstance(first, BeginEvent)
    unsupported_entropy = {"entropy": ("a",) * len(first.names), "withheld": (0,)}
    for forged_events, expected_text in (
        (replace_shuffles(events, seed="0" * 64), "NOT THE RESULT OF THE SHUFFLE"),
        ([replace(first, seed="another"), *rest], "DOES NOT FOLLOW"),
        (replace_shuffles(events, **unsupported_entropy), "THAT NO PLAYER GAVE DOES NOT FOLLOW"),
    ):
        log.write_bytes(lines(forged_events))
        assert run(["verify", str(log)]) == 1
        assert expected_text in capsys.readouterr().out


def test_notation_command_round_trips_match(
    log: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(["notation", str(log)]) == 0
    text = capfdbinary.readouterr().out
    assert text.startswith(b"[Prikup")
    notation_file = tmp_path / "match.txt"
    notation_file.write_bytes(text)
    assert run(["notation", str(notation_file)]) == 0
    assert capfdbinary.readouterr().out == log.read_bytes() == lines(read_events(log.read_bytes())[0])


def test_notation_command_rejects_unknown_notation(log: Path, capsys: Capture) -> None:
    assert run(["notation", str(log), "--as", "braille"]) == 2
    message = capsys.readouterr().err
    assert all(notation in message for notation in ("braille", *KINDS[0][1].formats))


def test_notation_command_prints_link_of_each_finished_deal(log: Path, capsys: Capture) -> None:
    assert run(["notation", str(log), "--as", "link"]) == 0
    links = capsys.readouterr().out.splitlines()
    deals = [parse_link(link) for link in links]
    assert deals == list(linked_deals(Log.replay(read_events(log.read_bytes())[0])))
    assert all(link.startswith("/deal#1.") for link in links)


FORMATS = [(game, name) for game, kind in KINDS for name in kind.formats]


@pytest.mark.parametrize(("game", "name"), FORMATS)
def test_notation_command_round_trips_foreign_notations(
    game: str, name: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path, other_file = tmp_path / "match.jsonl", tmp_path / "other"
    match = play_new_match(
        path, Wish(game, name="Anna", deals=3, seed="x"), Sitting("en", lambda s: str(len(legal(s))))
    )
    assert run(["notation", str(path), "--as", name]) == 0
    other_file.write_bytes(capfdbinary.readouterr().out)
    assert run(["notation", str(other_file), "--as", name]) == 0
    assert capfdbinary.readouterr().out == other_file.read_bytes()
    assert run(["notation", str(other_file)]) == 0
    reread_log = Log.replay(read_events(capfdbinary.readouterr().out)[0])
    assert reread_log.match.sheet == match.match.sheet
    assert reread_log.begin.names == match.begin.names
    for command, end in (("replay", b""), ("verify", b"computed again.")):
        assert run([command, str(other_file)]) == 0
        out, err = capfdbinary.readouterr()
        assert not err
        assert out.strip().endswith(end), "nothing is said of shuffles where no deck was shuffled"


def test_cli_names_file_and_line_of_damaged_log(log: Path, capsys: Capture) -> None:
    data = log.read_bytes().split(b"\n")
    data[3] = data[3].replace(b":", b";", 1)
    log.write_bytes(b"\n".join(data))
    for command in (["replay", str(log)], ["verify", str(log)], ["play", KINDS[0][0], "--log", str(log)]):
        assert run(command) == 2
        error = capsys.readouterr().err
        assert "line 4" in error
        assert str(log) in error


def test_play_command_reports_incomplete_last_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    path = tmp_path / "torn"
    play_new_match(
        path, Wish(KINDS[0][0], name="Anna", seed="x"), Sitting("en", lambda s: None if s.prompt_count > 2 else "1")
    )
    path.write_bytes(path.read_bytes()[:-9])
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(["play", KINDS[0][0], "--log", str(path)]) == 0
    assert "incomplete" in capsys.readouterr().out


def test_play_command_reports_full_disk_and_leaves_log_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "full"
    play_new_match(path, Wish(KINDS[0][0], name="Anna", seed="x"), Sitting("en", lambda _: None))
    old_bytes = path.read_bytes()
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1\n"))
    monkeypatch.setattr(LogFile, "extend", full)
    assert run(["play", KINDS[0][0], "--log", str(path)]) == 2
    assert "No space left" in capsys.readouterr().err
    assert path.read_bytes() == old_bytes


def test_play_command_resumes_match_only_with_its_game_and_rules(log: Path, capsys: Capture) -> None:
    """The match is finished, so its sheet is shown."""
    old_bytes, (name, kind) = log.read_bytes(), KINDS[0]
    other_option = next(f"{n}={value_text(v)}" for n, v in single_changes(next(iter(kind.presets.values()))))
    for game, options, expected_text in ((KINDS[1][0], (), name), (name, ("--set", other_option), "--set")):
        assert run(["play", game, "--log", str(log), *options]) == 2
        assert expected_text in capsys.readouterr().err
    for options in ((), ("--preset", next(iter(kind.presets)))):
        assert run(["play", name, "--log", str(log), *options]) == 0
        assert "prikup verify" in capsys.readouterr().out
    assert log.read_bytes() == old_bytes


def test_play_command_writes_log_to_data_folder_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(["play", KINDS[0][0]]) == 0
    (log_file,) = (tmp_path / "home" / "prikup").glob("*.jsonl")
    assert json.loads(log_file.read_bytes().split(b"\n")[0])["game"] == KINDS[0][0]


def test_cli_names_missing_extra() -> None:
    code = "import sys; sys.modules['typer'] = None; from prikup.cli import main; main()"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert process.returncode == 1
    for program in ("pip install", "pipx install", "uvx"):
        assert re.search(rf"{program} .*'prikup\[play,serve\]'", process.stderr)
    assert "Traceback" not in process.stderr


@pytest.mark.usefixtures("every_key_has_words")
@each_language
def test_menu_starts_and_resumes_match_through_a_pipe(
    tongue: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Leave at once; then choose language, rules, back, preset, level and name, and leave; then resume the match."""
    language_keys = "l\n" * len(LANGUAGES)
    start_keys = f"{language_keys}1\nr\nb\nwhat\n1\nnobody\n{next(iter(KINDS[0][1].presets))}\ntoo well\n1\nEve\nq\n"
    for input_text, plays in (("?\nq\n", False), (start_keys, True), ("g\nq\n", True)):
        monkeypatch.setattr("sys.stdin", io.StringIO(input_text))
        assert run(["--language", tongue]) == 0
        assert ("prikup play" in capsys.readouterr().out) == plays
    assert len(list((tmp_path / "home" / "prikup").glob("*.jsonl"))) == 1


@pytest.mark.usefixtures("every_key_has_words")
@each_game
def test_score_command_accepts_outcome_in_all_languages(
    name: str, kind: GameDefinition, tmp_path: Path, capsys: Capture
) -> None:
    """Each field is given in each language; the row is that of the match itself."""
    match = play_new_match(tmp_path / "log", Wish(name, name="Anna", deals=3, seed="s"), Sitting("en", lambda s: "1"))
    names = match.begin.names

    def check(line: Line, tongue: str) -> None:
        speech = Speech(words_of(tongue, name), match.game, names)
        arguments = [
            f"{f.name}={default_text(speech, f, getattr(line.outcome, f.name))}" for f in outcome_fields(kind.outcome)
        ]
        assert parse_outcome(speech, kind, arguments) == line.outcome
        if line.deal == 1:
            options = ["--names", ",".join(names), "--dealer", names[line.dealer], "--language", tongue]
            assert run(["score", name, *arguments, *options]) == 0
            assert capsys.readouterr().out

    deals = [line for line in match.match.sheet.lines if isinstance(line.outcome, kind.outcome)]
    check_each(check, product(deals, LANGUAGES))


def test_solve_command_solves_deal_of_a_match_log(log: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("prikup.solver.native")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"[Prikup\nnothing")))
    assert run(["solve", "-"]) == 2
    assert capsys.readouterr().err.startswith("Line 1: ")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(log.read_bytes())))
    assert run(["solve", "-", "--plain"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("No trumps. Seat 0 leads.")
    assert "Tricks of side 0: 3 of 10" in output
