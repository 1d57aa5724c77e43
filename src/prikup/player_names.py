"""Player names: how to compare them, detect look-alikes, and make them distinct at one table."""

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from itertools import count

import msgspec
from msgspec import Struct

__all__ = ["alike", "look_alike", "mixed", "skeleton", "told_apart"]

ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
"""Scripts that may be mixed in one word: Japanese is written in three of them."""
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Invisible characters that count as letters or marks (Default_Ignorable_Code_Point)."""


class _Confusable(Struct):
    c: str


def alike(name: str) -> str:
    """Return a key for comparing names: case, ё, and the width and style of letters make no difference."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.replace("ё", "е").strip()


def look_alike(one: str, other: str) -> bool:
    """Return whether people could mistake one of two names for the other."""
    return not _looks(one).isdisjoint(_looks(other))


@lru_cache(4096)
def skeleton(name: str) -> str:
    """Return a key for the appearance of a name: equal for names that look alike.

    It is the skeleton of Unicode Technical Standard 39, with upper and lower case folded.
    """
    drawn = "".join(map(_prototype, _decomposed(name)))
    return unicodedata.normalize("NFKC", _decomposed(drawn).casefold()).strip()


@lru_cache(4096)
def told_apart(names: tuple[str, ...], spare: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the names made distinct: one that looks like an earlier one gets a number.

    An empty name is replaced by the first of the `spare` names that looks like no other name.
    """
    taken: set[str] = set()
    kept = taken.union(*map(_looks, filter(None, names)))
    shown: list[str] = []
    for name in names:
        found = name
        if name and not taken.isdisjoint(_looks(name)):
            found = next(free for n in count(2) if (kept | taken).isdisjoint(_looks(free := f"{name} {n}")))
        elif not name:
            found = next(free for free in spare if (kept | taken).isdisjoint(_looks(free)))
        shown.append(found)
        taken |= _looks(found)
    return tuple(shown)


def mixed(name: str) -> tuple[str, str] | None:
    """Return the letters of two alphabets mixed in one word of a name, the fewer first; None if no word does."""
    composed = unicodedata.normalize("NFKC", name)
    for word in re.findall(r"[^\W\d_]+", "".join(c for c in composed if unicodedata.category(c)[0] != "M")):
        scripts: dict[str, str] = {}
        for letter in word:
            script = unicodedata.name(letter, "").partition(" ")[0]
            if unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo") and script not in ASIAN:
                scripts[script] = scripts.get(script, "") + letter
        if len(scripts) > 1:
            few, many, *_ = sorted(scripts.values(), key=len)
            return few, many
    return None


@lru_cache(4096)
def _looks(name: str) -> frozenset[str]:
    """Return the two keys of a name, for comparison and for appearance; names at a table may share neither."""
    return frozenset((f"alike {alike(name)}", f"drawn {skeleton(name)}"))


def _decomposed(name: str) -> str:
    return unicodedata.normalize("NFD", _INVISIBLE.sub("", unicodedata.normalize("NFKC", name)))


def _prototype(letter: str) -> str:
    """Return the canonical look-alike of a letter.

    In the table, a prototype is listed with all characters that look like it, and each of these with the prototype
    only. Of two characters that are listed only with each other, the smaller one is chosen, unless the other is more
    than one letter, such as `rn` for `m`.
    """
    found = _confusables().get(letter, [])
    if len(found) != 1:
        return letter
    other = found[0].c
    if len(other) > 1 or len(_confusables()[other]) > 1:
        return other.replace("\u200e", "")
    return min(letter, other)


@cache
def _confusables() -> dict[str, list[_Confusable]]:
    """Return Unicode's table of look-alike characters; reading it takes 6 ms."""
    data = files("confusable_homoglyphs") / "confusables.json"
    return msgspec.json.decode(data.read_bytes(), type=dict[str, list[_Confusable]])
