"""Tests that messages address the reader as "you" in every language, and that none contains the reader's name."""

import re
from pathlib import Path
from typing import Any

from support.faults import check_each

import prikup
from prikup.games import GAMES, game
from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import SEATS, Speech

PACKAGE = Path(prikup.__file__).parent
BROWSER = Path(__file__).parents[2] / "web" / "src" / "words"
ROOMS = [*(PACKAGE / room for room in ("locale", "table", "terminal")), BROWSER, *(k.folder for k in GAMES.values())]
NAMES = ("Zinaida", "Boris", "Clara")
READER = "Zinaida"
REFUSALS = ("not-your-turn", "not-the-", "fair-seat")
NEVER = (
    "rules",
    "form-",
    "score-",
    "scored-",
    "verify-",
    "wait-",
    "means-",
    "coach-",
    "removed-you",
    "removed-by",
    *REFUSALS,
)
"""The beginnings of keys of messages that are never about the reader.

These are messages of the scorer and of logs, refusals that name another player, explanations of the reader's own call
to others, remarks of a coach about other players (`tests/table/coach/test_coach.py`), and the removal of a player by
the host, for whom there is the message `removed-by-you`.
"""
THIRD = {
    "en": r"\byou (is|has|does|was|\w+[^su\W]s|plays|leads|takes|lays|holds|needs)\b",
    "ru": r"\bвы (\w+(ет|ёт|ит)(ся)?|сам|он|она)\b",
}
"""A pattern, by language, for a verb in the third person right after the reader."""


def places(path: Path) -> dict[str, set[str]]:
    """Return the variables of each message in a file, by key."""
    variables_by_key: dict[str, set[str]] = {}
    key = ""
    for line in path.read_text().splitlines():
        if key_match := re.match(r"([a-z][\w-]*) =", line):
            key = key_match[1]
        elif line and not line[0].isspace() and line[0] != "}":
            key = ""
        if key:
            variables_by_key.setdefault(key, set()).update(re.findall(r"\$([\w-]+)", line))
    return variables_by_key


def value(name: str, own_variable: str) -> Any:
    """Return a value for a variable; only the variable `own_variable` gets the reader's seat."""
    if name == "players":
        return (0, 1) if name == own_variable else (1, 2)
    if name in SEATS:
        return 0 if name == own_variable else 1
    return {"counted": (1, 2, 3), "actions": (1, 2)}.get(name, 1)


def test_reader_is_addressed_as_you_in_sentences_with_a_seat() -> None:
    check_each(reader_is_you, ((room, tongue) for room in ROOMS for tongue in LANGUAGES))


def reader_is_you(room: Path, tongue: str) -> None:
    """Check all messages of a folder in one language."""
    assert tongue in THIRD, f"write into THIRD the verbs in the third person of the language {tongue}"
    name = next((name for name, kind in GAMES.items() if kind.folder == room), next(iter(GAMES)))
    speech = Speech(Words(tongue, room), game(name), NAMES, you=0)
    tried_count = 0
    for key, names in places(room / f"{tongue}.ftl").items():
        if key.startswith(NEVER):
            continue
        for own_variable in names & SEATS:
            text = speech(
                key, **{variable: value(variable, own_variable) for variable in names if not variable.endswith("-is")}
            )
            assert READER not in text, f"{key}: {text}"
            assert not re.search(THIRD[tongue], text, re.IGNORECASE), f"{key}: {text}"
            assert not text.startswith(speech.words("reader")), f"{key}: {text}"
            tried_count += 1
    assert tried_count


def test_player_named_you_is_not_the_reader() -> None:
    speech = Speech(Words("en"), game(next(iter(GAMES))), ("you", "Boris", "Clara"), you=1)
    assert speech("did-take", player=0) == "you takes the trick."
    assert speech("did-take", player=1) == "You take the trick."
    assert Speech(Words("ru"), speech.game, speech.names, you=1)("did-take", player=1) == "Вы берёте взятку."
