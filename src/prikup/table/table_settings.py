"""How a table was opened, and how long a server waits for people."""

from typing import Literal

from msgspec import Struct

__all__ = ["TableSettings", "Timing"]


class TableSettings(Struct, frozen=True):
    """How a table was opened; JSON in the store. `options` is the text of the house rules; `level` is that of the
    computer players; `clock` is the bank and the increment of each seat in milliseconds; `deals` > 0 ends the match
    after so many; `bots`: the host begins alone, as soon as he comes; `host` is a person's id, and so is each of
    `reserved`, by seat ("": anybody's)."""

    game: str
    options: str
    level: str = "rule"
    absent: Literal["wait", "bot", "vote"] = "bot"
    clock: tuple[int, int] | None = None
    spectators: bool = True
    chat: bool = True
    deals: int = 0
    bots: bool = False
    host: str = ""
    reserved: tuple[str, ...] = ()


class Timing(Struct, frozen=True):
    """How long things take at every table, in seconds: what a computer player does after `pace`; what people are
    waited for with their hash, their entropy, their cut and the sheet; after `away_s` without a connection somebody is
    absent; a table where nobody is may be put away after `idle_s`."""

    pace: float = 0.8
    hash_s: float = 2
    entropy_s: float = 2
    cut_s: float = 8
    rest_s: float = 30
    away_s: float = 15
    idle_s: float = 600
