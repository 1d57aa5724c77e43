"""Whole evenings at a real terminal: the scorer in a pseudo-terminal, and a person who errs, leaves and comes back."""

import os
import random
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pexpect
import pytest
from support.serving import hears_ctrl_c
from terminal.cli.test_scorer import SCORED, answers, begun

import prikup
from prikup.kind import Kind
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.scorer.replay import Replay, replayed
from prikup.scorer.score_file import read
from prikup.terminal.words import words_of

DEALS = 10
STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
SIZES = ((24, 80), (40, 120))


class Table:
    """The scorer at a terminal, in one language and one file."""

    def __init__(self, name: str, tongue: str, file: Path, size: tuple[int, int], *options: str) -> None:
        source = Path(prikup.__file__).parents[1]
        paths = os.pathsep.join(filter(None, (str(source), os.environ.get("PYTHONPATH"))))
        self.file = file
        self.shown = ""
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", "from prikup.cli import main; main()", "score", name, "--file", str(file), *options],
            env={**os.environ, "PYTHONPATH": paths, "PRIKUP_LANGUAGE": tongue, "TERM": "xterm-256color"},
            dimensions=size,
            encoding="utf-8",
            timeout=15,
            preexec_fn=hears_ctrl_c,
        )
        self.child.delaybeforesend = None
        self.wait()

    def wait(self) -> None:
        """Until the person is asked."""
        self.child.expect("> ")
        self.shown = STYLE.sub("", (self.child.before or "").rpartition("\x1b[H")[2])

    def type(self, line: str) -> None:
        self.child.sendline(line)
        self.child.expect(re.escape(line) if line else "\n")
        self.wait()

    def leave(self, line: str) -> str:
        """Type a last line; what is said then."""
        self.child.sendline(line)
        self.child.expect(pexpect.EOF)
        said = STYLE.sub("", self.child.before or "")
        self.child.close()
        assert self.child.exitstatus == 0
        return said

    def kill(self) -> None:
        self.child.close(force=True)

    @property
    def now(self) -> Replay:
        return replayed(read(self.file.read_bytes())[0].now)


@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize(("name", "kind"), SCORED)
def test_an_evening_with_mistakes_that_are_mended(name: str, kind: Kind, tongue: str, tmp_path: Path) -> None:
    file, new, rng = tmp_path / "evening.jsonl", begun(name, tongue), random.Random(f"{name} {tongue}")
    people = ("--names", ",".join(new.names))
    words = words_of(tongue, name)
    key = {command: words(f"keys-scorer-{command}").split()[0] for command in ("undo", "redo", "fix", "quit", "print")}
    replay = replayed(new)
    game, speech = replay.game, Speech(words, replay.game, new.names)
    told: list[Any] = []
    table = Table(name, tongue, file, SIZES[0], *people)
    for deal in range(DEALS):
        if replay.over:
            break
        typed, outcome = answers(rng, speech, partial(game.form, replay.match.standing))
        table.type("???")
        assert re.search(r"^! .*\?\?\?", table.shown, re.MULTILINE)
        for line in typed:
            table.type(line)
        assert words("score-write") in table.shown
        table.type("")
        told.append(outcome)
        replay = table.now
        assert replay.applied[-1].after.sheet.lines[-1].outcome == outcome
        if deal % 3 == 0:
            table.type(key["undo"])
            assert len(table.now.applied) == deal
            table.type(key["redo"])
        if deal == 4:
            assert str(file) in table.leave(key["quit"])
            table = Table(name, tongue, file, SIZES[1], *people)
        if deal == 6:
            table.kill()
            table = Table(name, tongue, file, SIZES[0])
    assert [one.after.sheet.lines[-1].outcome for one in table.now.applied] == told
    table.type(f"{key['print']} html {tmp_path / 'sheet.html'}")
    assert (tmp_path / "sheet.html").read_text().count("<tr") == 1 + len(told)
    typed, outcome = answers(rng, speech, partial(game.form, table.now.applied[0].before.standing))
    table.type(f"{key['fix']} 1")
    for line in typed:
        table.type(line)
    table.type("")
    if table.now.applied[0].entry.before:
        assert table.now.applied[0].after.sheet.lines[-1].outcome == outcome
    assert str(file) in table.leave("\x04")
