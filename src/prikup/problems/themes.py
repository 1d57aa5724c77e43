"""Themes of problems: the question, and for open hands which positions it fits and what solves it.

A theme does not depend on a game: it looks at the sides and their goal. Each game names it in its own terms, in the
message `problem-NAME` of its folder.
"""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.tricks import Goal
from prikup.solver import Position

__all__ = ["HIDDEN", "THEMES", "Asks", "Theme", "ThemeContext"]

HIDDEN = "hidden"
"""The theme of every problem with hidden hands: which card is best by what its player can know."""

Asks = Literal["card", "number", "discard"]
"""The kinds of answers: a card, a number of tricks, or the cards to discard."""


class ThemeContext(Struct, frozen=True):
    """A position as themes see it.

    The side of `position` is the player who plays against all others (`soloist`), otherwise the side of the player to
    act. `need` is the number of its tricks that decides its contract, 0 if there is none. `opening`: no card has been
    played.
    """

    position: Position
    soloist: Seat | None
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
    """A type of question about open hands.

    It applies to deals with this `goal` (None: either) and to positions for which `fits` is true. `decides` returns the
    number of the side's tricks from which on it reaches its aim, and below which its opponents do; 0 if every trick
    counts. (With goal "fewest" the two are reversed.)
    """

    name: str
    asks: Asks
    goal: Goal | None
    fits: Callable[[ThemeContext], bool]
    decides: Callable[[ThemeContext], int] = lambda moment: 0


def _first(context: ThemeContext) -> int:
    return 1


def _no_trick(context: ThemeContext) -> int:
    return int(context.position.goal == "fewest")


def _need(context: ThemeContext) -> int:
    return context.need


def _catch(context: ThemeContext) -> bool:
    return context.soloist is not None and context.defends


def _dodge(context: ThemeContext) -> bool:
    return context.soloist is not None and not context.defends


def _make(context: ThemeContext) -> bool:
    return not _dead_hand(context) and context.need > 0 and not context.defends


def _beat(context: ThemeContext) -> bool:
    return not _dead_hand(context) and context.need > 0 and context.defends and not context.opening


def _lead(context: ThemeContext) -> bool:
    return not _dead_hand(context) and context.soloist is not None and context.defends and context.opening


def _dead_hand(context: ThemeContext) -> bool:
    return len(context.position.seats) == 2


def _most_tricks(context: ThemeContext) -> bool:
    return context.soloist is None and len(context.position.side) == 1


def _fewest_tricks(context: ThemeContext) -> bool:
    return context.soloist is None


def _count(context: ThemeContext) -> bool:
    return not context.position.table and (context.position.goal == "most" or context.soloist is None)


def _discard(context: ThemeContext) -> bool:
    return context.opening and context.soloist is not None


THEMES: dict[str, Theme] = {
    theme.name: theme
    for theme in (
        Theme("catch", "card", "fewest", _catch, _first),
        Theme("dodge", "card", "fewest", _dodge, _first),
        Theme("make", "card", "most", _make, _need),
        Theme("beat", "card", "most", _beat, _need),
        Theme("lead", "card", "most", _lead),
        Theme("dead-hand", "card", "most", _dead_hand),
        Theme("most", "card", "most", _most_tricks),
        Theme("fewest", "card", "fewest", _fewest_tricks),
        Theme("count", "number", None, _count),
        Theme("discard", "discard", None, _discard, _no_trick),
    )
}
"""The themes of open hands by name, in the order in which they are offered."""
