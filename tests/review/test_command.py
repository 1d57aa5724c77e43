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
from review.deals import SHORT, logged_match, review_items
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

pytestmark = pytest.mark.shared_work

Capture = pytest.CaptureFixture[str]
Printer = Callable[..., str]
LAST_PLACE = 10.0**-DIGITS


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the file of a match of one deal, played at random."""
    path = tmp_path_factory.mktemp("review") / "match.jsonl"
    path.write_bytes(lines(logged_match()[0].events))
    return str(path)


@pytest.fixture(scope="module")
def printed(log: str) -> Iterator[Printer]:
    """Yield a function that returns the output of `prikup review` or `replay`; the deal is evaluated once."""

    def cached_review(deal: FinishedDeal, *terms: float) -> tuple[Judgement | DealReview, ...]:
        assert (deal.number, *terms) == (1, 0, MIN_COST)
        return review_items(SHORT)

    def print_page(*options: str, command: str = "review") -> str:
        with redirect_stdout(StringIO()) as out:
            assert run([command, log, "--deal", "1", *options]) == 0
        return out.getvalue()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("prikup.terminal.cli.review.review", cached_review)
        yield print_page


@pytest.fixture
def deal(printed: Printer) -> Any:
    """Return the JSON review of the deal."""
    (deal,) = json.loads(printed("--json"))["deals"]
    return deal


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_review_page_shows_breakdown_and_worst_mistakes(printed: Printer, deal: Any, tongue: str) -> None:
    page = printed("--plain", "--language", tongue)
    assert not [gap for gap in ("review-", "fault-", "{") if gap in page]
    marked_lines = sum(line.startswith("  – ") for line in page.splitlines())
    assert marked_lines == sum(len(seat["worst"]) for seat in deal["seats"])
    assert marked_lines, "these players play anything"
    assert " ± " in page
    for seat in deal["seats"]:
        assert seat["decisions"] == sum(seat["counts"].values())
    for side in deal["parts"]:
        assert sum(float(side[part]) for part in PARTS) == pytest.approx(float(side["settlement"]), abs=1e-9)
        assert all(float(side[f"{part}_error"]) >= 0 for part in (*PARTS, "dealt"))
    assert len(printed("--plain", "--language", tongue, "--seat", "2")) < len(page)


def test_review_json_describes_each_choice(deal: Any) -> None:
    for decision in deal["decisions"]:
        if decision["verdict"] == "only":
            continue
        own_choice = next(choice for choice in decision["choices"] if choice["does"] == decision["did"])
        mistaken = decision["verdict"] in FAULTS
        assert decision["lost"] == (own_choice["behind"] if mistaken else 0)
        assert ("why" in decision) == ("effect" in decision) == mistaken
        assert "fault" not in decision or "why" in decision


def test_review_command_uses_its_seed_and_least_options(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terms_used: list[tuple[float, ...]] = []

    def record_terms(_: FinishedDeal, *terms: float) -> tuple[Judgement | DealReview, ...]:
        terms_used.append(terms)
        return review_items(SHORT)

    monkeypatch.setattr("prikup.terminal.cli.review.review", record_terms)
    assert run(["review", log, "--seed", "7", "--least", "2", "--json"]) == 0
    assert terms_used == [(7, 2.0)]


def test_review_command_rejects_invalid_options(log: str, capsys: Capture) -> None:
    for wrong in (["--deal", "99"], ["--seat", "5"], ["--seat", "-1"], ["--least", "-1"]):
        assert run(["review", log, *wrong]) == 2, wrong
        assert capsys.readouterr().err, wrong


def test_replay_with_review_shows_same_numbers_as_review(printed: Printer, deal: Any) -> None:
    plain_options = ("--plain", "--language", tongue := LANGUAGES[-1])
    page = printed("--review", *plain_options, command="replay")
    assert len(printed(*plain_options, command="replay")) < len(page)
    assert "replay-" not in page
    format_message = words_of(tongue)
    for decision in deal["decisions"]:
        for own_choice in (choice for choice in decision.get("choices", ()) if choice["does"] == decision["did"]):
            open_hands = rounded_texts(decision["lost_all_seen"]) if "all_seen" in own_choice else {"–"}
            text_pairs = product(rounded_texts(own_choice["behind"]), open_hands)
            assert any(
                format_message("replay-behind-spoken", known=single_dummy, seen=double_dummy) in page
                for single_dummy, double_dummy in text_pairs
            )


def rounded_texts(loss: float) -> set[str]:
    """Return the texts allowed for a rounded number: 8.35 as 8.3 or 8.4, because the exact one is unknown."""
    tenths = {round(10 * (loss + deviation)) for deviation in (-LAST_PLACE, LAST_PLACE)}
    return {f"−{tenth / 10:.1f}" if tenth else "0" for tenth in tenths}


@pytest.mark.thorough  # the figures of test_docs_example.py hold under the hash seed of each run, too
def test_review_output_does_not_depend_on_hash_seed(log: str, printed: Printer, tmp_path: Path) -> None:
    other_seed = "0" if os.environ.get("PYTHONHASHSEED") != "0" else "4321"
    process_environment = environment(tmp_path) | {"PYTHONHASHSEED": other_seed}
    command = [sys.executable, *MAIN, "review", log, "--deal", "1", "--json"]
    assert subprocess.run(
        command, env=process_environment, capture_output=True, check=True, text=True
    ).stdout == printed("--json")
