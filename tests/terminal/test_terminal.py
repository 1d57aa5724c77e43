"""Whole matches at a real terminal: the program in a pseudo-terminal, a person who types."""

import os
import random
import re
import signal
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pexpect
import pytest
from msgspec.structs import replace
from support.example_games import example
from support.serving import hears_ctrl_c
from support.walk import KINDS, walk

import prikup
from prikup.errors import BadOptions
from prikup.game import AnyGame
from prikup.games import GAMES
from prikup.history.log_file import read_events
from prikup.locale import LANGUAGES
from prikup.match import Match
from prikup.options import flipped, value_text
from prikup.terminal.cli.new_match import read_log
from prikup.terminal.words import words_of

SOON = 6
"""The most deals of a match that ends soon."""
RUN = "from prikup.cli import main; main()"
LOADED = "loaded"
LOAD = f"import prikup.terminal.cli.app, prikup.solver.native; print({LOADED!r}); "
"""Load all that the program needs, and say so."""
INTERRUPT = """
import sys, prikup.cli
from signal import SIGINT, raise_signal
class Interrupting:
    find_spec = lambda *_: raise_signal(SIGINT)
sys.meta_path.insert(0, Interrupting)
"""
"""Press Ctrl+C when the next module is looked for."""
STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")

each_game = pytest.mark.parametrize("name", [name for name, _ in KINDS])


class Terminal:
    """The program at a terminal of 80 by 24, and what it says in one language."""

    def __init__(self, tongue: str, *arguments: str, before: str = "") -> None:
        self.words = words_of(tongue)
        source = Path(prikup.__file__).parents[1]
        paths = os.pathsep.join(filter(None, (str(source), os.environ.get("PYTHONPATH"))))
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", before + RUN, *arguments],
            env={**os.environ, "PYTHONPATH": paths, "PRIKUP_LANGUAGE": tongue, "TERM": "xterm-256color"},
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=15,
            preexec_fn=hears_ctrl_c,
        )
        self.child.delaybeforesend = None
        self.asked = 0

    def wait(self) -> str:
        """Until the person is asked: `question`, `next` (between two deals), or `end`. Long pages are turned, and after
        the match the table is left."""
        hint = re.escape(self.words("table-help"))
        deal, leave = (self.words(f"keys-{name}").split()[0] for name in ("deal", "quit"))
        following = re.escape(self.words("prompt-next-deal", deal=deal, quit=leave))
        again = self.words("keys-again").split()[0]
        over = re.escape(self.words("prompt-over", again=again, deal=deal, quit=leave))
        more = re.escape(self.words("prompt-more"))
        asked: list[Any] = [rf"{hint}[^>]*> ", rf"{following}[^>]*> ", pexpect.EOF, rf"{more} > ", rf"{over}[^>]*> "]
        while (found := self.child.expect(asked)) > 2:
            self.type("")
        return ("question", "next", "end")[found]

    @property
    def printed(self) -> str:
        """What was printed before the last thing waited for, without colours."""
        return STYLE.sub("", self.child.before or "")

    def type(self, text: str) -> None:
        self.child.sendline(text)

    def legal(self) -> int:
        """How many actions the help page lists."""
        self.type("?")
        page = ""
        while self.child.expect([re.escape(self.words(key)) for key in ("prompt-back", "prompt-more")]):
            page += self.printed
            self.type("")
        page += self.printed
        numbers = re.findall(
            r"(\d+)(?:–(\d+))?\)\s", page.split(self.words("help-typing"))[0].split(self.words("help-why-not"))[0]
        )
        assert numbers
        self.type("")
        assert self.wait() == "question"
        listed = [n for first, last in numbers for n in range(int(first), int(last or first) + 1)]
        return max(n for n in listed if n <= len(listed))

    def play(self, rng: random.Random, questions: int = 10_000) -> None:
        """Anything legal, to the end or to a question after so many."""
        while (what := self.wait()) == "next" or (what == "question" and self.asked < questions):
            if what == "next":
                self.type("")
                continue
            self.asked += 1
            self.type(str(rng.randint(1, self.legal())))

    def left(self) -> int | None:
        """The exit code."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        return self.child.exitstatus


@cache
def soon(name: str) -> tuple[str, ...]:
    """The one house rule by which random matches are over soonest; two deals, where that takes too many."""
    default = next(iter(GAMES[name].presets.values()))
    found: dict[tuple[str, ...], int] = {}
    for field, value in flipped(default):
        with suppress(BadOptions):
            rules = GAMES[name].build(replace(default, **{field: value}))
            found["--set", f"{field}={value_text(value)}", "--deals", str(SOON)] = deals(rules)
    best = min(found, key=lambda each: found[each])
    return best if found[best] < SOON else ("--deals", "2")


def deals(rules: AnyGame) -> int:
    """The deals of a random match, at most so many as are soon over."""
    rng, match = random.Random(3), Match.begin(rules)
    while not match.over and match.deals < SOON:
        *_, last = walk(rules, match.dealt(rng), rng)
        match = match.close(rules.outcome(last.state))
    return match.deals


def match(name: str, path: Path, tongue: str = "en") -> Terminal:
    return Terminal(tongue, "play", name, *soon(name), "--seed", "s", "--log", str(path), "--pace", "0")


@each_game
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_a_whole_match(name: str, tongue: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    terminal = match(name, path, tongue)
    terminal.play(random.Random(1))
    assert f"prikup verify {path}" in terminal.printed
    terminal.child.close()
    assert terminal.child.exitstatus == 0
    log = read_log(path)
    assert log.over
    assert log.match.over or log.begin.deals == log.match.deals


@each_game
def test_killed_in_the_middle_of_a_deal(name: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    terminal = match(name, path)
    terminal.play(random.Random(2), questions=5)
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    written = path.read_bytes()
    assert read_log(path).state is not None
    again = match(name, path)
    again.play(random.Random(3))
    assert path.read_bytes().startswith(written)
    assert read_log(path).over


def test_leaving_by_letter_by_ctrl_c_and_at_the_end_of_the_input(tmp_path: Path) -> None:
    name, path = KINDS[0][0], tmp_path / "log"
    for key, code in (("q\n", 0), ("\x03", 130), ("\x04", 0)):
        terminal = match(name, path)
        assert terminal.wait() == "question"
        terminal.child.send(key)
        assert terminal.left() == code
        assert f"prikup play {name} --log {path}" in terminal.printed
        assert "Traceback" not in terminal.printed
    assert not read_log(path).over
    assert read_events(path.read_bytes())[2] is False


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_a_hint_is_still_there_when_the_table_is_back(tongue: str, tmp_path: Path) -> None:
    terminal = match(example(seats=3, first="call"), tmp_path / "log", tongue)
    assert terminal.wait() == "question"
    terminal.type(terminal.words("keys-hint").split()[0])
    terminal.child.expect(re.escape(terminal.words("prompt-back")))
    hinted = re.search(terminal.words("hint-plan", actions="(.+)"), terminal.printed)
    assert hinted
    terminal.type("")
    terminal.child.expect_exact(f"! {hinted[0].strip()}")
    assert terminal.wait() == "question"
    terminal.type(terminal.words("keys-quit").split()[0])
    assert terminal.left() == 0


def test_plain_moves_no_cursor(tmp_path: Path) -> None:
    terminal = Terminal("en", "play", KINDS[0][0], "--plain", "--seed", "s", "--log", str(tmp_path / "log"))
    printed = ""
    for _ in range(6):
        terminal.child.expect("> ")
        printed += terminal.child.before or ""
        terminal.type("1")
    terminal.child.expect("> ")
    terminal.type("q")
    assert terminal.left() == 0
    assert "\x1b" not in printed + (terminal.child.before or "")


def test_the_menu_goes_on_with_the_last_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    terminal = Terminal("en")
    for typed in ("1", "", "", "Eve"):
        terminal.child.expect("> ")
        terminal.type(typed)
    assert terminal.wait() == "question"
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    terminal = Terminal("en")
    terminal.child.expect("> ")
    terminal.type("")
    assert terminal.wait() == "question"
    assert "Eve" in terminal.printed
    terminal.type("q")
    assert terminal.left() == 0


def test_ctrl_c_ends_it_while_it_is_loaded() -> None:
    terminal = Terminal("en", "rules", before=INTERRUPT)
    assert terminal.left() == 130
    assert "Traceback" not in terminal.printed


def test_ctrl_c_ends_a_search() -> None:
    pytest.importorskip("prikup.solver.native")
    nolo = "KT82.A5.J53.QT43 | J54.T962.K92.976 | A3.QJ7.QT764.KJ8 | Q976.K843.A8.A52"
    options = ("--trump", "N", "--leader", "0", "--side", "0,2", "--goal", "fewest")
    for tongue in LANGUAGES:
        terminal = Terminal(tongue, "solve", nolo, *options, before=LOAD)
        terminal.child.expect(LOADED)
        time.sleep(1)  # by then it searches
        terminal.child.send("\x03")
        assert terminal.left() == 130
        assert "Traceback" not in terminal.printed
