"""The program at a real terminal: what only a terminal shows. All else uses a fake screen (`plain_player.py`)."""

import random
import re
from pathlib import Path

import pytest
from support.example_games import example
from support.matches import log_in
from support.reduced_system import REDUCED_SYSTEM_CODE
from support.server_process import MAIN
from terminal.plain_player import view_to_act
from terminal.pseudo_terminal import Program

from prikup.games import GAMES
from prikup.history.log_file import read_events
from prikup.terminal.render.table_view import choices
from prikup.terminal.words import words_of

THREE = example(seats=3)
INTERRUPT = """
import sys, prikup.cli
from signal import SIGINT, raise_signal
class Interrupting:
    find_spec = lambda *_: raise_signal(SIGINT)
sys.meta_path.insert(0, Interrupting)
"""
"""Press Ctrl+C when the next module is imported."""
SEARCHING = "searching"
SEARCH_WITHOUT_END = f"""
import prikup.terminal.cli.app, prikup.solver.native
from prikup.terminal.cli import solve
search = solve.search
def search_without_end(*arguments, **named):
    print({SEARCHING!r}, flush=True)
    while True:
        search(*arguments, **named)
solve.search = search_without_end
"""
"""Print when a search starts, and repeat the search, so that it lasts until the key is pressed."""

WITHOUT_PAUSES = """
from prikup.terminal.cli.tables import table_commands
table_commands._pace = lambda *_: 0.0
"""
"""Let computer players act at once also in a match that the menu starts, which has no option for it."""


class Match(Program):
    """A match in a file, at a terminal in one language."""

    def __init__(self, folder: Path, *arguments: str, tongue: str = "en") -> None:
        super().__init__(folder, *arguments, tongue=tongue, code=WITHOUT_PAUSES + MAIN[1])
        self.words = words_of(tongue)
        deal_key, leave_key, again_key = (self.words(f"keys-{name}").split()[0] for name in ("deal", "quit", "again"))
        prompts = (
            self.words("table-help"),
            self.words("prompt-next-deal", deal=deal_key, quit=leave_key),
            self.words("prompt-more", back=self.words("keys-back").split()[-1]),
            self.words("prompt-over", again=again_key, deal=deal_key, quit=leave_key),
        )
        self._prompts = [rf"{re.escape(prompt)}[^>]*> " for prompt in prompts]

    def wait_for_prompt(self) -> bool:
        """Skip pages and pauses until a prompt; return False at the end of the match."""
        while prompt_index := self.wait_for_pattern(*self._prompts):
            if prompt_index == len(self._prompts):
                return False
            self.type_line("")
        return True

    def play_random_actions(self, path: Path, rng: random.Random, questions: int = 10_000) -> None:
        """Play random legal actions to the end, or until `questions` prompts have been answered."""
        while self.wait_for_prompt() and questions:
            questions -= 1
            log = log_in(path)
            self.type_line(str(rng.randint(1, len(choices(log.game, view_to_act(log))))))


def test_terminal_plays_whole_match(tmp_path: Path) -> None:
    path = tmp_path / "log"
    match = Match(
        tmp_path, "play", THREE, "--deals", "2", "--seed", "s", "--log", str(path), "--pace", "0", tongue="ru"
    )
    match.play_random_actions(path, random.Random(1))
    assert f"prikup verify {path}" in match.output
    assert match.wait_for_exit() == 0
    assert log_in(path).over


def test_terminal_resumes_match_after_kill(tmp_path: Path) -> None:
    match = Match(tmp_path)
    for line in ("1", "", "", "Eve"):
        match.wait_for_text("> ")
        match.type_line(line)
    assert match.wait_for_prompt()
    (path,) = (tmp_path / "prikup").glob("**/*.jsonl")
    match.type_line("1")
    match.play_random_actions(path, random.Random(2), questions=4)
    match.kill()
    old_bytes = path.read_bytes()
    assert log_in(path).state is not None
    resumed_match = Match(tmp_path)
    resumed_match.wait_for_text("> ")
    resumed_match.type_line("")
    assert resumed_match.wait_for_prompt()
    assert "Eve" in resumed_match.output
    resumed_match.type_line("1")
    resumed_match.play_random_actions(path, random.Random(3), questions=4)
    resumed_match.type_line("q")
    assert resumed_match.wait_for_exit() == 0
    assert f"prikup play {next(iter(GAMES))} --log {path}" in resumed_match.output
    assert path.read_bytes().startswith(old_bytes)
    assert len(path.read_bytes()) > len(old_bytes)


def test_terminal_shows_early_input_again_without_playing_it(tmp_path: Path) -> None:
    """It is shown again next to the prompt, which it might answer by accident."""
    path = tmp_path / "log"
    command = ("play", THREE, "--seed", "s", "--log", str(path), "--pace", "0")
    match = Match(tmp_path, *command)
    assert match.wait_for_prompt()
    match.type_line("q")
    assert match.wait_for_exit() == 0
    old_bytes = path.read_bytes()
    path.write_bytes(old_bytes + b'{"type":"act"')
    match = Match(tmp_path, *command)
    match.wait_for_text(match.words("prompt-back"))
    match.type_line("1")
    match.wait_for_text(match.words("typed-early", text="1"))
    match.wait_for_text(match.words("table-help"))
    match.type_line("q")
    assert match.wait_for_exit() == 0
    assert path.read_bytes() == old_bytes


def test_terminal_leaves_match_on_ctrl_c_and_end_of_input(tmp_path: Path) -> None:
    path = tmp_path / "log"
    for key, code in (("\x03", 130), ("\x04", 0)):
        match = Match(tmp_path, "play", THREE, "--seed", "s", "--log", str(path), "--pace", "0")
        assert match.wait_for_prompt()
        match.press_keys(key)
        assert match.wait_for_exit() == code
        assert f"prikup play {THREE} --log {path}" in match.output
        assert "Traceback" not in match.output
    assert not log_in(path).over
    assert read_events(path.read_bytes())[2] is False


def test_plain_option_prints_no_escape_sequences(tmp_path: Path) -> None:
    program = Program(tmp_path, "play", THREE, "--plain", "--seed", "s", "--log", str(tmp_path / "log"))
    output = ""
    for line in ("1",) * 6 + ("q",):
        program.wait_for_text("> ")
        output += program.child.before or ""
        program.type_line(line)
    assert program.wait_for_exit() == 0
    assert "\x1b" not in output + (program.child.before or "")


def test_ctrl_c_ends_program_during_import(tmp_path: Path) -> None:
    program = Program(tmp_path, "rules", code=INTERRUPT + MAIN[1])
    assert program.wait_for_exit() == 130
    assert "Traceback" not in program.output


def test_ctrl_c_ends_solver_search(tmp_path: Path) -> None:
    pytest.importorskip("prikup.solver.native")
    nolo = "KT82.A5.J53.QT43 | J54.T962.K92.976 | A3.QJ7.QT764.KJ8 | Q976.K843.A8.A52"
    options = ("--trump", "N", "--leader", "0", "--side", "0,2", "--goal", "fewest")
    program = Program(tmp_path, "solve", nolo, *options, code=SEARCH_WITHOUT_END + MAIN[1])
    program.wait_for_text(SEARCHING)
    program.press_keys("\x03")
    assert program.wait_for_exit() == 130
    assert "Traceback" not in program.output


def test_terminal_plays_match_on_a_system_without_posix_modules(tmp_path: Path) -> None:
    options = ("--deals", "1", "--seed", "s", "--pace", "0", "--log", str(tmp_path / "log"))
    program = Program(tmp_path, "play", THREE, *options, size=(40, 200), code=REDUCED_SYSTEM_CODE + MAIN[1])
    while program.wait_for_text("> ") == 0:
        program.type_line("q" if "again: a rematch" in program.output else "1")
    assert program.wait_for_exit() == 0, program.output
    assert "Traceback" not in program.output
