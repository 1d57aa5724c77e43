"""What comes from a server that nobody knows."""

import msgspec
import pytest

from prikup.table.protocol import Chatted
from prikup.terminal.client.connection import received


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("где ты? ♠Т", "где ты? ♠Т"),
        ("a\x1b[2J\x1b\x00b", "a[2Jb"),
        ("\r\n\b\tx\x7fy\x9b1m", "xy1m"),
        ('a \\u001b, a \\n and a "', 'a \\u001b, a \\n and a "'),
        ("\\\x1b[m", "\\[m"),
        ("\\\\n", "\\\\n"),
    ],
)
def test_no_message_commands_the_terminal(said: str, heard: str) -> None:
    data = msgspec.json.encode(Chatted(1, said, said, ""))
    assert received(data) == received(data.decode()) == Chatted(1, heard, heard, "")


@pytest.mark.parametrize("data", ["", "[]", "{}", '{"type": "later"}', '{"type": "chatted", "seat": "x"}', b"\xff"])
def test_what_is_no_message_is_passed_over(data: str | bytes) -> None:
    assert received(data) is None
