"""The meaning of calls: what each of them brings and costs, as keys and numbers, told before it is made.

A game says it of one call (`Game.meaning`, `Game.glossary`); here calls that mean the same are told together.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from prikup.errors import Reason
from prikup.game import AnyGame
from prikup.state import Action, View

__all__ = ["Meaning", "glossary", "meanings"]


class Meaning(Struct, frozen=True):
    """The meaning of some calls, the same of all: what they bring and cost.

    The first of `says` is a few words to stand beside the calls, the others are sentences.
    """

    calls: tuple[Action, ...]
    says: tuple[Reason, ...]


def meanings(game: AnyGame, view: View[Any], legal: Iterable[Action]) -> tuple[Meaning, ...]:
    """Return what the calls among the legal actions mean in the viewer's deal, in their order."""
    return _told(lambda call: game.meaning(view, call), (action for action in legal if action >= 52))


def glossary(game: AnyGame) -> tuple[Meaning, ...]:
    """Return what the calls mean that are made under the game's house rules, in the order of the calls."""
    return _told(game.glossary, range(52, 52 + len(game.calls)))


def _told(meaning: Callable[[Action], tuple[Reason, ...]], calls: Iterable[Action]) -> tuple[Meaning, ...]:
    """Return the meanings of some calls, those of the same meaning together."""
    found: dict[str, tuple[tuple[Reason, ...], list[Action]]] = {}
    for call in calls:
        if says := meaning(call):
            found.setdefault(" ".join(map(str, says)), (says, []))[1].append(call)
    return tuple(Meaning(tuple(same), says) for says, same in found.values())
