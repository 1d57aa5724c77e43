"""Themes of problems: the question, and for open hands the positions that it fits and the tricks that solve it.

A theme is a type of question. It does not depend on a game; it considers only the sides and their goal. A game can name
a theme in its own terms, in the message `problem-NAME` of its folder.
"""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.tricks import Goal
from prikup.solver import Position

__all__ = ["HIDDEN", "THEMES", "Asks", "Theme", "ThemeContext"]

HIDDEN = "hidden"
"""The name of the theme (type of question) of every problem with hidden hands.

The question is which card is best, judged by what its player can know.
"""

Asks = Literal["card", "number", "discard"]
"""The types of answers: a card to play, a number of tricks, or the cards to discard."""


class ThemeContext(Struct, frozen=True):
    """A position with everything that decides which themes (types of questions) fit it.

    - `position`: the position. Its side is the player who plays against all others; without such a player, it is the
      side of the player to act.
    - `soloist`: the seat of the player who plays against all others, None if there is none.
    - `need`: the number of tricks of the position's side that decides the contract, 0 if no contract depends on tricks.
    - `opening`: true while no card has been played.
    """

    position: Position
    soloist: Seat | None
    need: int
    opening: bool

    @property
    def turn(self) -> Seat:
        """The seat whose card is to be played."""
        return self.position.tricks.turn

    @property
    def defends(self) -> bool:
        """Whether the seat whose card is to be played is an opponent of the side of `position`."""
        return self.turn not in self.position.side


class Theme(Struct, frozen=True):
    """A type of question about open hands.

    - `name`: the name of the theme.
    - `asks`: the type of the answer.
    - `goal`: the goal of the deals to which the theme applies (most or fewest tricks), None for either goal.
    - `fits`: returns whether the theme applies to a position.
    - `decides`: returns the number of tricks that decides whether the position's side reaches its aim, 0 if every trick
      counts. With the goal `most` the side reaches its aim with that many tricks, with the goal `fewest` if it takes
      fewer. If the side does not reach its aim, its opponents reach theirs.
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


def _avoids_tricks(context: ThemeContext) -> bool:
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
        Theme("dodge", "card", "fewest", _avoids_tricks, _first),
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
"""The themes (types of questions) of problems with open hands, by name, in the order in which they are offered."""
