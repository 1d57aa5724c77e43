"""Every theme, task and refusal of problems reads in every language."""

from pathlib import Path

import pytest
from test_locale import LOCALE, calls, messages, strict

import prikup.problems
from prikup.games import GAMES
from prikup.locale import LANGUAGES
from prikup.problems.problem import every_problem, problems
from prikup.problems.themes import THEMES
from prikup.terminal.cli.solving import problem_speech, task
from prikup.terminal.words import words_of

ROOM = Path(prikup.problems.__file__ or "").parent
each_language = pytest.mark.parametrize("tongue", LANGUAGES)


@each_language
def test_every_reason_has_a_message(tongue: str) -> None:
    known = messages(LOCALE, tongue) | messages(ROOM, tongue)
    assert messages(ROOM, tongue) == messages(ROOM, "en")
    told = list(calls(ROOM, "reason"))
    assert len(told) >= 4
    for key, given in told:
        assert key in known, f"no message {key}"
        assert known[key] <= given, f"{key} asks for what the code does not give"


@each_language
def test_every_theme_and_task_reads(tongue: str) -> None:
    for problem in every_problem():
        speech = problem_speech(strict(words_of(tongue)), problem, spoken=True)
        assert task(speech, problem)
        assert strict(speech.words)(f"problem-{problem.theme}")


@each_language
def test_a_game_calls_its_own_themes_by_name(tongue: str) -> None:
    for name in filter(problems, GAMES):
        own = {key for key in messages(GAMES[name].folder, tongue) if key.startswith("problem-")}
        assert own <= {f"problem-{theme}" for theme in THEMES}
