"""`prikup review`: pages in every language, JSON that says the same, and refusals."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.example_games import example
from support.matches import begin, finish
from support.serving import MAIN, environment

from prikup.games import GAMES
from prikup.history.log import Log
from prikup.history.log_file import lines
from prikup.locale import LANGUAGES
from prikup.review.records import DIGITS
from prikup.terminal.cli.app import run
from prikup.terminal.words import words_of

NAME = example(seats=3, first="call")
Captured = pytest.CaptureFixture[str]
LAST_PLACE = 10.0**-DIGITS


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the file of a match of one deal, played at random."""
    path = tmp_path_factory.mktemp("review") / "match.jsonl"
    path.write_bytes(lines(finish(Log(begin(NAME, GAMES[NAME], deals=1)), 3).events))
    return str(path)


@pytest.fixture(scope="module")
def printed(log: str) -> Callable[..., str]:
    """Return a function that tells what the review of the deal prints with some options; each is computed once."""

    @cache
    def print_once(*options: str) -> str:
        with redirect_stdout(StringIO()) as out:
            assert run(["review", log, "--deal", "1", *options]) == 0
        return out.getvalue()

    return print_once


@pytest.fixture
def deal(printed: Callable[..., str]) -> Any:
    """Return the review of the deal as it is said in JSON."""
    (deal,) = json.loads(printed("--json"))["deals"]
    return deal


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_a_page_tells_the_parts_and_the_worst_mistakes(printed: Callable[..., str], deal: Any, tongue: str) -> None:
    page = printed("--plain", "--language", tongue)
    assert "review-" not in page
    assert "fault-" not in page
    assert "{" not in page
    told = sum(line.startswith("  – ") for line in page.splitlines())
    assert told == sum(len(seat["worst"]) for seat in deal["seats"])
    assert told, "these players play anything"
    for side in deal["parts"]:
        settlement = float(side.pop("settlement"))
        assert sum(map(float, side.values())) == pytest.approx(settlement, abs=1e-9)


def test_json_says_each_choice(printed: Callable[..., str]) -> None:
    (deal,) = json.loads(printed("--json", "--least", "2"))["deals"]
    for each in deal["decisions"]:
        if each["verdict"] == "only":
            continue
        mine = next(choice for choice in each["choices"] if choice["does"] == each["did"])
        assert each["lost"] == (mine["behind"] if each["verdict"] == "mistake" else 0)
        assert ("why" in each) == (each["verdict"] == "mistake")
        assert "fault" not in each or "why" in each


def test_one_seat_alone(printed: Callable[..., str]) -> None:
    in_english = ("--plain", "--language", "en")
    assert len(printed(*in_english, "--seat", "2")) < len(printed(*in_english))


@pytest.mark.parametrize("wrong", [["--deal", "99"], ["--seat", "4"], ["--seat", "-1"], ["--least", "-1"]])
def test_what_is_not_there_is_refused(log: str, wrong: list[str], capsys: Captured) -> None:
    assert run(["review", log, *wrong]) == 2
    assert capsys.readouterr().err


def test_a_replay_has_the_same_numbers_beside_each_choice(log: str, deal: Any, capsys: Captured) -> None:
    tongue = LANGUAGES[-1]
    assert run(["replay", log, "--deal", "1", "--review", "--plain", "--language", tongue]) == 0
    page = capsys.readouterr().out
    assert run(["replay", log, "--deal", "1", "--plain", "--language", tongue]) == 0
    assert len(capsys.readouterr().out) < len(page)
    assert "replay-" not in page
    read = words_of(tongue)
    for each in deal["decisions"]:
        for mine in (choice for choice in each.get("choices", ()) if choice["does"] == each["did"]):
            open_hands = shown(each["lost_all_seen"]) if "all_seen" in mine else {"–"}
            both = product(shown(mine["behind"]), open_hands)
            assert any(read("replay-behind-spoken", known=known, seen=seen) in page for known, seen in both)


def shown(behind: float) -> set[str]:
    """A number that is rounded already, as it may be shown: 8.35 as 8.3 or 8.4, since it was a little less or more."""
    tenths = {round(10 * (behind + more)) for more in (-LAST_PLACE, LAST_PLACE)}
    return {f"−{each / 10:.1f}" if each else "0" for each in tenths}


def test_a_review_is_the_same_in_every_process(log: str, printed: Callable[..., str], tmp_path: Path) -> None:
    """Whatever the order of sets and dictionaries by hash: byte for byte."""
    other = "0" if os.environ.get("PYTHONHASHSEED") != "0" else "4321"
    given = environment(tmp_path) | {"PYTHONHASHSEED": other}
    command = [sys.executable, *MAIN, "review", log, "--deal", "1", "--json"]
    assert subprocess.run(command, env=given, capture_output=True, check=True, text=True).stdout == printed("--json")
