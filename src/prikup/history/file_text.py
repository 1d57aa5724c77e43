"""Decode text files from any source, and undo what mail programs and editors change in a text.

All code that reads matches and positions from files gets their text from here. The checksums of a log are computed over
this text in UTF-8.
"""

import re

from msgspec import Struct

__all__ = ["FileText", "decode_file", "json_lines", "plain_text"]

_MARKS = {
    b"\xef\xbb\xbf": "utf-8",
    b"\xff\xfe\x00\x00": "utf-32-le",
    b"\x00\x00\xfe\xff": "utf-32-be",
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
}
"""The byte order marks with which a file may start, each with the encoding that it stands for."""
_SAMPLE_BYTES = 4096
"""The number of bytes at the start of a file that are examined to detect UTF-16."""
_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"[^\W\d_]{2,}")


class FileText(Struct, frozen=True):
    """The `text` of a file, decoded and normalised by `plain_text`.

    `guessed_encoding` is the name of the file's encoding if it had to be guessed from the letters, otherwise "".
    """

    text: str
    guessed_encoding: str = ""


def plain_text(text: str) -> str:
    """Return a text without byte order mark, without spaces and tabs at the ends of lines, and with Unix line ends.

    If the last line has no line end, it gets none: it may be the beginning of a line that a program was writing when
    it stopped.
    """
    return "\n".join(line.rstrip(" \t") for line in _LINE_END.split(text.lstrip("\ufeff")))


def json_lines(text: str) -> list[tuple[int, bytes]]:
    """Return the lines of a text that has a JSON object in each line, as pairs of a line number (from 1) and bytes.

    Empty lines are skipped. Mail programs break long lines at a space. So a line that does not start with `{` is joined
    to the line before it, unless that line ends in `}` and is therefore complete.
    """
    numbered_lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if numbered_lines and line and line[0] != "{" and not numbered_lines[-1][1].endswith("}"):
            numbered_lines[-1] = numbered_lines[-1][0], f"{numbered_lines[-1][1]} {line}"
        elif line:
            numbered_lines.append((number, line))
    return [(number, line.encode()) for number, line in numbered_lines]


def decode_file(data: bytes) -> FileText:
    """Decode the content of a file and normalise its text by `plain_text`; any bytes are accepted.

    Without a byte order mark the file is decoded as UTF-8 or UTF-16. If it is not valid UTF-8, it is decoded as
    Windows-1250 or Windows-1251, depending on which of them gives words that look right.
    """
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    encoding = _MARKS[mark] if mark else _encoding_without_mark(data)
    try:
        return FileText(plain_text(data[len(mark) :].decode(encoding)))
    except UnicodeDecodeError:
        damaged_text = data[len(mark) :].decode(encoding, "replace")
    if encoding != "utf-8" or _is_mostly_utf_8(damaged_text):
        return FileText(plain_text(damaged_text))
    code_page = _code_page(data)
    return FileText(plain_text(data.decode(code_page.lower(), "replace")), code_page)


def _encoding_without_mark(data: bytes) -> str:
    """Return the encoding of a file without a byte order mark: UTF-8, or UTF-16 in one of its byte orders.

    In UTF-16, every ASCII character has a zero byte before or after it.
    """
    first, second = data[:_SAMPLE_BYTES:2].count(0), data[1:_SAMPLE_BYTES:2].count(0)
    return "utf-8" if first == second else "utf-16-be" if first > second else "utf-16-le"


def _is_mostly_utf_8(damaged_text: str) -> bool:
    """Return whether a text, which was decoded as UTF-8, has more valid than invalid non-ASCII characters.

    `damaged_text` has the character U+FFFD in place of each invalid sequence of bytes.
    """
    letters = sum(not letter.isascii() for letter in damaged_text)
    return letters > 2 * damaged_text.count("\ufffd")


def _code_page(data: bytes) -> str:
    """Guess the Windows code page of a text: Windows-1251 (Cyrillic) or Windows-1250 (Central European letters).

    `data` is the encoded text. It is decoded as Cyrillic. If this gives more words without ASCII letters than words in
    which ASCII and other letters are mixed, the text is Cyrillic; otherwise it is Central European.
    """
    words = _WORD.findall(data.decode("windows-1251", "replace"))
    cyrillic_count = sum(not any(map(str.isascii, word)) for word in words)
    mixed_count = sum(not word.isascii() and any(map(str.isascii, word)) for word in words)
    return "Windows-1251" if cyrillic_count > mixed_count else "Windows-1250"
