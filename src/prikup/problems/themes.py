"""Themes of problems: which positions they fit, and what solves them.

A theme does not depend on a game: it looks at the sides and their goal. Each game names it in its own terms, in the
message `problem-NAME` of its folder.
"""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.tricks import Goal
from prikup.solver import Position

__all__ = ["THEMES", "Asks", "Theme", "ThemeContext"]

Asks = Literal["card", "number", "discard"]
"""The kinds of answers: a card, a number of tricks, or the cards to discard."""


class ThemeContext(Struct, frozen=True):
    """A position as themes see it.

    The side of `position` is the player who plays against all others (`one`), otherwise the side of the player to act.
    `need` is the number of its tricks that decides its contract, 0 if there is none. `opening`: no card has been
    played.
    """

    position: Position
    one: Seat | None
    need: int
    opening: bool

    @property
    def turn(self) -> Seat:
        """The seat that is to play."""
        return self.position.tricks.turn

    @property
    def defends(self) -> bool:
        """Whether the seat that is to play opposes the side."""
        return self.turn not in self.position.side


class Theme(Struct, frozen=True):
    """A type of question.

    It applies to deals with this `goal` (None: either) and to positions for which `fits` is true. `decides` returns the
    number of the side's tricks from which on it reaches its aim, and below which its opponents do; 0 if every trick
    counts. (With goal "fewest" the two are reversed.)
    """

    name: str
    asks: Asks
    goal: Goal | None
    fits: Callable[[ThemeContext], bool]
    decides: Callable[[ThemeContext], int] = lambda moment: 0


def _first(moment: ThemeContext) -> int:
    return 1


def _none(moment: ThemeContext) -> int:
    return int(moment.position.goal == "fewest")


def _need(moment: ThemeContext) -> int:
    return moment.need


def _catch(moment: ThemeContext) -> bool:
    return moment.one is not None and moment.defends


def _dodge(moment: ThemeContext) -> bool:
    return moment.one is not None and not moment.defends


def _make(moment: ThemeContext) -> bool:
    return not _dead_hand(moment) and moment.need > 0 and not moment.defends


def _beat(moment: ThemeContext) -> bool:
    return not _dead_hand(moment) and moment.need > 0 and moment.defends and not moment.opening


def _lead(moment: ThemeContext) -> bool:
    return not _dead_hand(moment) and moment.one is not None and moment.defends and moment.opening


def _dead_hand(moment: ThemeContext) -> bool:
    return len(moment.position.seats) == 2


def _most(moment: ThemeContext) -> bool:
    return moment.one is None and len(moment.position.side) == 1


def _fewest(moment: ThemeContext) -> bool:
    return moment.one is None


def _count(moment: ThemeContext) -> bool:
    return not moment.position.table and (moment.position.goal == "most" or moment.one is None)


def _discard(moment: ThemeContext) -> bool:
    return moment.opening and moment.one is not None


THEMES: dict[str, Theme] = {
    theme.name: theme
    for theme in (
        Theme("catch", "card", "fewest", _catch, _first),
        Theme("dodge", "card", "fewest", _dodge, _first),
        Theme("make", "card", "most", _make, _need),
        Theme("beat", "card", "most", _beat, _need),
        Theme("lead", "card", "most", _lead),
        Theme("dead-hand", "card", "most", _dead_hand),
        Theme("most", "card", "most", _most),
        Theme("fewest", "card", "fewest", _fewest),
        Theme("count", "number", None, _count),
        Theme("discard", "discard", None, _discard, _none),
    )
}
"""The themes by name, in the order in which they are offered."""
