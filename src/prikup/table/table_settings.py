"""The settings of a table, and the timing of all tables of a host."""

from typing import Literal

from msgspec import Struct

from prikup.table.fixed_deal import GivenDeal

__all__ = ["TableSettings", "Timing"]


class TableSettings(Struct, frozen=True):
    """The settings with which a table was opened; they never change and are stored as JSON.

    `game` is the name of the game, and `options` the text of the house rules. `deals` is the number of deals after
    which the match ends, 0 for no limit. `level` is the level of the computer players, and `names` are names for them;
    if there are too few, the program adds its own. With `bots`, the match starts with computer players in the other
    seats as soon as the host has joined.

    `host` is the user id of the table's host. `reserved` contains, by seat, the id of the only user who may take it, ""
    for a seat that anyone may take. `barred` are the ids of users who may not take a seat. `spectators` says whether
    others may watch, and `delayed` whether they see each deal only after its end. `chat` says whether there is a chat.

    A player counts as absent `away_s` seconds after their last connection was lost. `absent` says what happens then:
    the table waits, a computer player takes over (`bot`), or the other players decide about that (`vote`). `clock` is
    the initial time of each seat (the bank) and the increment per action, in milliseconds; None means no clocks.

    If `seed` is not "", all decks follow from it, and players neither contribute to the shuffle nor cut. `given` is the
    fixed deal with which the match starts, None for a shuffled one. `coach` is true if that is the deal of the game's
    coach (`prikup.table.coach`). `imported` is true if the match was imported from a file and not played here.
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
        """Whether the table replays a deal of a finished match to compare the result with those of other tables."""
        return self.given is not None and self.given.origin is not None and self.given.origin.compared

    @property
    def open_hands(self) -> bool:
        """Whether the table's host sees all hands; then no other person may take a seat."""
        return self.given is not None and self.given.origin is not None and self.given.origin.open_hands


class Timing(Struct, frozen=True):
    """The time limits and delays at every table of a host, all in seconds.

    A computer player acts `pace` seconds after it has to act, or a multiple of that if it has to think longer.
    `hash_s`, `entropy_s` and `cut_s` are the times that the table waits for players in the steps of a shuffle, and
    `rest_s` is the time for reading the score sheet. A table without a connection may be unloaded after `idle_s`. On a
    device (`prikup.device.bot_speed`), but never on a server, a level is reduced if more than one decision in twenty
    would take longer than `thought_s`.
    """

    pace: float = 0.8
    hash_s: float = 2
    entropy_s: float = 2
    cut_s: float = 22
    rest_s: float = 30
    thought_s: float = 1.6
    idle_s: float = 600
