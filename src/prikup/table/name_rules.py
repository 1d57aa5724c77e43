"""The rules for the names that people choose: how a name is cleaned, and why it is refused.

Two more rules depend on other people: `prikup.server.accounts.accounts` refuses a name that looks like the name of an
account, and at a table a name that looks like another one gets a number (`prikup.name_comparison.distinct_names`).
"""

import re
import unicodedata

from prikup.rules.errors import Reason, reason

__all__ = ["clean_name", "mixed_letters", "name_error"]

MAX_LENGTH = 20
ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
"""The scripts that may be mixed in one word: Japanese, for example, is written in three of them."""
_INVISIBLE = dict.fromkeys((0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0))
"""Characters that Python counts as printable although they are invisible."""


def clean_name(name: str) -> str:
    """Return a name as it is stored and shown: on one line, without surrounding spaces, in composed form (Unicode NFC).

    Control characters, invisible characters and those that change the writing direction are removed. Return "" if
    nothing visible is left.
    """
    printable_name = "".join(c for c in " ".join(name.split()) if c.isprintable())
    composed_name = " ".join(unicodedata.normalize("NFC", printable_name.translate(_INVISIBLE)).split())
    return "" if all(unicodedata.category(c)[0] in "MZ" for c in composed_name) else composed_name


def name_error(name: str) -> Reason | None:
    """Return the reason why a name, as returned by `clean_name`, is not allowed; None if it is allowed.

    A name needs 1 to 20 characters, and must not mix letters of two alphabets in one word.
    """
    if not name:
        return reason("name-empty")
    if len(name) > MAX_LENGTH:
        return reason("name-long", most=MAX_LENGTH)
    if letters := mixed_letters(name):
        return reason("name-mixed", few=letters[0], many=letters[1])
    return None


def mixed_letters(name: str) -> tuple[str, str] | None:
    """Return the letters of two alphabets that occur in the same word of a name; None if there is no such word.

    The first string has the letters of the alphabet with fewer letters in the word. Alphabets in `ASIAN` may be mixed.
    """
    normalised_name = unicodedata.normalize("NFKC", name)
    for word in re.findall(r"[^\W\d_]+", "".join(c for c in normalised_name if unicodedata.category(c)[0] != "M")):
        scripts: dict[str, str] = {}
        for letter in word:
            script = unicodedata.name(letter, "").partition(" ")[0]
            if unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo") and script not in ASIAN:
                scripts[script] = scripts.get(script, "") + letter
        if len(scripts) > 1:
            fewer_letters, more_letters, *_ = sorted(scripts.values(), key=len)
            return fewer_letters, more_letters
    return None
