import unicodedata

from prikup.control_characters import escape


def test_escaped_text_has_no_control_characters() -> None:
    every = "".join(map(chr, range(0x3000)))
    kept = [c for c in escape(every) if unicodedata.category(c) == "Cc"]
    assert kept == ["\n"]
    assert escape("a\x1b[31m\u202eb\u009bc") == r"a\u001b[31m\u202eb\u009bc"
    assert escape("Жанна ♠10\u00a0–\n") == "Жанна ♠10\u00a0–\n"
