"""The names of players: how two are compared, which look alike, and how those that do are told apart at one table."""

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from itertools import count

import msgspec
from msgspec import Struct

__all__ = ["alike", "look_alike", "mixed", "skeleton", "told_apart"]

ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
"""Scripts that one word may mix: Japanese is written in three of them."""
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Characters that leave no ink and are letters or marks (Default_Ignorable_Code_Point)."""


class _Confusable(Struct):
    c: str


def alike(name: str) -> str:
    """Return what names are compared by: case, ё and the width and style of letters make no difference."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.replace("ё", "е").strip()


def look_alike(one: str, other: str) -> bool:
    """Return whether people could take one of two names for the other."""
    return not _looks(one).isdisjoint(_looks(other))


@lru_cache(4096)
def skeleton(name: str) -> str:
    """Return what a name looks like: the same for names that look alike.

    It is the skeleton of Unicode's Technical Standard 39, without a difference between small letters and capitals.
    """
    drawn = "".join(map(_prototype, _decomposed(name)))
    return unicodedata.normalize("NFKC", _decomposed(drawn).casefold()).strip()


@lru_cache(4096)
def told_apart(names: tuple[str, ...], spare: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the names so that no two look alike: one that looks like another before it gets a number.

    Who has no name ("") gets the first of the `spare` ones that nobody's looks like.
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
    """Return the letters of two alphabets that one word of a name mixes, the fewer first; None if no word does."""
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
    """Return what a name is compared by and what it looks like, of which no other name at the table has any."""
    return frozenset((f"alike {alike(name)}", f"drawn {skeleton(name)}"))


def _decomposed(name: str) -> str:
    return unicodedata.normalize("NFD", _INVISIBLE.sub("", unicodedata.normalize("NFKC", name)))


def _prototype(letter: str) -> str:
    """Return what a letter is drawn as.

    In the table a prototype stands beside all that look like it, and each of these beside the prototype alone. Of two
    that have only one another the smaller one is taken, unless the other is more than one letter, as `rn` for `m`.
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
    """Return Unicode's table of characters that look alike; reading it takes 6 ms."""
    data = files("confusable_homoglyphs") / "confusables.json"
    return msgspec.json.decode(data.read_bytes(), type=dict[str, list[_Confusable]])
