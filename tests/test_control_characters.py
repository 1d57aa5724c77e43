import unicodedata

from prikup.control_characters import escape


def test_escaped_text_has_no_control_characters() -> None:
    all_characters = "".join(map(chr, range(0x3000)))
    remaining_controls = [c for c in escape(all_characters) if unicodedata.category(c) == "Cc"]
    assert remaining_controls == ["\n"]
    assert escape("a\x1b[31m\u202eb\u009bc") == r"a\u001b[31m\u202eb\u009bc"
    assert escape("Жанна ♠10\u00a0–\n") == "Жанна ♠10\u00a0–\n"
