"""Every theme, task and refusal of problems has a message in every language."""

from functools import cache
from pathlib import Path

import pytest
from repository.test_locale import LOCALE, calls, check_reasons, check_words, messages

import prikup.problems
from prikup.games import GAMES
from prikup.locale import LANGUAGES, Words
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem
from prikup.problems.themes import THEMES
from prikup.terminal.cli.problem_pages import problem_speech, task
from prikup.terminal.words import words_of

ROOM = Path(prikup.problems.__file__ or "").parent
each_language = pytest.mark.parametrize("tongue", LANGUAGES)


@each_language
def test_problem_reasons_have_messages_in_each_language(tongue: str) -> None:
    check_words(ROOM, tongue)
    check_reasons(ROOM, tongue)
    assert list(calls(ROOM, "reason"))


@each_language
@pytest.mark.usefixtures("every_key_has_words")
def test_problem_themes_and_tasks_have_messages(tongue: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "prikup.terminal.cli.problem_pages.words_of", cache(words_of)
    )  # reading a file takes the longest
    words = Words(tongue, LOCALE)
    for problem in every_problem(OpenProblem):
        speech = problem_speech(words, problem, spoken=True)
        assert task(speech, problem)
        assert speech.words(f"problem-{problem.theme}")
    for name in GAMES:
        own_keys = {key for key in messages(GAMES[name].folder, tongue) if key.startswith("problem-")}
        assert own_keys <= {f"problem-{theme}" for theme in THEMES}, "a game calls its own themes by name"
