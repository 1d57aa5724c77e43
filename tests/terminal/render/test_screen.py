"""Text lines for a screen."""

import io

import pytest

from prikup.terminal.render.blocks import Block, Paragraph, Verbatim
from prikup.terminal.render.screen import Plain, split_prompt
from prikup.terminal.render.table_view import levels
from prikup.terminal.words import words_of


def test_split_prompt_breaks_between_words_and_leaves_room_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for prompt, count in (("", 1), ("Who?", 1), ("word " * 30, 3), ("a" * 70, 2)):
        lines = split_prompt(prompt)
        assert len(lines) == count
        assert len(lines[-1]) < 68
        assert " ".join(lines).split() == prompt.split()


def test_plain_screen_wraps_at_words_and_leaves_pipe_lines_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "30")
    sentence, command = "word " * 20 + "end.", "prikup play " + "x" * 40 + " --language ru"
    blocks: list[Block] = [Paragraph(sentence, 2), Verbatim(command)]
    for out in (Terminal(), io.StringIO()):
        Plain(words_of("en"), out, io.StringIO()).page(blocks)
        *lines, last = out.getvalue().splitlines()
        assert last == f"  {command}"
        assert "".join(lines).split() == sentence.split()
        if out.isatty():
            assert len(lines) > 3
            assert all(len(line) < 30 and line.startswith("  ") for line in lines)
        else:
            assert lines == [f"  {sentence}"]


def test_levels_groups_bids_of_same_level() -> None:
    names = ("pass", "6♥", "6 NT", "7♠", "misère", "10♠", "10♣")
    assert list(levels(enumerate(names, 1))) == [
        ("1", "pass"),
        ("2–3", "6♥ NT"),
        ("4", "7♠"),
        ("5", "misère"),
        ("6–7", "10♠ ♣"),
    ]
