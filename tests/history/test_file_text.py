"""The bytes of one text in many encodings; the browser client is tested with the same cases."""

import json
from pathlib import Path

from support.faults import check_each

from prikup.history.file_text import decode_file

CASES = Path(__file__).parents[2] / "web" / "tests" / "file_texts.json"


def test_decode_file_returns_text_and_guessed_encoding() -> None:
    def check(name: str, data: bytes, text: str, guessed_encoding: str) -> None:
        file_text = decode_file(data)
        assert (file_text.text, file_text.guessed_encoding) == (text, guessed_encoding)

    cases = json.loads(CASES.read_text("utf-8"))
    check_each(check, ((case["name"], bytes.fromhex(case["hex"]), case["text"], case["assumed"]) for case in cases))


def test_decode_file_is_fast_on_long_runs_of_whitespace() -> None:
    """A pattern that searches for blanks before a line end takes a quarter of an hour for these."""
    for filling in (" ", "\t", "\r", "\n", "a ", " \r"):
        assert decode_file((filling * 300_000).encode()).text.strip("\na ") == ""
