"""Whatever the server refuses and tells has its sentence in every language."""

from pathlib import Path

import pytest
from test_locale import LOCALE, calls, messages

import prikup.server
from prikup.errors import reason
from prikup.games import game
from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import Speech
from prikup.table.commands.chat import PRESETS

SERVER = Path(prikup.server.__file__).parent

each_language = pytest.mark.parametrize("tongue", LANGUAGES)


def test_every_language_has_the_same_messages() -> None:
    english = messages(SERVER, "en")
    for tongue in LANGUAGES:
        assert messages(SERVER, tongue) == english


@each_language
def test_every_reason_has_a_message_and_every_message_is_used(tongue: str) -> None:
    own, common = messages(SERVER, tongue), messages(LOCALE, tongue)
    known = common | own
    used = {}
    for key, given in calls(SERVER, "reason"):
        assert f"reason-{key}" in known, f"no message reason-{key}"
        assert known[f"reason-{key}"] <= given, f"reason-{key} asks for what the code does not give"
        used[f"reason-{key}"] = given
    assert len(used) > 60
    told = {f"chat-{preset}" for preset in PRESETS} | {"did-cut", "did-cut-drawn"}
    assert set(own) == {key for key in used if key not in common} | told


@each_language
def test_the_cut_reads(tongue: str) -> None:
    speech = Speech(Words(tongue, SERVER), game("paston"), ("Anna", "Vera", "Tigran"))
    for key in ("did-cut", "did-cut-drawn"):
        sentence = speech(key, player=1, number=7)
        assert "Vera" in sentence
        assert "7" in sentence
    assert "Vera" in speech.reason(reason("not-the-cutter", seat=1))


def test_there_are_twelve_presets() -> None:
    assert len(set(PRESETS)) == 12
