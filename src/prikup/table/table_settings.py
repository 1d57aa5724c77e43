"""The settings of a table, and the timing of all tables of a host."""

from typing import Literal

from msgspec import Struct

from prikup.table.fixed_deal import GivenDeal

__all__ = ["TableSettings", "Timing"]


class TableSettings(Struct, frozen=True):
    """The settings with which a table was opened; stored as JSON.

    `options` is the text of the house rules; `level` is that of the computer players, and `names` are their names (the
    program's own where these are too few); `absent` says what happens in place of a player who is away; `away_s` is how
    long the table waits for a player after their last connection was lost, in seconds; `clock` is the bank and the
    increment of each seat in milliseconds; `deals` > 0 ends the match after that number of deals; `spectators` may
    watch, each deal only after its end if the table is `delayed`; `bots`: the match starts with computer players as
    soon as the host has joined; `host` is a user id, and so is each of `reserved`, by seat ("": anyone's), and of
    `barred`, the users who may not sit here. With a `seed` all decks follow from it, and players neither contribute to
    the shuffle nor cut. `given` is the fixed deal with which the match starts, if any; `coach`: it is the first deal of
    the game's coach (`prikup.table.coach`). `imported`: the match was imported from a file, not played here.
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
    def is_compared(self) -> bool:
        """Whether the deal is from a finished match, and its result is compared with those of others who play it."""
        return self.given is not None and self.given.origin is not None and self.given.origin.compared

    @property
    def open_hands(self) -> bool:
        """Whether the host, the only person who may sit here, sees all hands."""
        return self.given is not None and self.given.origin is not None and self.given.origin.open_hands


class Timing(Struct, frozen=True):
    """Times at every table of a host, in seconds.

    A computer player acts `pace` after it has to act; the table waits `hash_s`, `entropy_s` and `cut_s` for players in
    the steps of a shuffle and `rest_s` for them to read the score sheet; a table without a connection may be unloaded
    after `idle_s`. A level that would think for longer than `thought_s` in one decision out of twenty is reduced, but
    only at tables opened on a device (`prikup.device.bot_speed`), never on a server.
    """

    pace: float = 0.8
    hash_s: float = 2
    entropy_s: float = 2
    cut_s: float = 22
    rest_s: float = 30
    thought_s: float = 1.6
    idle_s: float = 600
