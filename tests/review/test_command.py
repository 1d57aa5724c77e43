"""`prikup review`: pages in every language, JSON with the same content, and refusals."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from review.deals import SHORT, logged, review_items
from support.server_process import MAIN, environment

from prikup.history.log_file import lines
from prikup.locale import LANGUAGES
from prikup.review.decisions import FinishedDeal
from prikup.review.judgement import FAULTS, Judgement
from prikup.review.result_breakdown import PARTS
from prikup.review.review import DealReview
from prikup.review.review_json import DIGITS
from prikup.review.single_dummy import MIN_COST
from prikup.terminal.cli.app import run
from prikup.terminal.words import words_of

Captured = pytest.CaptureFixture[str]
Printer = Callable[..., str]
LAST_PLACE = 10.0**-DIGITS


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the file of a match of one deal, played at random."""
    path = tmp_path_factory.mktemp("review") / "match.jsonl"
    path.write_bytes(lines(logged()[0].events))
    return str(path)


@pytest.fixture(scope="module")
def printed(log: str) -> Iterator[Printer]:
    """Yield a function that returns the output of `prikup review` or `replay`; the deal is evaluated once."""

    def judged(deal: FinishedDeal, *terms: float) -> tuple[Judgement | DealReview, ...]:
        assert (deal.number, *terms) == (1, 0, MIN_COST)
        return review_items(SHORT)

    def print_page(*options: str, command: str = "review") -> str:
        with redirect_stdout(StringIO()) as out:
            assert run([command, log, "--deal", "1", *options]) == 0
        return out.getvalue()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("prikup.terminal.cli.review.review", judged)
        yield print_page


@pytest.fixture
def deal(printed: Printer) -> Any:
    """Return the JSON review of the deal."""
    (deal,) = json.loads(printed("--json"))["deals"]
    return deal


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_a_page_tells_the_parts_and_the_worst_mistakes(printed: Printer, deal: Any, tongue: str) -> None:
    page = printed("--plain", "--language", tongue)
    assert not [gap for gap in ("review-", "fault-", "{") if gap in page]
    told = sum(line.startswith("  – ") for line in page.splitlines())
    assert told == sum(len(seat["worst"]) for seat in deal["seats"])
    assert told, "these players play anything"
    assert " ± " in page
    for seat in deal["seats"]:
        assert seat["decisions"] == sum(seat["counts"].values())
    for side in deal["parts"]:
        assert sum(float(side[part]) for part in PARTS) == pytest.approx(float(side["settlement"]), abs=1e-9)
        assert all(float(side[f"{part}_error"]) >= 0 for part in (*PARTS, "dealt"))
    assert len(printed("--plain", "--language", tongue, "--seat", "2")) < len(page)


def test_json_says_each_choice(deal: Any) -> None:
    for each in deal["decisions"]:
        if each["verdict"] == "only":
            continue
        mine = next(choice for choice in each["choices"] if choice["does"] == each["did"])
        mistaken = each["verdict"] in FAULTS
        assert each["lost"] == (mine["behind"] if mistaken else 0)
        assert ("why" in each) == ("effect" in each) == mistaken
        assert "fault" not in each or "why" in each


def test_review_judges_on_the_terms_of_its_options(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, ...]] = []

    def judged(_: FinishedDeal, *terms: float) -> tuple[Judgement | DealReview, ...]:
        asked.append(terms)
        return review_items(SHORT)

    monkeypatch.setattr("prikup.terminal.cli.review.review", judged)
    assert run(["review", log, "--seed", "7", "--least", "2", "--json"]) == 0
    assert asked == [(7, 2.0)]


def test_what_is_not_there_is_refused(log: str, capsys: Captured) -> None:
    for wrong in (["--deal", "99"], ["--seat", "5"], ["--seat", "-1"], ["--least", "-1"]):
        assert run(["review", log, *wrong]) == 2, wrong
        assert capsys.readouterr().err, wrong


def test_a_replay_has_the_same_numbers_beside_each_choice(printed: Printer, deal: Any) -> None:
    plain = ("--plain", "--language", tongue := LANGUAGES[-1])
    page = printed("--review", *plain, command="replay")
    assert len(printed(*plain, command="replay")) < len(page)
    assert "replay-" not in page
    read = words_of(tongue)
    for each in deal["decisions"]:
        for mine in (choice for choice in each.get("choices", ()) if choice["does"] == each["did"]):
            open_hands = shown(each["lost_all_seen"]) if "all_seen" in mine else {"–"}
            both = product(shown(mine["behind"]), open_hands)
            assert any(read("replay-behind-spoken", known=known, seen=seen) in page for known, seen in both)


def shown(behind: float) -> set[str]:
    """Return the texts allowed for a rounded number: 8.35 as 8.3 or 8.4, because the exact one is unknown."""
    tenths = {round(10 * (behind + more)) for more in (-LAST_PLACE, LAST_PLACE)}
    return {f"−{each / 10:.1f}" if each else "0" for each in tenths}


def test_a_review_is_the_same_in_every_process(log: str, printed: Printer, tmp_path: Path) -> None:
    """The output does not depend on the hash order of sets and dictionaries, byte for byte."""
    other = "0" if os.environ.get("PYTHONHASHSEED") != "0" else "4321"
    given = environment(tmp_path) | {"PYTHONHASHSEED": other}
    command = [sys.executable, *MAIN, "review", log, "--deal", "1", "--json"]
    assert subprocess.run(command, env=given, capture_output=True, check=True, text=True).stdout == printed("--json")
