"""Lines for a screen."""

import pytest

from prikup.terminal.render.screen import broken


@pytest.mark.parametrize(
    ("prompt", "lines"),
    [("", [""]), ("Who?", ["Who?"]), ("word " * 30, 3), ("a" * 70, ["a" * 70, ""])],
)
def test_a_long_prompt_is_broken_between_words_and_leaves_room_to_type(
    prompt: str, lines: list[str] | int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    found = broken(prompt)
    assert found == lines or len(found) == lines
    assert len(found[-1]) < 68
    assert " ".join(found).split() == prompt.split()
