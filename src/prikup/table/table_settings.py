"""The settings of a table, and the times for which people are waited for."""

from typing import Literal

from msgspec import Struct

from prikup.table.given import GivenDeal

__all__ = ["TableSettings", "Timing"]


class TableSettings(Struct, frozen=True):
    """The settings that a table was opened with; kept as JSON.

    `options` is the text of the house rules; `level` is that of the computer players, and `names` are what they are
    called (names of the program's where these are too few); `absent` says what happens in the place of a player who is
    away; `away_s` are the seconds after the last connection was lost in which the player is waited for;
    `clock` is the bank and the increment of each seat in milliseconds; `deals` > 0 ends the match after that
    number of deals; `spectators` may watch, where it is `delayed` each deal once it has ended; `bots`: the match begins
    with computer players as soon as the host comes; `host` is a user's id, and so is each of `reserved`, by seat ("":
    anybody's), and of `barred`, who may not sit here. With a `seed` all decks follow from it: nobody mixes or cuts.
    `given` is the deal with which the match begins where it is not shuffled; `coach`: it is the first deal of the
    game's coach (`prikup.table.coach`). `imported`: nobody played here; the match is one of a file.
    """

    game: str
    options: str
    level: str = "rule"
    absent: Literal["wait", "bot", "vote"] = "bot"
    away_s: int = 60
    clock: tuple[int, int] | None = None
    spectators: bool = True
    delayed: bool = False
    chat: bool = True
    deals: int = 0
    bots: bool = False
    host: str = ""
    reserved: tuple[str, ...] = ()
    seed: str = ""
    names: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    coach: bool = False
    imported: bool = False
    given: GivenDeal | None = None

    @property
    def compared(self) -> bool:
        """Whether the deal is one of a finished match, and its result is set beside that of others who play it."""
        return self.given is not None and self.given.origin is not None and self.given.origin.compared

    @property
    def open_hands(self) -> bool:
        """Whether the host, who alone may sit here, plays on with all hands open."""
        return self.given is not None and self.given.origin is not None and self.given.origin.open_hands


class Timing(Struct, frozen=True):
    """The time that things take at every table of a host, in seconds.

    A computer player acts `pace` after it was asked; players are waited for `hash_s`, `entropy_s` and `cut_s` in a
    shuffle and `rest_s` with the sheet; a table with no connection may be put away after `idle_s`. Where a level would
    think for longer than `thought_s` over one decision in twenty, it thinks of less, at tables that are opened on a
    device (`prikup.tab.speed`); a server's never do.
    """

    pace: float = 0.8
    hash_s: float = 2
    entropy_s: float = 2
    cut_s: float = 22
    rest_s: float = 30
    thought_s: float = 1.6
    idle_s: float = 600
