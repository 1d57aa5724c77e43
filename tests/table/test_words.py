"""Whatever a table and a server refuse and tell has its sentence in every language."""

from pathlib import Path
from typing import get_args

import pytest
from table.tables import THREE
from test_locale import LOCALE, calls, messages

import prikup.archive
import prikup.server
import prikup.table
from prikup.errors import reason
from prikup.games import game
from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import Speech
from prikup.server.storage.audit import Kind
from prikup.table.commands.chat import PRESETS

TABLE, SERVER, ARCHIVE = (Path(room.__file__ or "").parent for room in (prikup.table, prikup.server, prikup.archive))
MORE = {
    TABLE: {f"chat-{preset}" for preset in PRESETS} | {"did-cut", "did-cut-missing", "points-at"},
    SERVER: {f"audit-{kind}" for kind in get_args(Kind)},
}
"""The messages of a room that no literal key of a reason asks for."""

each_language = pytest.mark.parametrize("tongue", LANGUAGES)
each_room = pytest.mark.parametrize("room", [TABLE, SERVER], ids=lambda room: room.name)


@each_room
def test_every_language_has_the_same_messages(room: Path) -> None:
    english = messages(room, "en")
    for tongue in LANGUAGES:
        assert messages(room, tongue) == english


@each_room
@each_language
def test_every_reason_has_a_message_and_every_message_is_used(room: Path, tongue: str) -> None:
    own, below = messages(room, tongue), messages(LOCALE, tongue) | (messages(TABLE, tongue) if room == SERVER else {})
    known = below | own
    used = {}
    asked = [*calls(room, "reason"), *(calls(ARCHIVE, "reason") if room == SERVER else ())]  # it has no messages
    for key, given in asked:
        assert key in known, f"no message {key}"
        assert known[key] <= given, f"{key} asks for what the code does not give"
        used[key] = given
    assert len(used) > 25
    assert set(own) == {key for key in used if key not in below} | MORE[room]


@each_language
def test_the_cut_reads(tongue: str) -> None:
    speech = Speech(Words(tongue, TABLE), game(THREE), ("Anna", "Vera", "Tigran"))
    for key in ("did-cut", "did-cut-missing", "did-withhold"):
        sentence = speech(key, player=1, number=7)
        assert "Vera" in sentence
        assert "7" in sentence
    assert "Vera" in speech.reason(reason("not-the-cutter", seat=1))


def test_no_preset_stands_twice() -> None:
    assert len(set(PRESETS)) == len(PRESETS)
