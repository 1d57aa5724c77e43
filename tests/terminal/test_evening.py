"""An evening at a real terminal: the scorer in a pseudo-terminal, and a person who errs, leaves and comes back.

All that can be typed is tested without a terminal in `cli/test_scorer.py`.
"""

import random
import re
from functools import partial
from pathlib import Path

import pytest
from terminal.cli.test_scorer import SCORED, answers, begun
from terminal.pseudo_terminal import STYLE, Program

from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.scorer.replay import replayed
from prikup.scorer.score_file import read
from prikup.terminal.words import words_of

DEALS = 6
SIZES = ((24, 80), (40, 120))
IN_SHORT = (SCORED[0], LANGUAGES[-1])
"""The evening that is played outside the circle `all`, too."""


class Table(Program):
    """The scorer at a terminal; `shown` is the screen as the person is asked."""

    def type(self, line: str) -> None:
        """Type a line, and wait for the next question."""
        self.types(line)
        self.sees(line or "\n")
        self.wait()

    def wait(self) -> None:
        assert self.sees("> ") == 0, self.said
        self.shown = STYLE.sub("", (self.child.before or "").rpartition("\x1b[H")[2])


@pytest.mark.parametrize(
    ("name", "tongue"),
    [
        pytest.param(name, tongue, marks=() if (name, tongue) == IN_SHORT else pytest.mark.thorough)
        for name in SCORED
        for tongue in LANGUAGES
    ],
)
def test_an_evening_with_mistakes_that_are_mended(name: str, tongue: str, tmp_path: Path) -> None:
    file, new, rng = tmp_path / "evening.jsonl", begun(name, tongue), random.Random(f"{name} {tongue}")
    words, now = words_of(tongue, name), replayed(new)
    speech = Speech(words, now.game, new.names)
    key = {command: words(f"keys-scorer-{command}").split()[0] for command in ("undo", "redo", "quit", "print")}

    def sits_down(size: tuple[int, int]) -> Table:
        people = () if file.exists() else ("--names", ",".join(new.names))
        table = Table(tmp_path, "score", name, "--file", str(file), *people, tongue=tongue, size=size)
        table.wait()
        return table

    table, told = sits_down(SIZES[0]), []
    for deal in range(DEALS):
        if now.over:
            break
        typed, outcome = answers(rng, speech, partial(now.game.form, now.match.standing))
        table.type("???")
        assert re.search(r"^! .*\?\?\?", table.shown, re.MULTILINE)
        for line in typed:
            table.type(line)
        assert words("score-write") in table.shown
        for line in ("", key["undo"], key["redo"]):
            table.type(line)
        told.append(outcome)
        now = replayed(read(file.read_bytes())[0].now)
        assert [one.after.sheet.lines[-1].outcome for one in now.applied] == told
        if deal == 2:
            table.types(key["quit"])
            assert table.left() == 0
            assert str(file) in table.said
            table = sits_down(SIZES[1])
        if deal == 4:
            table.kill()
            table = sits_down(SIZES[0])
    table.type(f"{key['print']} html {tmp_path / 'sheet.html'}")
    assert (tmp_path / "sheet.html").read_text().count("<tr") == 1 + len(told)
    table.types("\x04")
    assert table.left() == 0
    assert str(file) in table.said
