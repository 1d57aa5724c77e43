"""Scoring an evening in a pseudo-terminal, with mistakes, an exit and a resume.

All input is tested without a terminal in `cli/test_scorer.py`.
"""

import random
import re
from functools import partial
from pathlib import Path

from terminal.cli.scorer.test_score_session import SCORED_GAMES, create_scoring, random_answers
from terminal.pseudo_terminal import STYLE, Program

from prikup.games import game
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.scorer.replay import replay_scoring
from prikup.scorer.score_file import read
from prikup.terminal.words import words_of


class Table(Program):
    """The scorer at a terminal; `shown` is the screen at the prompt."""

    def type(self, line: str) -> None:
        """Type a line, and wait for the next prompt."""
        self.type_line(line)
        self.wait_for_text(line or "\n")
        self.wait()

    def wait(self) -> None:
        assert self.wait_for_text("> ") == 0, self.output
        self.shown = STYLE.sub("", (self.child.before or "").rpartition("\x1b[H")[2])


def test_scorer_in_terminal_survives_mistakes_exit_and_kill(tmp_path: Path) -> None:
    """The user leaves after the first deal, and the program is killed after the second."""
    file, name, tongue = tmp_path / "evening.jsonl", SCORED_GAMES[0], LANGUAGES[-1]
    new, words, rng = create_scoring(name, tongue), words_of(tongue, name), random.Random(1)
    speech, replay = Speech(words, game(name), new.names), replay_scoring(new)
    key = {command: words(f"keys-scorer-{command}").split()[0] for command in ("undo", "redo", "quit")}

    def start_scorer(size: tuple[int, int], *people: str) -> Table:
        table = Table(tmp_path, "score", name, "--file", str(file), *people, tongue=tongue, size=size)
        table.wait()
        return table

    table, outcomes = start_scorer((24, 80), "--names", ",".join(new.names)), []
    for deal in range(3):
        typed_answers, outcome = random_answers(
            rng, speech, partial(replay.game.scoring.scoring_questions, replay.match.standing)
        )
        table.type("???")
        assert re.search(r"^! .*\?\?\?", table.shown, re.MULTILINE)
        for line in typed_answers:
            table.type(line)
        assert words("score-write") in table.shown
        for line in ("", key["undo"], key["redo"]):
            table.type(line)
        outcomes.append(outcome)
        replay = replay_scoring(read(file.read_bytes())[0].current_list)
        assert [
            applied_entry.match_after.sheet.lines[-1].outcome for applied_entry in replay.applied_entries
        ] == outcomes
        if deal == 0:
            table.type_line(key["quit"])
            assert table.wait_for_exit() == 0
            assert str(file) in table.output
            table = start_scorer((40, 120))
        if deal == 1:
            table.kill()
            table = start_scorer((24, 80))
    table.type_line("\x04")
    assert table.wait_for_exit() == 0
    assert str(file) in table.output
