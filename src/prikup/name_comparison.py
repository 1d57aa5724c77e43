"""Compare player names: equal names, names that look alike, and distinct names for the players of a table."""

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from itertools import count

import msgspec
from msgspec import Struct

__all__ = ["comparison_key", "distinct_names", "look_alike", "skeleton"]

_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Invisible characters that count as letters or marks (Default_Ignorable_Code_Point)."""


class _Confusable(Struct):
    """An entry of Unicode's table of look-alikes: a character or string `c` that looks like another one."""

    c: str


def comparison_key(name: str) -> str:
    """Return a key by which two names can be compared for equality.

    Upper and lower case, ё and е, and the width and style of letters make no difference to the key.
    """
    folded_name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded_name.replace("ё", "е").strip()


def look_alike(first_name: str, second_name: str) -> bool:
    """Return whether two names look so similar that readers could mistake one for the other."""
    return not _keys(first_name).isdisjoint(_keys(second_name))


@lru_cache(4096)
def skeleton(name: str) -> str:
    """Return a key for the appearance of a name; names that look alike have the same key.

    It is the skeleton of Unicode Technical Standard 39, with upper and lower case folded.
    """
    prototypes = "".join(map(_prototype, _decompose(name)))
    return unicodedata.normalize("NFKC", _decompose(prototypes).casefold()).strip()


@lru_cache(4096)
def distinct_names(names: tuple[str, ...], spare: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return `names` in order, with a number added to each name that looks like an earlier one.

    An empty name is replaced by the first of the `spare` names that looks like no other name.
    """
    used_keys: set[str] = set()
    reserved_keys = used_keys.union(*map(_keys, filter(None, names)))
    unique_names: list[str] = []
    for name in names:
        unique_name = name
        if name and not used_keys.isdisjoint(_keys(name)):
            unique_name = next(
                free for n in count(2) if (reserved_keys | used_keys).isdisjoint(_keys(free := f"{name} {n}"))
            )
        elif not name:
            unique_name = next(free for free in spare if (reserved_keys | used_keys).isdisjoint(_keys(free)))
        unique_names.append(unique_name)
        used_keys |= _keys(unique_name)
    return tuple(unique_names)


@lru_cache(4096)
def _keys(name: str) -> frozenset[str]:
    """Return the two keys of a name: one for comparison, one for appearance.

    Two names at one table must not have a key in common.
    """
    return frozenset((f"alike {comparison_key(name)}", f"drawn {skeleton(name)}"))


def _decompose(name: str) -> str:
    return unicodedata.normalize("NFD", _INVISIBLE.sub("", unicodedata.normalize("NFKC", name)))


def _prototype(letter: str) -> str:
    """Return the letter (or string) that stands for all characters that look like `letter`.

    In Unicode's table such a prototype is listed with all characters that look like it, and each of these characters is
    listed with the prototype only. If two characters are listed only with each other, the smaller of the two is the
    prototype. If a character is listed only with a string of several characters, such as `m` with `rn`, the string is
    the prototype.
    """
    look_alikes = _confusables().get(letter, [])
    if len(look_alikes) != 1:
        return letter
    counterpart = look_alikes[0].c
    if len(counterpart) > 1 or len(_confusables()[counterpart]) > 1:
        return counterpart.replace("\u200e", "")
    return min(letter, counterpart)


@cache
def _confusables() -> dict[str, list[_Confusable]]:
    """Return Unicode's table of look-alike characters. Loading it takes 6 ms, so it is cached."""
    data = files("confusable_homoglyphs") / "confusables.json"
    return msgspec.json.decode(data.read_bytes(), type=dict[str, list[_Confusable]])
